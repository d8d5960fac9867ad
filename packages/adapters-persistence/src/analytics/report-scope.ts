import type { ReportColumnKind, ReportRelation, ReportSource } from '@backroom/core/analytics';
import { type RawBuilder, sql } from 'kysely';
import { storedTables } from './report-tables.ts';

/** A fragment of a statement: identifiers are quoted, values are bound. */
export type Piece = RawBuilder<unknown>;

/** The rows that an expression refers to. */
export interface Scope {
  readonly relation: ReportRelation;
  readonly alias: string;
  /** Aliases of the rows that are already joined, by reference. */
  readonly joined: ReadonlyMap<string, string>;
  /** Time zone of the result for timestamps stored in UTC. */
  readonly zone: string;
  /** Columns that replace those of the table, by path; they are never null. */
  readonly columns?: ReadonlyMap<string, Piece>;
  /** The joined references of which a range demands a row. */
  readonly present?: readonly string[];
}

/** The CTE name of an earlier plan of the question. */
export const givenName = (plan: string): string => `given_${plan}`;

/** The `from` item of a source, with these columns or all. */
export function rowsFrom(source: ReportSource, alias: string, columns?: readonly string[]): Piece {
  if (typeof source === 'string') return storedTables[source].from(alias, columns);
  return 'given' in source
    ? sql`${named(givenName(source.given))} ${named(alias)}`
    : sql`unnest(${source.ids}::bigint[]) ${sql.id(alias)} (id)`;
}

/** A column of the rows, or of a referenced row. */
export function columnOf(scope: Scope, path: string): Piece {
  const { relation, alias, zone, columns } = scope;
  const given = columns?.get(path);
  if (given !== undefined) return given;
  if (Object.hasOwn(relation.columns, path)) return ownColumn(scope, path);
  // Rejects unknown columns before they become identifiers of a statement.
  const kind = relation.kindOf(path);
  const at = path.indexOf('.');
  const reference = path.slice(0, at);
  const name = path.slice(at + 1);
  const behind = relation.behind(reference);
  const joined = scope.joined.get(reference);
  const other: Scope = {
    relation: behind,
    alias: joined ?? `${alias}_${reference}`,
    joined: new Map(),
    zone,
  };
  const column =
    joined === undefined
      ? sql`(select ${ownColumn(other, name)} from ${belonging(scope, reference, other.alias)})`
      : columnOfJoined(other, name);
  const isFilled = relation.referenceOf(reference).isFilled === true && isNumber(kind);
  return isFilled ? sql`coalesce(${column}, 0)` : column;
}

const isNumber = (kind: ReportColumnKind): boolean => kind === 'whole' || kind === 'scaled';

/** An expression over the columns of a missing row must be null, even if it would have a value. */
function columnOfJoined(scope: Scope, name: string): Piece {
  const column = ownColumn(scope, name);
  const { source } = scope.relation;
  const isMade = typeof source === 'string' && storedTables[source].special[name] !== undefined;
  return isMade ? sql`case when ${ownColumn(scope, keyOf(scope.relation))} is not null then ${column} end` : column;
}

/** A column that every row has. */
export const keyOf = ({ columns }: ReportRelation): string => Object.keys(columns)[0] ?? '';

function ownColumn({ relation, alias, zone }: Scope, name: string): Piece {
  const { source } = relation;
  relation.kindOf(name);
  const special = typeof source === 'string' ? storedTables[source].special[name] : undefined;
  return special?.(alias, zone) ?? at(alias, name);
}

/** No word of SQL: letters with an underscore, or one letter. */
const isPlain = (name: string): boolean => /^([a-z]|[a-z]+(_[a-z0-9]+)+)$/.test(name);
const isLower = (name: string): boolean => /^[a-z][a-z0-9_]*$/.test(name);

/** A column of an alias; after the point every word is a name, so that most need no quotes. */
const at = (alias: string, name: string): Piece =>
  isPlain(alias) && isLower(name) ? sql.raw(`${alias}.${name}`) : sql.id(alias, name);
/** A name after `as`. */
export const named = (name: string): Piece => (isLower(name) ? sql.raw(name) : sql.id(name));

/** The `from` item of the rows that belong to a row, with their join condition. */
export const belonging = (scope: Scope, reference: string, alias: string): Piece =>
  sql`${rowsFrom(scope.relation.referenceOf(reference).to, alias)} where ${joining(scope, reference, alias)}`;

/** The join condition of a reference. */
export function joining(scope: Scope, reference: string, alias: string): Piece {
  const [own, theirs] = scope.relation.referenceOf(reference).by;
  const other = { relation: scope.relation.behind(reference), alias, joined: new Map(), zone: scope.zone };
  return sql`${ownColumn(other, theirs)} = ${columnOf(scope, own)}`;
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

/** The SQL type of a kind. */
export const typeOf = (kind: ReportColumnKind): Piece => types[kind];

/** A bound value, cast to the type of a column; 0 and truth values, of which there are few, stand in the text. */
export const bound = (kind: ReportColumnKind, value: unknown): Piece =>
  (isNumber(kind) && value === 0) || typeof value === 'boolean'
    ? sql.lit(value)
    : kind === 'utc'
      ? sql`(${value}::timestamp at time zone 'UTC')`
      : sql`${value}::${types[kind]}`;

/** Texts are ordered by code points, regardless of the collation of the database. */
export const inOrder = (kind: ReportColumnKind, piece: Piece): Piece =>
  kind === 'text' ? sql`(${piece}) collate "C"` : piece;
