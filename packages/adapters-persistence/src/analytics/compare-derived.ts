import { isDeepStrictEqual } from 'node:util';
import type { CountingRules, FactDifference } from '@backroom/core';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { chainDiffers, chained, customerSums, customerYears, dateTypes, factDates, freshChains } from './chains.ts';
import { type DayTable, dayTables, isCounted, monthKeys, monthsOf } from './day-sums.ts';
import { type LevelTable, levels, levelTables, startOf } from './levels.ts';
import { LAST_ID, storedRules } from './rebuild.ts';

type Row = Readonly<Record<string, unknown>>;

/** What is compared: stored rows and computed ones, by keys, as far as the condition lets them through. */
interface Comparison {
  readonly table: string;
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  readonly computed: RawBuilder<unknown>;
  /** Of the joined row. */
  readonly where: RawBuilder<unknown>;
}

const everything = sql.raw('true');
/** How far a rebuild is that is under way: customers from this one on still have what was true by other rules. */
const rebuiltTo = sql.raw(`(select coalesce(rebuild_from, ${LAST_ID}) from fact_rules)`);
/** Before the first of them every sum is dropped. */
const hasSums = sql`${rebuiltTo} > 0`;
const isRebuilt = sql.raw('(select rebuild_from is null from fact_rules)');
/** The date by which the rules count. */
const configured = sql.raw('(select date_type from fact_rules)');
const allRows = freshChains(sql`select ${chained} from order_fact`);

/** Compares all that is derived with the facts, each table in one statement, so in one state of the data. */
export async function compareAllDerived(
  db: Kysely<Tables>,
  rules: CountingRules,
  most: number,
): Promise<readonly FactDifference[]> {
  const differences: FactDifference[] = [...(await compareRules(db, rules))];
  const steps = [
    () => compareChains(db, most),
    () => compareTally(db),
    ...[
      listedCustomers,
      customerFact,
      customerYear,
      ...dayTables.flatMap(comparedDays),
      ...levelTables.map(comparedLevels),
    ].map((comparison) => () => compareTable(db, comparison, most)),
  ];
  for (const step of steps) {
    if (differences.length >= most) break;
    differences.push(...(await step()));
  }
  return differences.slice(0, most);
}

async function compareRules(db: Kysely<Tables>, rules: CountingRules): Promise<readonly FactDifference[]> {
  const { rows } = await sql<Row>`
    select date_type, week_starts_on, excluded_statuses from fact_rules`.execute(db);
  const computed = storedRules(rules);
  const stored = rows[0] && { ...rows[0] };
  return isDeepStrictEqual(stored, computed) ? [] : [{ table: 'fact_rules', key: 'id=1', stored, computed }];
}

async function compareChains(db: Kysely<Tables>, most: number): Promise<readonly FactDifference[]> {
  const { rows } = await sql<{ order_id: number; stored: Row; computed: Row }>`
    with ${allRows}
    select order_id,
      jsonb_build_object('is_returning', is_returning, 'counted_day', counted_day, 'previous_day', previous_day) as stored,
      jsonb_build_object('is_returning', new_is_returning, 'counted_day', new_counted_day, 'previous_day', new_previous_day)
        as computed
    from fresh where ${chainDiffers} and customer_id < ${rebuiltTo} order by order_id limit ${most}`.execute(db);
  return rows.map(({ order_id, stored, computed }) => ({
    table: 'order_fact',
    key: `order_id=${order_id}`,
    stored,
    computed,
  }));
}

async function compareTable(db: Kysely<Tables>, asked: Comparison, most: number): Promise<readonly FactDifference[]> {
  const { table, keys, sums, computed, where } = asked;
  const names = (of: readonly string[], make: (name: string) => string = (name) => name) =>
    sql.raw(of.map(make).join(', '));
  const object = (source: string) =>
    sql.raw(`jsonb_build_object(${sums.map((sum) => `'${sum}', ${source}.${sum}`).join(', ')})`);
  const first = sql.raw(keys[0] ?? '');
  const { rows } = await sql<Row & { stored: Row | null; computed: Row | null }>`
    with computed as (${computed})
    select ${names(keys)},
      case when stored.${first} is not null then ${object('stored')} end as stored,
      case when computed.${first} is not null then ${object('computed')} end as computed
    from ${sql.raw(table)} stored full join computed using (${names(keys)})
    where (${names(sums, (sum) => `stored.${sum}`)}) is distinct from (${names(sums, (sum) => `computed.${sum}`)}) and ${where}
    order by ${names(keys)} limit ${most}`.execute(db);
  return rows.map((row) => ({
    table,
    key: keys.map((key) => `${key}=${row[key]}`).join(' '),
    stored: row.stored ?? undefined,
    computed: row.computed ?? undefined,
  }));
}

const customerFact: Comparison = {
  table: 'customer_fact',
  keys: ['customer_id'],
  sums: ['orders_count', 'total_spend', 'average_value', 'last_order_at', 'first_day', 'last_day'],
  // Whoever has no orders may have a row of zeros or none.
  computed: sql`with ${allRows} ${customerSums(sql`select customer_id from customer_fact`)}`,
  where: sql`customer_id < ${rebuiltTo}`,
};

const customerYear: Comparison = {
  table: 'customer_year',
  keys: ['customer_id', 'year'],
  sums: ['orders', 'spend', 'last_order_at'],
  computed: sql`with ${allRows} ${customerYears()}`,
  where: sql`customer_id < ${rebuiltTo}`,
};

/** Whoever is a customer is listed, whatever they bought, and nobody else. */
const listedCustomers: Comparison = {
  table: 'customer_fact',
  keys: ['customer_id'],
  sums: ['is_listed'],
  computed: sql`select id as customer_id, true as is_listed from customer
    union all select customer_id, false from customer_fact
    where not exists (select from customer where customer.id = customer_fact.customer_id)`,
  where: everything,
};

async function compareTally(db: Kysely<Tables>): Promise<readonly FactDifference[]> {
  const { rows } = await sql<{ stored: number; computed: number }>`
    select (select coalesce(sum(customers), 0)::int from customer_tally) as stored,
      (select count(*)::int from customer) as computed`.execute(db);
  return rows.flatMap(({ stored, computed }) =>
    stored === computed
      ? []
      : [{ table: 'customer_tally', key: '', stored: { customers: stored }, computed: { customers: computed } }],
  );
}

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
  // First visits are where they are counted from, which other customers still have by other rules.
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
    ...{ table: months, keys: monthKeys(counted), sums },
    computed: monthsOf(counted, sql`(${days}) days`),
    where: unmarked(startOf('month', sql.raw('d.day')), 'coalesce(stored.start, computed.start)'),
  };
  return [ofDays, ofMonths];
}

const storedType = sql.raw('coalesce(stored.date_type, computed.date_type)');

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
    ...{ table, sums, keys: ['date_type', 'level', 'start', ...keys] },
    computed: sql`
      select month.date_type, at.level, at.start, ${key},
        ${sql.raw(sums.map((sum) => `sum(month.${sum})::bigint as ${sum}`).join(', '))}
      from (${byMonth}) month cross join lateral (values ${starts}) at (level, start) group by 1, 2, 3, ${key}`,
    where: sql`${hasSums} and not exists (select from dirty_day d where d.date_type = ${storedType}
      and ${begin('d.day')} = coalesce(stored.start, computed.start))`,
  };
}
