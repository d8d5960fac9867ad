import { type RawBuilder, sql } from 'kysely';
import { factRules } from '../facts/chains.ts';
import { plainSums, type RowRollUp } from './roll-up.ts';

const startOf = (unit: string) => (day: string) => `date_trunc('${unit}', ${day}::timestamp)`;
/** The start of the week, by the configured first weekday. */
const week = (day: string): string => `(${day} - (extract(dow from ${day})::int - week_starts_on + 7) % 7)`;
const starts: Readonly<Record<string, (day: string) => string>> = {
  first_in_day: (day) => day,
  first_in_week: week,
  first_in_month: startOf('month'),
  first_in_quarter: startOf('quarter'),
  first_in_year: startOf('year'),
};
const sums = Object.keys(starts);
const summed = (names: readonly string[]) =>
  sql.raw(
    Object.entries(starts)
      .filter(([name]) => names.includes(name))
      .map(
        ([name, start]) =>
          `coalesce(sum(sign) filter (where previous_day is null or ${start('previous_day')} < ${start('counted_day')}), 0)::int as ${name}`,
      )
      .join(', '),
  );

/** First visits: counted rows that are the first of their customer in their day, week, month, quarter or year. */
export const visitRollUp: RowRollUp = {
  pending: 'customer_pending',
  keys: ['day'],
  sums,
  levels: [{ table: 'customer_day', at: ['day'], periods: '(p.day)', keys: [], sums: plainSums(sums) }],
  contributions: (rows) => firstVisits(sums, rows),
  facts: sql`select counted_day, previous_day, 1 as sign from order_fact`,
};

/** Days with these numbers of first visits, of rows with a `sign`. */
const firstVisits = (names: readonly string[], rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select counted_day as day, ${summed(names)} from (${rows}) row cross join ${factRules} where counted_day is not null group by 1`;

/** Rows of facts that match the predicate, with their day and whether they are first visits, as a number. */
export const countedVisits = (name: string, where: RawBuilder<unknown>): RawBuilder<unknown> => {
  const start = starts[name] ?? ((day: string) => day);
  const rules = start === week ? sql` cross join ${factRules}` : sql``;
  const isFirst = `previous_day is null or ${start('previous_day')} < ${start('counted_day')}`;
  return sql`select counted_day, (${sql.raw(isFirst)})::int from order_fact${rules} where ${where}`;
};
