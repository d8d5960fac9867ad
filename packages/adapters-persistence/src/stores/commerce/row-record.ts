import { camel, snake } from '@backroom/core/kernel';
import {
  BigIntType,
  BooleanType,
  DateTimeType,
  type EntitySchemaWithMeta,
  IntegerType,
  StringType,
  TextType,
} from '@mikro-orm/core';
import type { RecordTable } from './record-queries.ts';
import type { UpsertRow, UpsertTarget } from './record-writes.ts';

/** A kind of records whose members are the columns of a row, apart from computed ones. */
export interface RowRecord<T, Computed extends string> {
  readonly table: RecordTable<Readonly<Record<string, unknown>>, T>;
  readonly target: UpsertTarget;
  toRow(record: T, computed: Readonly<Record<Computed, unknown>> & Pick<UpsertRow, 'created_at'>): UpsertRow;
}

interface RowRecordOptions<Computed extends string> {
  /** Columns that are computed from the members, for look-ups. */
  readonly computed: readonly Computed[];
  /** Whether the time of creation is a member. */
  readonly hasCreatedAt: boolean;
}

/** Columns that every target has. */
const common = ['id', 'created_at', 'modified_at'];

/** Derives queries and writes of records from their row, so that a column is declared there only. */
export function rowRecord<T extends { readonly id: number }, const Computed extends string>(
  row: EntitySchemaWithMeta,
  { computed, hasCreatedAt }: RowRecordOptions<Computed>,
): RowRecord<T, Computed> {
  const columns = columnsOf(row);
  const table = row.meta.tableName;
  const hidden: readonly string[] = [...computed, 'modified_at', ...(hasCreatedAt ? [] : ['created_at'])];
  const members = columns
    .filter(([column]) => !hidden.includes(column))
    .map(([column]) => [column, camel(column)] as const);
  const own = members.filter(([column]) => !common.includes(column));
  return {
    table: {
      table,
      columns: members.map(([column]) => `r.${column}`).join(', '),
      created: 'created_at',
      modified: 'modified_at',
      toRecord: (stored) => Object.fromEntries(members.map(([column, member]) => [member, stored[column]])) as T,
    },
    target: { table, columns: Object.fromEntries(columns.filter(([column]) => !common.includes(column))) },
    toRow(record, others) {
      const values = record as Readonly<Record<string, unknown>>;
      const stored = Object.fromEntries(own.map(([column, member]) => [column, values[member]]));
      return { ...stored, ...others, id: record.id };
    },
  };
}

const types: readonly (readonly [type: unknown, sql: string])[] = [
  [IntegerType, 'int'],
  [BigIntType, 'bigint'],
  [BooleanType, 'boolean'],
  [DateTimeType, 'timestamptz'],
  [StringType, 'text'],
  [TextType, 'text'],
];

/** Options of a property as the row declares them. */
interface DeclaredProperty {
  readonly fieldName?: string;
  readonly kind?: string;
  readonly type?: unknown;
}

/** The columns of a row with the types of their values in statements. */
const columnsOf = ({ meta }: EntitySchemaWithMeta): readonly (readonly [column: string, sql: string])[] =>
  Object.entries(meta.properties as Readonly<Record<string, DeclaredProperty>>).map(([name, declared]) => {
    const { fieldName = snake(name), kind, type } = declared;
    const known = kind === 'm:1' ? 'int' : types.find(([each]) => type === each || type?.constructor === each)?.[1];
    if (known === undefined) throw new TypeError(`The column ${fieldName} of ${meta.tableName} has an unknown type.`);
    return [fieldName, known];
  });
