import type { ReportCondition, ReportRelation } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { leavesOf } from './condition-leaves.ts';
import { noneOf } from './facts/usual-status.ts';
import {
  bound,
  columnOf,
  givenName,
  inOrder,
  joining,
  keyOf,
  named,
  type Piece,
  rowsFrom,
  type Scope,
  typeOf,
} from './report-scope.ts';
import { storedTables } from './report-tables.ts';

const signs = { atLeast: sql.raw('>='), atMost: sql.raw('<='), above: sql.raw('>'), below: sql.raw('<') } as const;

/** A condition as SQL; false or null if it does not hold. */
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
    case 'fewGiven':
      // Uncorrelated: evaluated once, and if false nothing is read.
      return sql`(select count(*) from ${named(givenName(condition.plan))}) <= ${condition.most}`;
    default:
      return comparisonOf(scope, condition);
  }
}

/** `exists` is never null, and an anti-join is faster than a test of every row. */
function oppositeOf(scope: Scope, condition: ReportCondition): Piece {
  const piece = conditionOf(scope, condition);
  const isCertain = condition.op === 'has' && joinedOne(scope, condition.reference) === undefined;
  if (isCertain) return sql`not ${piece}`;
  const opposite = isNeverNull(scope, condition)
    ? sql`${columnOf(scope, condition.column)} <> all(${condition.values}::${typeOf(scope.relation.kindOf(condition.column))}[])`
    : sql`(${piece}) is not true`;
  if (condition.op !== 'among' || !/(^|\.)status$/.test(condition.column)) return opposite;
  return noneOf(columnOf(scope, condition.column), condition.values, opposite);
}

/** Whether a condition compares a column that every row has. */
function isNeverNull(
  { relation, columns, present = [] }: Scope,
  condition: ReportCondition,
): condition is Extract<ReportCondition, { op: 'among' }> {
  if (condition.op !== 'among') return false;
  const { column } = condition;
  if (columns?.has(column)) return true;
  if (Object.hasOwn(relation.columns, column)) return !relation.mayBeMissing(column);
  const [reference = '', name = ''] = column.split('.');
  return present.includes(reference) && !relation.behind(reference).mayBeMissing(name);
}

/** The `where` of a condition; nothing for one that all rows meet. */
export const whereOf = (scope: Scope, condition: ReportCondition): Piece =>
  condition.op === 'all' && condition.of.length === 0 ? sql`` : sql`where ${conditionOf(scope, condition)}`;

function joinedBy(op: 'all' | 'any', pieces: readonly Piece[]): Piece {
  const [only] = pieces;
  if (pieces.length < 2) return only ?? sql.lit(op === 'all');
  return sql`(${sql.join(pieces, op === 'all' ? sql` and ` : sql` or `)})`;
}

function hasOf(scope: Scope, { reference, where }: Extract<ReportCondition, { op: 'has' }>): Piece {
  const { relation, zone } = scope;
  const behind = relation.behind(reference);
  const one = joinedOne(scope, reference);
  const alias = one ?? `${scope.alias}_${reference}`;
  const other: Scope = { relation: behind, alias, joined: new Map(), zone };
  if (one !== undefined) return sql`(${columnOf(other, keyOf(behind))} is not null and ${conditionOf(other, where)})`;
  const joined = new Map(singleIn(where, behind).map((name) => [name, `${alias}_${name}`] as const));
  const joins = [...joined].map(([name, as]) => {
    const { to } = behind.referenceOf(name);
    return sql` left join ${rowsFrom(to, as)} on ${joining(other, name, as)}`;
  });
  const inside = conditionOf({ ...other, joined }, where);
  const from = sql`${rowsFrom(relation.referenceOf(reference).to, alias)}${sql.join(joins, sql``)}`;
  return sql`exists (select from ${from} where ${joining(scope, reference, alias)} and ${inside})`;
}

/** The references of at most one row of which a condition reads columns. */
const singleIn = (condition: ReportCondition, relation: ReportRelation): readonly string[] => {
  const paths = leavesOf(condition).flatMap((leaf) => ('column' in leaf ? [leaf.column] : []));
  const others = paths.filter((path) => path.includes('.') && !Object.hasOwn(relation.columns, path));
  return [...new Set(others.map((path) => path.slice(0, path.indexOf('.'))))];
};

/** The alias of the single row that is already joined. */
const joinedOne = ({ relation, joined }: Scope, reference: string): string | undefined =>
  relation.referenceOf(reference).isOne ? joined.get(reference) : undefined;

type ComparisonCondition = Exclude<ReportCondition, { op: 'all' | 'any' | 'not' | 'has' | 'fewGiven' }>;

function comparisonOf(scope: Scope, condition: ComparisonCondition): Piece {
  const column = columnOf(scope, condition.column);
  const kind = scope.relation.kindOf(condition.column);
  switch (condition.op) {
    case 'known':
      return sql`${column} is not null`;
    case 'among': {
      const { values } = condition;
      const [value] = values;
      const equal =
        values.length === 1
          ? sql`${column} = ${bound(kind, value)}`
          : sql`${column} = any(${values}::${typeOf(kind)}[])`;
      const indexed = partlyIndexed(scope, condition);
      return indexed ? sql`(${equal} and ${indexed})` : equal;
    }
    case 'amongGiven': {
      const from = named(givenName(condition.plan));
      const parts = condition.columns.map((name) => sql`select ${sql.id(name)} from ${from}`);
      return sql`${column} in (${sql.join(parts, sql` union all `)})`;
    }
    case 'contains':
      return sql`${column} like any(${condition.texts.map(likeText)}::text[])`;
    case 'carries':
      return sql`${column} ->> ${condition.key}::text = ${condition.value}::text`;
    case 'carriesOther':
      return sql`${column} ->> ${condition.key}::text <> ${condition.value}::text`;
    default: {
      const { value, op } = condition;
      const other = typeof value === 'object' ? columnOf(scope, value.column) : bound(kind, value);
      const compared = sql`${inOrder(kind, column)} ${signs[op]} ${other}`;
      const stored = typeof value === 'object' ? undefined : storedMoment(scope, condition.column);
      return stored ? byMoment(stored, { op, value: other, compared }) : compared;
    }
  }
}

/** The predicate of a partial index that has all of these values; a statement is planned for any values, which do not imply it. */
function partlyIndexed(scope: Scope, { column, values }: Extract<ReportCondition, { op: 'among' }>): Piece | undefined {
  const { source } = scope.relation;
  const above = typeof source === 'string' ? storedTables[source].indexedAbove?.[column] : undefined;
  if (above === undefined || !values.every((value) => Number(value) > above)) return undefined;
  return sql`${columnOf(scope, column)} > ${sql.lit(above)}`;
}

/** The UTC timestamp from which a column is derived. */
function storedMoment({ relation: { source }, alias, columns }: Scope, name: string): Piece | undefined {
  const stored = typeof source === 'string' && !columns?.has(name) ? storedTables[source].indexed?.[name] : undefined;
  return stored === undefined ? undefined : sql.ref(`${alias}.${stored}`);
}

interface Compared {
  readonly op: keyof typeof signs;
  readonly value: Piece;
  /** The comparison itself. */
  readonly compared: Piece;
}

/**
 * A comparison of local time by the indexed UTC timestamp. No time zone is two days from UTC, so rows further away on one
 * side never match, and those on the other side always do without a conversion.
 */
function byMoment(stored: Piece, { op, value, compared }: Compared): Piece {
  const [sign, near, far] = op === 'atLeast' || op === 'above' ? ['>=', '-', '+'] : ['<=', '+', '-'];
  // As a subquery it is evaluated once, not for every row.
  const moment = (way: string) => sql`(select (${value} ${sql.raw(way)} interval '2 days') at time zone 'UTC')`;
  const is = sql.raw(sign);
  const from = moment(near);
  const sure = moment(far);
  return sql`(${stored} ${is} ${from} and (${stored} ${is} ${sure} or ${compared}))`;
}

/** The `like` pattern of a substring search; `%`, `_` and `\\` are escaped. */
const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
