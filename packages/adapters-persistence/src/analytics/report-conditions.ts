import {
  type ReportColumnKind,
  type ReportCondition,
  type ReportTableName,
  reportColumnKind,
  reportTableReference,
  reportTables,
} from '@backroom/core';
import { type RawBuilder, sql } from 'kysely';
import { storedTables } from './report-tables.ts';

/** A piece of a statement: names are quoted, values are bound. */
export type Piece = RawBuilder<unknown>;

/** The rows that an expression speaks of. */
export interface Scope {
  readonly table: ReportTableName;
  readonly alias: string;
  /** Single rows that are joined already, by the name of the reference. */
  readonly joined: ReadonlyMap<string, string>;
}

/** The name under which an earlier plan of the question stands in the statement. */
export const givenName = (plan: string): string => `given_${plan}`;

/** A column of the rows, or of the single row that a reference leads to. */
export function columnOf(scope: Scope, path: string): Piece {
  const [reference = '', name] = path.split('.');
  if (name === undefined) return ownColumn(scope.table, scope.alias, path);
  const { to } = reportTableReference(scope.table, reference);
  const joined = scope.joined.get(reference);
  if (joined !== undefined) return ownColumn(to, joined, name);
  const alias = `${scope.alias}_${reference}`;
  return sql`(select ${ownColumn(to, alias, name)} from ${belonging(scope, reference, alias)})`;
}

const ownColumn = (table: ReportTableName, alias: string, name: string): Piece =>
  storedTables[table].special[name]?.(alias) ?? sql.ref(`${alias}.${checked(table, name)}`);

/** Only columns that the table has become names in a statement. */
function checked(table: ReportTableName, name: string): string {
  if (!Object.hasOwn(reportTables[table].columns, name)) throw new TypeError(`${table} has no column ${name}.`);
  return name;
}

/** What stands behind `from` for the rows that belong to a row, their condition included. */
export function belonging(scope: Scope, reference: string, alias: string): Piece {
  const { to } = reportTableReference(scope.table, reference);
  return sql`${storedTables[to].from(alias)} where ${joining(scope, reference, alias)}`;
}

/** By what rows belong to a row. */
export function joining(scope: Scope, reference: string, alias: string): Piece {
  const { to, by } = reportTableReference(scope.table, reference);
  const [own, theirs] = by;
  return sql`${ownColumn(to, alias, theirs)} = ${columnOf(scope, own)}`;
}

const types: Readonly<Record<ReportColumnKind, Piece>> = {
  whole: sql.raw('bigint'),
  scaled: sql.raw('bigint'),
  text: sql.raw('text'),
  flag: sql.raw('boolean'),
  local: sql.raw('timestamp'),
  utc: sql.raw('timestamp'),
  pairs: sql.raw('jsonb'),
};

/** A bound value of the kind that a column has. */
export const bound = (kind: ReportColumnKind, value: unknown): Piece =>
  kind === 'utc' ? sql`(${value}::timestamp at time zone 'UTC')` : sql`${value}::${types[kind]}`;

const signs = { atLeast: sql.raw('>='), atMost: sql.raw('<='), above: sql.raw('>'), below: sql.raw('<') } as const;

/** A condition as SQL; where it does not hold it is false or null. */
export function conditionOf(scope: Scope, condition: ReportCondition): Piece {
  switch (condition.op) {
    case 'all':
    case 'any':
      return joinedBy(
        condition.op,
        condition.of.map((each) => conditionOf(scope, each)),
      );
    case 'not':
      return oppositeOf(scope, condition.of);
    case 'has':
      return hasOf(scope, condition);
    default:
      return comparisonOf(scope, condition);
  }
}

/** What exists is never null, and an anti-join is faster than a test of every row. */
function oppositeOf(scope: Scope, condition: ReportCondition): Piece {
  const piece = conditionOf(scope, condition);
  const isCertain = condition.op === 'has' && !scope.joined.has(condition.reference);
  return isCertain ? sql`not ${piece}` : sql`(${piece}) is not true`;
}

function joinedBy(op: 'all' | 'any', pieces: readonly Piece[]): Piece {
  if (pieces.length === 0) return sql.lit(op === 'all');
  return sql`(${sql.join(pieces, op === 'all' ? sql` and ` : sql` or `)})`;
}

function hasOf(scope: Scope, { reference, where }: Extract<ReportCondition, { op: 'has' }>): Piece {
  const { to } = reportTableReference(scope.table, reference);
  const joined = scope.joined.get(reference);
  if (joined !== undefined) {
    const one = conditionOf({ table: to, alias: joined, joined: new Map() }, where);
    return sql`(${columnOf({ table: to, alias: joined, joined: new Map() }, keyOf(to))} is not null and ${one})`;
  }
  const alias = `${scope.alias}_${reference}`;
  const inside = conditionOf({ table: to, alias, joined: new Map() }, where);
  return sql`exists (select from ${belonging(scope, reference, alias)} and ${inside})`;
}

/** A column that every row has. */
const keyOf = (table: ReportTableName): string => Object.keys(reportTables[table].columns)[0] ?? '';

type Comparison = Exclude<ReportCondition, { op: 'all' | 'any' | 'not' | 'has' }>;

function comparisonOf(scope: Scope, condition: Comparison): Piece {
  const column = columnOf(scope, condition.column);
  const kind = reportColumnKind(scope.table, condition.column);
  switch (condition.op) {
    case 'known':
      return sql`${column} is not null`;
    case 'among':
      return condition.values.length === 1
        ? sql`${column} = ${bound(kind, condition.values[0])}`
        : sql`${column} = any(${condition.values}::${types[kind]}[])`;
    case 'amongGiven': {
      const from = sql.id(givenName(condition.plan));
      const parts = condition.columns.map((name) => sql`select ${sql.id(name)} from ${from}`);
      return sql`${column} in (${sql.join(parts, sql` union all `)})`;
    }
    case 'carries':
      return sql`${column} ->> ${condition.key}::text = ${condition.value}::text`;
    case 'carriesOther':
      return sql`${column} ->> ${condition.key}::text <> ${condition.value}::text`;
    default: {
      const { value, op } = condition;
      const other = typeof value === 'object' ? columnOf(scope, value.column) : bound(kind, value);
      return sql`${inOrder(kind, column)} ${signs[op]} ${other}`;
    }
  }
}

/** Texts go by code points, whatever the language of the database. */
export const inOrder = (kind: ReportColumnKind, piece: Piece): Piece =>
  kind === 'text' ? sql`(${piece}) collate "C"` : piece;
