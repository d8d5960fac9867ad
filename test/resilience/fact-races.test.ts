import type { FactStore } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import { type KyselyPlugin, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replacing, withoutDoubles, withPlugin } from '../support/changed-statements.ts';
import { databases } from '../support/databases.ts';
import { type OpenFacts, openFacts, refreshAll } from '../support/fact-stores.ts';
import { dayAfter, dice, factRows } from '../support/facts.ts';
import { MikroFactStore } from '../support/persistence.ts';
import { reportReaders } from './report-reads.ts';

const writers = 8;
const customers = 6;
/** Few days, so that all writers are on the same ones; the last two are of another month. */
const days = [dayAfter(28), dayAfter(29), dayAfter(30), dayAfter(31), dayAfter(32)];

/** Errors in reads of one state of the data: days whose roll-ups differ from the facts, and rows with the wrong day before. */
const wrongReads = sql<{ days: number; months: number; chains: number }>`
  with fact as (
    select d.date_type, d.unit, d.day, count(*) as entries, sum(total) as total, sum(net) filter (where is_returning) as returning_net
    from order_fact cross join lateral (values
      (1::smallint, 'day', created_day), (2::smallint, 'day', paid_day),
      (1::smallint, 'month', date_trunc('month', created_day::timestamp)::date),
      (2::smallint, 'month', date_trunc('month', paid_day::timestamp)::date)
    ) d (date_type, unit, day)
    where d.day is not null group by 1, 2, 3
  ), kept as (
    select date_type, unit, day, sum(entries) as entries, sum(total) as total, sum(net) filter (where is_returning) as returning_net
    from (
      select date_type, 'day' as unit, day, entries, total, net, is_returning from order_day
      union all
      select date_type, 'month', start, entries, total, net, is_returning from order_month
      union all
      select date_type, unit, date_trunc(unit, day::timestamp)::date, entries, total, net, is_returning
      from order_pending cross join (values ('day'), ('month')) u (unit)
    ) sums group by 1, 2, 3
  ), fact_month as (
    select date_trunc('month', created_day::timestamp)::date as start, product_id, sum(quantity) as quantity
    from line_fact where status = 'completed' group by 1, 2
  ), kept_month as (
    select start, product_id, sum(quantity) as quantity from (
      select start, product_id, quantity from product_level where date_type = 1 and level = 2
      union all
      select created_month, product_id, quantity from line_pending
    ) sums group by 1, 2 having sum(quantity) <> 0
  ), fact_visit as (
    select counted_day as day, count(*) as customers from order_fact
    where counted_day is not null and (previous_day is null or previous_day < counted_day) group by 1
  ), kept_visit as (
    select day, sum(first_in_day) as customers from (
      select day, first_in_day from customer_day union all select day, first_in_day from customer_pending
    ) sums group by 1 having sum(first_in_day) <> 0
  ), chain as (
    select previous_day, lag(paid_day) over (partition by customer_id order by paid_at, order_id) as before
    from order_fact where status = 'completed' and paid_at is not null
  )
  select (
    select count(*)::int from fact full join kept using (date_type, unit, day)
    where (coalesce(fact.entries, 0), coalesce(fact.total, 0), coalesce(fact.returning_net, 0))
      is distinct from (coalesce(kept.entries, 0), coalesce(kept.total, 0), coalesce(kept.returning_net, 0))
  ) as days, (
    select count(*)::int from fact_month full join kept_month using (start, product_id)
    where fact_month.quantity is distinct from kept_month.quantity
  ) + (
    select count(*)::int from fact_visit full join kept_visit using (day) where fact_visit.customers is distinct from kept_visit.customers
  ) as months, (select count(*)::int from chain where previous_day is distinct from before) as chains`;

/** What can be read wrong: also by the reports. */
type Kind = 'days' | 'months' | 'chains' | 'reports';

interface Fault {
  readonly name: string;
  readonly plugin: KyselyPlugin;
  /** A change of the tables that it needs. */
  readonly change: string;
  /** The wrong reads in turn. */
  readonly kinds: readonly Kind[];
}

const unique = (table: string, keys: string): string => `create unique index shared_index on ${table} (${keys})`;
/** Ways in which what an order adds can go wrong. */
const faults: readonly Fault[] = [
  {
    name: 'dropped',
    plugin: replacing('where d.day is not null', 'where d.day is not null and random() > 0.02'),
    change: 'select 1',
    kinds: ['days', 'reports'],
  },
  {
    name: 'doubled',
    plugin: replacing(
      '(2::smallint, row.paid_day), (3',
      '(2::smallint, row.paid_day), (2::smallint, case when random() < 0.02 then row.paid_day end), (3',
    ),
    change: 'select 1',
    kinds: ['days', 'reports'],
  },
  {
    name: 'shared',
    plugin: withoutDoubles('order_pending'),
    change: unique('order_pending', 'date_type, day, status, is_refund, is_returning'),
    kinds: ['days', 'reports'],
  },
  {
    name: 'dropped of lines',
    plugin: replacing(') c where not (', ') c where random() > 0.02 and not ('),
    change: 'select 1',
    kinds: ['months'],
  },
  {
    name: 'doubled of lines',
    plugin: replacing('from signed_line', 'from signed_line cross join generate_series(1, 1 + (random() < 0.02)::int)'),
    change: 'select 1',
    kinds: ['months'],
  },
  {
    name: 'moved to one level of lines only',
    plugin: replacing('(1::smallint, 2::smallint, p.created_month), ', ''),
    change: 'select 1',
    kinds: ['months'],
  },
];

const [postgres] = databases.filter(({ name }) => name === 'postgres');

describe('facts that eight write while their sums are refreshed and read', () => {
  let opened: OpenFacts;
  beforeEach(async () => {
    if (!postgres) throw new Error('There is no PostgreSQL.');
    opened = await openFacts(postgres, writers + 6);
    await opened.addCustomers(customers);
  });
  afterEach(() => opened?.close());

  /** Writes and refreshes until this number of reads was checked, or one of these was wrong. */
  async function watch(
    store: FactStore,
    {
      checks,
      stopsAt,
      mover,
      namesNew = false,
    }: { checks: number; stopsAt: readonly Kind[]; mover?: FactStore; namesNew?: boolean },
  ) {
    const { database, facts } = opened;
    let isOver = false;
    let written = 0;
    const write = async (writer: number) => {
      const roll = dice(writer + 1);
      const last = new Map<number, number>();
      while (!isOver) {
        const id = 1 + writer * 20 + roll(20);
        const customerId = 1 + roll(customers);
        const customerIds = [...new Set([customerId, last.get(id) ?? customerId])].toSorted((a, b) => a - b);
        const at = () => `${days[roll(days.length)]} ${String(roll(24)).padStart(2, '0')}:00:00`;
        const status = roll(5) === 0 ? ('pending' as const) : ('completed' as const);
        const lines = [[1 + roll(4), 0, 1 + roll(9), roll(9_000)] as const];
        const row = factRows({ id, customerId, status, created: at(), paid: roll(6) === 0 ? null : at(), lines });
        const pause = roll(3);
        await database.unitOfWork.run(async () => {
          await store.holdCustomers(customerIds);
          const rows = roll(10) === 0 ? [] : [row];
          await store.write({ orderIds: [id], rows, customerIds, areNew: namesNew && !last.has(id) });
          // The order itself has statements too.
          for (let count = 0; count < pause; count += 1) await sql`select 1`.execute(database.kysely());
        });
        last.set(id, customerId);
        written += 1;
      }
    };
    const refresh = async () => {
      while (!isOver)
        await (mover ?? store).refresh().catch((error: unknown) => {
          if (!mover) throw error;
        });
    };
    const wrong = { days: 0, months: 0, chains: 0, reports: 0, checks: 0, reads: 0 };
    const sources = new Set<string>();
    // As many writes as reads: on a busy machine readers are ahead.
    const isEnough = () =>
      Math.min(wrong.checks, wrong.reads, written) >= checks || stopsAt.some((kind) => wrong[kind] > 0);
    const check = async () => {
      while (!isOver && !isEnough()) {
        const { rows } = await wrongReads.execute(database.kysely());
        for (const kind of ['days', 'months', 'chains'] as const) wrong[kind] += rows[0]?.[kind] ? 1 : 0;
        wrong.checks += 1;
      }
    };
    const readers = reportReaders(database, (source) => sources.add(source)).map(async (isRight) => {
      while (!isOver && !isEnough()) {
        // Read before it is added to: the readers take turns.
        const isWrong = !(await isRight());
        wrong.reports += isWrong ? 1 : 0;
        wrong.reads += 1;
      }
    });
    const ends = () => {
      isOver = true;
    };
    const works = [
      ...Array.from({ length: writers }, (_, writer) => write(writer)),
      refresh(),
      refresh(),
      check(),
      ...readers,
    ];
    await Promise.all(works.map((work) => work.finally(ends)));
    await refreshAll(facts);
    return { ...wrong, written, sources };
  }

  it('are never read wrong, and equal the facts at the end', { timeout: 180_000 }, async () => {
    const watched = { checks: 1_000, stopsAt: [], namesNew: true };
    const { checks, reads, written, sources, ...wrong } = await watch(opened.facts, watched);
    expect(checks).toBeGreaterThanOrEqual(1_000);
    expect(reads).toBeGreaterThanOrEqual(1_000);
    expect(written).toBeGreaterThanOrEqual(1_000);
    expect(wrong).toEqual({ days: 0, months: 0, chains: 0, reports: 0 });
    expect([...sources]).toEqual(expect.arrayContaining(['order_day', 'product_level', 'customer_day']));
    expect(await opened.facts.compareDerived(defaultShopSettings, 10)).toEqual([]);
  });

  const storeWith = (plugin: KyselyPlugin) => new MikroFactStore(withPlugin(opened.database, plugin));

  it('are right although connections end while they move pending rows', { timeout: 180_000 }, async () => {
    const dies = ', case when random() < 0.3 then pg_terminate_backend(pg_backend_pid()) end as dies';
    const mover = storeWith(replacing('from moved) as rows', `from moved) as rows${dies}`));
    const { checks, ...wrong } = await watch(opened.facts, { checks: 200, stopsAt: [], mover });
    expect(checks).toBeGreaterThanOrEqual(200);
    expect(wrong).toMatchObject({ days: 0, months: 0, chains: 0, reports: 0 });
    const killed = async () =>
      (
        await sql<{ killed: number }>`
          select sessions_killed::int as killed from pg_stat_database where datname = current_database()`.execute(
          opened.database.kysely(),
        )
      ).rows[0]?.killed;
    await expect.poll(killed).toBeGreaterThanOrEqual(20);
    expect(await opened.facts.compareDerived(defaultShopSettings, 10)).toEqual([]);
  });

  it.each(faults)(
    'would be read wrong if what an order adds were $name',
    { timeout: 180_000 },
    async ({ plugin, change, kinds }) => {
      await opened.spoil(change);
      for (const kind of kinds) {
        const wrong = await watch(storeWith(plugin), { checks: 5_000, stopsAt: [kind] });
        expect(wrong[kind]).toBeGreaterThan(0);
      }
    },
  );

  it('would have wrong chains if customers were not held', { timeout: 180_000 }, async () => {
    const store = new MikroFactStore(opened.database);
    store.holdCustomers = async () => {};
    const { chains } = await watch(store, { checks: 5_000, stopsAt: ['chains'] });
    expect(chains).toBeGreaterThan(0);
  });
});
