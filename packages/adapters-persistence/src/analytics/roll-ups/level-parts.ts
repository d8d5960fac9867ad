import { sql } from 'kysely';
import { dateTypes, type FactDate } from '../facts/chains.ts';
import { noneOf } from '../facts/usual-status.ts';
import type { Span } from '../plan-range.ts';
import type { Piece } from '../report-scope.ts';
import { AT, pairedRows } from '../shared/paired-plans.ts';
import type { DayTable, PeriodTable } from './read-tables.ts';

/** Levels of the rows of a roll-up: pending ones may be of any period. Facts have the numbers above. */
const levels = { pending: 0, day: 1, month: 2, year: 4 } as const;
const FACTS = 5;

/** Periods of a level, by their first days. */
export type LevelSpan = readonly [level: keyof typeof levels, span: Span];

/** What a plan reads of a roll-up. */
export interface LevelReading {
  readonly rows: DayTable | PeriodTable;
  readonly date: FactDate;
  /** The statuses that do not count, for roll-ups of counted statuses only. */
  readonly excluded: readonly string[] | undefined;
  /** Whether the rows are facts with their moments. */
  readonly isByHour: boolean;
  readonly spans: readonly LevelSpan[];
  /** What is counted from facts beside levels. */
  readonly edges: readonly FactSpan[];
  /** Facts in these levels that are not in the range. */
  readonly off: readonly FactSpan[];
  readonly columns: readonly string[];
  /** SQL over the columns of `t`, to be read as columns. */
  readonly values: readonly string[];
}

/** Facts of days or of moments. */
export type FactSpan = Span & { readonly column: string };

interface LevelPart extends Pick<LevelReading, 'rows' | 'date'> {
  readonly name: string;
  readonly columns: Set<string>;
  /** Levels that a range reads. */
  readonly levels: Set<keyof typeof levels>;
  readonly values: Map<string, string>;
  /** Predicates of facts, whether these have their moments, and their sign if some are taken off. */
  readonly facts: Map<string, { readonly where: Piece; readonly isByHour: boolean; readonly sign: Piece | undefined }>;
  /** The CTEs of ranges. */
  readonly ranges: Map<string, Piece>;
  /** The CTEs of two ranges, by name. */
  readonly both: Map<string, Piece>;
}

/**
 * The roll-ups that a statement reads, each as one CTE with the rows of all levels and of the facts at the edges of ranges, and one
 * for each range. They are not materialised: what a range demands of level and start leaves one index scan for each level.
 */
export class LevelParts {
  readonly #parts = new Map<string, LevelPart>();

  /** The CTE of the range, and the columns of the values in it. */
  read(reading: LevelReading): { readonly name: string; readonly values: readonly string[] } {
    const { rows, spans, edges, off, excluded, isByHour } = reading;
    const part = this.#partOf(reading);
    for (const column of [...reading.columns, ...reading.values.flatMap(namesIn)]) part.columns.add(column);
    for (const [level] of spans) part.levels.add(level);
    const values = reading.values.map((value) => `value_${numberOf(part.values, value, value)}`);
    const all = [...edges, ...off];
    const facts =
      all.length === 0
        ? []
        : [
            numberOf(part.facts, JSON.stringify([edges, off, excluded, isByHour]), {
              where: factsOf(rows, all, excluded),
              isByHour,
              sign: off.length === 0 ? undefined : sql`case when ${within(off)} then -1 else 1 end`,
            }),
          ];
    const ofLevels = spans.map(
      ([level, { first, last }]) => sql`${sql.raw(`level = ${levels[level]} and start`)} between ${first} and ${last}`,
    );
    const read = [...ofLevels, ...facts.map((index) => sql.raw(`level = ${FACTS + index}`))];
    const range = sql`select * from ${sql.raw(part.name)} where ${read.length === 0 ? sql.lit(false) : sql.join(read, sql` or `)}`;
    return { name: `${part.name}_${numberOf(part.ranges, JSON.stringify([spans, facts]), range)}`, values };
  }

  /** The CTE of a range with the groups of another one: its rows have the start of their interval as `at`. */
  both(whole: string, name: string, at: Piece): string {
    const both = `${name}_of${whole.slice(whole.lastIndexOf('_'))}`;
    const part = [...this.#parts.values()].find((each) => name.startsWith(`${each.name}_`));
    part?.both.set(
      both,
      pairedRows({ whole: whole === name ? undefined : sql.raw(`from ${whole}`), rows: sql.raw(`from ${name}`), at }),
    );
    return both;
  }

  #partOf({ rows, date }: LevelReading): LevelPart {
    const key = `${rows.table} ${date}`;
    const known = this.#parts.get(key);
    if (known) return known;
    const name = `sums_${this.#parts.size}`;
    const empty = {
      columns: new Set<string>(),
      levels: new Set<never>(),
      values: new Map(),
      facts: new Map(),
      ranges: new Map(),
      both: new Map(),
    };
    const part: LevelPart = { name, rows, date, ...empty };
    this.#parts.set(key, part);
    return part;
  }

  /** The CTEs, once all plans have named their columns. */
  parts(): readonly Piece[] {
    return [...this.#parts.values()].flatMap((part) => [
      sql`${sql.raw(part.name)} as not materialized (${rowsOf(part)})`,
      ...[...part.ranges.values()].map(
        (range, index) => sql`${sql.raw(`${part.name}_${index}`)} as not materialized (${range})`,
      ),
      ...[...part.both].map(([name, rows]) => sql`${sql.raw(name)} as not materialized (${rows})`),
    ]);
  }
}

/** The columns of `t` in SQL. */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bt\.(\w+)/g)].flatMap(([, name]) =>
    name === undefined || ['start', AT, MOMENT].includes(name) ? [] : [name],
  );

/** Number of an entry, which is added if it is new. */
function numberOf<V>(all: Map<string, V>, key: string, value: V): number {
  if (!all.has(key)) all.set(key, value);
  return [...all.keys()].indexOf(key);
}

/** Predicate of facts of whole days. */
const within = (spans: readonly FactSpan[]): Piece =>
  sql.join(
    spans.map(({ column, first, last }) => sql`${sql.raw(column)} between ${first} and ${last}`),
    sql` or `,
  );

/** Predicate of the facts at the edges of a range. */
function factsOf(
  rows: LevelReading['rows'],
  edges: readonly FactSpan[],
  excluded: readonly string[] | undefined,
): Piece {
  const within = edges.map(({ column, first, last }) => {
    const span = sql`${sql.raw(column)} between ${first} and ${last}`;
    if (column.endsWith('_day') || rows.table === 'order_day') return span;
    // Facts other than orders take the time from their order.
    return sql`order_id = any(array(select order_id from order_fact where ${span}))`;
  });
  const any = within.length === 1 ? sql.join(within) : sql`(${sql.join(within, sql` or `)})`;
  if (!excluded) return any;
  return sql`${noneOf(sql.raw('status'), excluded, sql`status <> all(${excluded}::text[])`)} and ${any}`;
}

/** Column of the moment of facts by hour. */
export const MOMENT = 'moment';

function rowsOf(part: LevelPart): Piece {
  const { rows, date, columns, facts, values } = part;
  const names = [...columns];
  const isByHour = [...facts.values()].some((each) => each.isByHour);
  const moment = (of: string) => (isByHour ? [of] : []);
  const ofFacts = [...facts.values()].map(({ where, ...each }, index) => {
    const all = [...names, ...moment(each.isByHour ? `${date}_at` : 'null::timestamp')];
    return rows.facts({ level: FACTS + index, date, names: all, where, sign: each.sign });
  });
  const named = ['level', 'start', ...names, ...moment(MOMENT)];
  // The first level names the columns.
  const ofLevels = armsOf(part, names, moment('null::timestamp')).map((arm, at) => {
    const listed = at > 0 ? arm.columns : arm.columns.map((column, index) => as(named[index], column));
    return sql.raw(`select ${listed.join(', ')} from ${arm.from}`);
  });
  const arms = [...ofLevels, ...ofFacts];
  const added = ['t.*', ...[...values.keys()].map((value, index) => `${value} as value_${index}`)];
  const of = arms.length > 0 ? arms : [rows.facts({ level: FACTS, date, names, where: sql.lit(false) })];
  const alias = ofLevels.length > 0 ? 't' : `t (${named.join(', ')})`;
  return sql`select ${sql.raw(added.join(', '))} from (${sql.join(of, sql` union all `)}) ${sql.raw(alias)}`;
}

/** A query of a level. */
interface Arm {
  readonly columns: readonly string[];
  readonly from: string;
}

/** A query for each level, with its number: one that a range does not read is left out by the planner. */
function armsOf(
  { rows, date, levels: read }: LevelPart,
  names: readonly string[],
  others: readonly string[],
): readonly Arm[] {
  const ofDate = `where date_type = ${dateTypes[date]}`;
  const arm = (level: keyof typeof levels, own: readonly string[], from: string): readonly Arm[] =>
    read.has(level) ? [{ columns: [String(levels[level]), ...own, ...others], from }] : [];
  if ('months' in rows)
    return [
      ...arm('day', ['day', ...names], `${rows.table} ${ofDate}`),
      ...arm('month', ['start', ...names], `${rows.months} ${ofDate}`),
      ...arm('year', ['start', ...names], `${rows.years} ${ofDate}`),
      ...arm('pending', ['day', ...names], `${rows.pending} ${ofDate}`),
    ];
  const { table, column, start } = rows.pending;
  const ofLevel = (level: 'month' | 'year') =>
    arm(level, ['start', ...names], `${rows.table} ${ofDate} and level = ${levels[level]}`);
  return [...ofLevel('year'), ...ofLevel('month'), ...arm('pending', [start(date), ...names.map(column)], table)];
}

const as = (name: string | undefined, column: string): string => (column === name ? column : `${column} as ${name}`);
