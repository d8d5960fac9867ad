import { type RawBuilder, sql } from 'kysely';
import { dateTypes, factDates } from '../facts/chains.ts';
import { LAST_ID } from '../facts/rebuild.ts';
import { type DayTable, dayTables, isCounted, monthKeys, monthsOf } from './day-sums.ts';
import { type LevelTable, levels, levelTables, startOf } from './levels.ts';
import { countedDays, keptSums, orderDay, orderSums } from './order-sums.ts';

/** Comparison of stored and computed rows by keys, restricted by a predicate. */
export interface Comparison {
  readonly table: string;
  /** What is stored, if it is not the table alone. */
  readonly stored?: RawBuilder<unknown>;
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  readonly computed: RawBuilder<unknown>;
  /** Predicate on the joined row. */
  readonly where: RawBuilder<unknown>;
}

export const everything = sql.raw('true');
/** Progress of a running rebuild: customers from this id on still have chains by the previous rules. */
export const rebuiltTo = sql.raw(`(select coalesce(rebuild_from, ${LAST_ID}) from fact_rules)`);
/** The first step of a rebuild deletes all roll-ups. */
const hasSums = sql`${rebuiltTo} > 0`;
const isRebuilt = sql.raw('(select rebuild_from is null from fact_rules)');
/** The configured date type. */
const configured = sql.raw('(select date_type from fact_rules)');
const storedType = sql.raw('coalesce(stored.date_type, computed.date_type)');

function comparedDays(counted: DayTable): readonly Comparison[] {
  const { table, keys, sums, count, isCounted: isCut, months } = counted;
  const hasDates = keys.includes('date_type');
  const days = hasDates
    ? sql.join(
        factDates.map((date) =>
          count(date, sql`${sql.raw(date)}_day is not null and ${isCut ? isCounted : everything}`),
        ),
        sql` union all `,
      )
    : count('created', everything);
  // First visits are computed from chains, which during a rebuild follow the previous rules for some customers.
  const isKept = hasDates ? hasSums : isRebuilt;
  const unmarked = (day: RawBuilder<unknown>, stored: string) => sql`${isKept} and not exists (
    select from dirty_day d where d.date_type = ${hasDates ? storedType : configured} and ${day} = ${sql.raw(stored)})`;
  const ofDays = {
    table,
    keys,
    sums,
    computed: days,
    where: unmarked(sql`d.day`, 'coalesce(stored.day, computed.day)'),
  };
  if (!months) return [ofDays];
  const ofMonths = {
    table: months,
    keys: monthKeys(counted),
    sums,
    computed: monthsOf(counted, sql`(${days}) days`),
    where: unmarked(startOf('month', sql.raw('d.day')), 'coalesce(stored.start, computed.start)'),
  };
  return [ofDays, ofMonths];
}

function comparedLevels({ table, keys, sums, everyDate, count }: LevelTable): Comparison {
  const byMonth = sql.join(
    factDates
      .filter((date) => everyDate || date === 'created')
      .map((date) => {
        const type = sql.lit(dateTypes[date]);
        const isKept = date === 'created' ? everything : sql`${type} = ${configured}`;
        return sql`select ${type}::smallint as date_type, month.*
          from (${count(date, sql`${sql.raw(date)}_day is not null and ${isCounted} and ${isKept}`)}) month`;
      }),
    sql` union all `,
  );
  const starts = sql.join(
    Object.entries(levels).map(
      ([level, unit]) => sql`(${sql.raw(level)}::smallint, ${startOf(unit, sql.raw('month.start'))})`,
    ),
  );
  const begin = (of: string) => sql`case level when 2 then ${startOf('month', sql.raw(of))}
    when 3 then ${startOf('quarter', sql.raw(of))} else ${startOf('year', sql.raw(of))} end`;
  const key = sql.raw(keys.join(', '));
  return {
    table,
    sums,
    keys: ['date_type', 'level', 'start', ...keys],
    computed: sql`
      select month.date_type, at.level, at.start, ${key},
        ${sql.raw(sums.map((sum) => `sum(month.${sum})::bigint as ${sum}`).join(', '))}
      from (${byMonth}) month cross join lateral (values ${starts}) at (level, start) group by 1, 2, 3, ${key}`,
    where: sql`${hasSums} and not exists (select from dirty_day d where d.date_type = ${storedType}
      and ${begin('d.day')} = coalesce(stored.start, computed.start))`,
  };
}

/** Sums of orders are right at each moment; during a rebuild the sums of other customers' orders may be wrong with them. */
function comparedOrders(unit: 'day' | 'month'): Comparison {
  const { keys, sums } = orderSums;
  const start = unit === 'day' ? 'day' : 'start';
  const monthly = sql`
    select date_type, date_trunc('month', day::timestamp)::date as start, ${sql.raw(keys.join(', '))},
      ${sql.raw(sums.map((sum) => `sum(${sum})::bigint as ${sum}`).join(', '))}
    from (${countedDays}) days group by 1, 2, ${sql.raw(keys.join(', '))}`;
  return {
    table: unit === 'day' ? orderDay.table : orderDay.months,
    stored: sql`(${keptSums(unit)})`,
    keys: ['date_type', start, ...keys],
    sums,
    computed: unit === 'day' ? countedDays : monthly,
    where: isRebuilt,
  };
}

/** Comparisons of all roll-ups, by day, month, quarter and year. */
export const comparedSums: readonly Comparison[] = [
  comparedOrders('day'),
  comparedOrders('month'),
  ...dayTables.flatMap(comparedDays),
  ...levelTables.map(comparedLevels),
];
