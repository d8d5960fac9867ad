import { sql } from 'kysely';
import type { Piece } from '../report-scope.ts';
import { total, totals } from './total.ts';

/** A table of sums by key and period. */
export interface Level {
  readonly table: string;
  /** Columns of the period; the last one is its first day. */
  readonly at: readonly string[];
  /** Values of these columns, as rows, for a pending row `p`; those without a day are left out. */
  readonly periods: string;
  readonly keys: readonly string[];
  /** The keys that identify a row, if not all. */
  readonly unique?: readonly string[] | undefined;
  /** Sums, by what they are of a pending row. */
  readonly sums: Readonly<Record<string, string>>;
}

/**
 * Sums of facts by period and key. What a change of facts adds to them is appended as pending rows in the same transaction and
 * moved into levels later: in every snapshot levels and pending rows together are what the facts are.
 */
export interface RollUp {
  readonly pending: string;
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  readonly levels: readonly Level[];
  /** All facts as pending rows. */
  readonly counted: Piece;
}

/** Sums of rows of facts of one kind. */
export interface RowRollUp extends Omit<RollUp, 'counted'> {
  /** Pending rows of rows of facts with a `sign`: 1 to add them, -1 to take them off. The only definition of the sums. */
  contributions(rows: Piece): Piece;
  /** All facts, as rows for `contributions`. */
  readonly facts: Piece;
}

/** The same columns as sums. */
export const plainSums = (names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]));

const all = (names: readonly string[]): Piece => sql.raw(names.join(', '));
const isNothing = (names: readonly string[]): string => names.map((name) => `${name} = 0`).join(' and ');

export const rollUpOf = (rows: RowRollUp): RollUp => ({ ...rows, counted: rows.contributions(rows.facts) });

/** Insert of what these rows add; without what cancels out. */
export const append = ({ pending, keys, sums, contributions }: RowRollUp, rows: Piece): Piece => sql`
  insert into ${sql.raw(pending)} (${all([...keys, ...sums])})
  select ${all([...keys, ...sums])} from (${contributions(rows)}) c where not (${sql.raw(isNothing(sums))})`;

/** Rows of a level from pending rows. */
export function levelRows({ at, periods, keys, sums }: Level, pending: Piece): Piece {
  const summed = totals(sums, (name) => `p.${name}`);
  const key = [...at.map((name) => `at.${name}`), ...keys.map((name) => `p.${name}`)];
  return sql`
    select ${all([...key, summed])} from ${pending} p cross join lateral (values ${sql.raw(periods)}) at (${all(at)})
    where at.${sql.raw(at.at(-1) ?? '')} is not null group by ${all(key)} order by ${all(key)}`;
}

/** Insert of pending rows into a level without any of their keys. */
export const insertLevel = (level: Level, pending: Piece): Piece => sql`
  insert into ${sql.raw(level.table)} as kept (${all([...level.at, ...level.keys, ...Object.keys(level.sums)])})
  ${levelRows(level, pending)}`;

/** Values of the columns of periods, as text, in the order of `at`. */
export type Periods = readonly (readonly string[])[];

/** Moves all pending rows into the levels, in one statement; gives how many, and of each level the periods with rows of zeros. */
export const movePending = ({ pending, levels }: RollUp): Piece => sql`
  with moved as materialized (delete from ${sql.raw(pending)} returning *),
    ${sql.join(levels.map((level, index) => sql`${sql.raw(`level_${index}`)} as (${addToLevel(level)})`))}
  select (select count(*)::int from moved) as rows, jsonb_build_array(${sql.raw(levels.map(zerosOf).join(', '))}) as zeros`;

const zerosOf = ({ at }: Level, index: number): string =>
  `jsonb_build_array(${at.map((name) => `array(select distinct ${name}::text from level_${index} where is_nothing)`).join(', ')})`;

function addToLevel(level: Level): Piece {
  const sums = Object.keys(level.sums);
  const added = sums.map((name) => `${name} = kept.${name} + excluded.${name}`);
  return sql`
    ${insertLevel(level, sql.raw('moved'))}
    on conflict (${all([...level.at, ...(level.unique ?? level.keys)])}) do update set ${all(added)}
    returning ${all(level.at)}, ${sql.raw(isNothing(sums))} as is_nothing`;
}

/** Deletes the rows of zeros in these periods of a level; named by all their columns, they are found by its index. */
export const dropZeros = ({ table, at, sums }: Level, periods: Periods): Piece => {
  const within = at.map((name, index) => {
    const type = sql.raw(index === at.length - 1 ? 'date' : 'smallint');
    return sql`${sql.raw(name)} = any (${periods[index] ?? []}::${type}[])`;
  });
  return sql`delete from ${sql.raw(table)} where ${sql.join(within, sql` and `)} and ${sql.raw(isNothing(Object.keys(sums)))}`;
};

/**
 * Counts all levels from the facts and deletes the pending rows of these facts, in one statement: what is committed meanwhile has
 * pending rows that stay. The levels must be empty, and pending rows must not be moved.
 */
export const recountLevels = (rollUp: RollUp): Piece => sql`
  with gone as (delete from ${sql.raw(rollUp.pending)}),
    counted as materialized (${rollUp.counted}),
    ${sql.join(rollUp.levels.map((level, index) => sql`${sql.raw(`level_${index}`)} as (${insertLevel(level, sql.raw('counted'))})`))}
  select`;

/** A level and its pending rows together, without rows of zeros. */
export function keptRows({ pending }: RollUp, level: Level): Piece {
  const key = [...level.at, ...level.keys];
  const sums = Object.keys(level.sums);
  const summed = totals(plainSums(sums));
  return sql`
    select ${all([...key, summed])} from (
      select ${all([...key, ...sums])} from ${sql.raw(level.table)}
      union all
      (${levelRows(level, sql.raw(pending))})
    ) kept group by ${all(key)} having not (${sql.raw(sums.map((name) => `${total(name)} = 0`).join(' and '))})`;
}
