import { factTables } from './facts/fact-tables.ts';
import { aggregatesOf } from './measures.ts';
import type { GroupPlan, Plan, Question } from './plan.ts';
import { recordTables } from './record-tables.ts';
import type { ColumnKind, Source, Table, TableName, TableReference } from './tables.ts';

/** All tables by name. */
export const tables = Object.fromEntries(
  [...factTables, ...recordTables].map((each) => [each.name, each]),
) as unknown as Readonly<Record<TableName, Table>>;

/** Columns and references available to a plan. */
export interface Relation {
  readonly source: Source;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /**
   * Kind of a column; `order.paid_at` is a column of a referenced row.
   * @throws TypeError for an unknown column
   */
  kindOf(path: string): ColumnKind;
  /** Whether a column may be null; columns behind a reference may be null if the row is missing. */
  mayBeMissing(path: string): boolean;
  /**
   * The reference of this name.
   * @throws TypeError for an unknown reference
   */
  referenceOf(name: string): TableReference;
  /** Relation of the referenced rows. */
  behind(name: string): Relation;
  /** Whether rows are joined with this reference, one per referenced row. */
  isPaired(reference: string): boolean;
}

/** Relation that a plan reads. */
export const relationOf = (plan: Pick<Plan, 'from' | 'references' | 'each'>, question: Question): Relation =>
  makeRelation(plan, question);

interface RelationSource {
  readonly from: Source;
  readonly references?: Readonly<Record<string, TableReference>>;
  readonly each?: readonly string[];
}

function makeRelation({ from, references = {}, each = [] }: RelationSource, question: Question): Relation {
  const { name, columns, optional, references: declared } = plainTable(from, question);
  const known: Readonly<Record<string, TableReference>> = { ...declared, ...references };
  const owns = (path: string): boolean => Object.hasOwn(columns, path);
  const unknown = (what: string) => new TypeError(`${name} has no ${what}.`);
  const split = (path: string): readonly [string, string] => {
    const at = path.indexOf('.');
    return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
  };
  const relation: Relation = {
    source: from,
    columns,
    kindOf(path) {
      const own = owns(path) ? columns[path] : undefined;
      if (own !== undefined) return own;
      const [reference, rest] = split(path);
      if (reference === '' || !(relation.referenceOf(reference).isOne || each.includes(reference)))
        throw unknown(`column ${path}`);
      return relation.behind(reference).kindOf(rest);
    },
    mayBeMissing(path) {
      if (owns(path)) return optional.includes(path);
      const [reference, rest] = split(path);
      const isNumber = ['whole', 'scaled'].includes(relation.kindOf(path));
      const fills = relation.referenceOf(reference).isFilled === true;
      return !(fills && isNumber && !relation.behind(reference).mayBeMissing(rest));
    },
    referenceOf(reference) {
      const found = Object.hasOwn(known, reference) ? known[reference] : undefined;
      if (!found) throw unknown(`reference ${reference}`);
      return found;
    },
    behind: (reference) => makeRelation({ from: relation.referenceOf(reference).to }, question),
    isPaired: (reference) => each.includes(reference),
  };
  return relation;
}

type PlainTable = Omit<Table, 'name'> & { readonly name: string };

function plainTable(from: Source, question: Question): PlainTable {
  if (typeof from === 'string') return tables[from];
  if ('ids' in from) return { name: 'The list', columns: { id: 'whole' }, optional: [], references: {} };
  const plan = Object.hasOwn(question, from.given) ? question[from.given] : undefined;
  if (!plan) throw new TypeError(`There is no plan ${from.given}.`);
  const inner = relationOf(plan, question);
  const kinds = plan.kind === 'rows' ? plan.columns.map((name) => [name, name] as const) : pathsOf(plan);
  const columns = kinds.map(([name, path]) => [name, path === undefined ? 'whole' : toldKind(inner.kindOf(path))]);
  return {
    name: from.given,
    columns: Object.fromEntries(columns),
    optional: kinds.flatMap(([name, path]) => (path !== undefined && inner.mayBeMissing(path) ? [name] : [])),
    references: {},
  };
}

/** Keys and measures of groups, each with the column whose value it is, if any. */
const pathsOf = (plan: GroupPlan): readonly (readonly [string, string | undefined])[] => [
  ...Object.entries(plan.keys).map(([name, { column }]) => [name, column] as const),
  ...Object.entries(aggregatesOf(plan)).map(
    ([name, each]) => [name, each.op === 'greatest' ? each.of : undefined] as const,
  ),
];

/** Times in the rows of an earlier plan are text. */
const toldKind = (kind: ColumnKind): ColumnKind => (kind === 'local' || kind === 'utc' ? 'text' : kind);
