import { defaultShopSettings } from '@backroom/core/commerce';
import { type KyselyPlugin, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replacing, withoutDoubles, withPlugin } from '../support/changed-statements.ts';
import { databases } from '../support/databases.ts';
import { type OpenFacts, openFacts, refreshAll } from '../support/fact-stores.ts';
import { dice, madeUp, orderIdsOf } from '../support/facts.ts';
import { MikroFactStore } from '../support/persistence.ts';

const writers = 6;
const customers = 8;
const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const tables = ['tax_day', 'tax_month', 'tax_year', 'coupon_day', 'coupon_month', 'coupon_year'];
const [postgres] = databases.filter(({ name }) => name === 'postgres');

/** Faults of what an order adds, each with a change of the tables if it needs one. */
const faults: readonly (readonly [string, KyselyPlugin, string])[] = [
  ['dropped', replacing('where d.day is not null', 'where d.day is not null and random() > 0.02'), 'select 1'],
  [
    'doubled',
    replacing(
      '(2::smallint, row.paid_day), (3',
      '(2::smallint, row.paid_day), (2::smallint, case when random() < 0.02 then row.paid_day end), (3',
    ),
    'select 1',
  ],
  [
    'shared',
    withoutDoubles('coupon_pending'),
    'create unique index shared_index on coupon_pending (date_type, day, coupon_id, status, is_refund, is_returning)',
  ],
];

/** An order and a second one that differs from it only in its number, so that both add to the same sums. */
function twins(roll: (sides: number) => number, id: number) {
  const seed = roll(1_000_000);
  return [id, id + 5].map((each) => madeUp(dice(seed), each, customers));
}

describe('sums of taxes and coupons that several write while they are moved and read', () => {
  let opened: OpenFacts;
  beforeEach(async () => {
    if (!postgres) throw new Error('There is no PostgreSQL.');
    opened = await openFacts(postgres, writers + 6);
    await opened.addCustomers(customers);
  });
  afterEach(() => opened?.close());

  /** Writes and moves until this number of reads was checked, or one of them was wrong where that ends it. */
  async function watch(
    store: MikroFactStore,
    { checks, isOverWhenWrong }: { checks: number; isOverWhenWrong: boolean },
  ) {
    const { database, facts } = opened;
    const seen = { checks: 0, wrong: 0, written: 0, killed: 0 };
    const end = performance.now() + 30_000;
    const isOver = () =>
      performance.now() > end ||
      (isOverWhenWrong ? seen.wrong > 0 : Math.min(seen.checks, seen.written, seen.killed * 10) >= checks);
    const write = async (writer: number) => {
      const roll = dice(writer + 1);
      const held = new Map<number, readonly number[]>();
      while (!isOver()) {
        const id = 10 * (1 + writer * 12 + roll(12));
        const [first = [], second = []] = roll(8) === 0 ? [] : twins(roll, id);
        const customerIds = Array.from({ length: customers }, (_, index) => index + 1);
        const firstIds = [...new Set([...(held.get(id) ?? []), ...orderIdsOf(first)])];
        // In one unit: nothing is moved between the two.
        await database.unitOfWork.run(async () => {
          await store.holdCustomers(customerIds);
          await store.write({ orderIds: firstIds, rows: first, customerIds });
          await store.write({ orderIds: orderIdsOf(second), rows: second, customerIds });
        });
        held.set(id, orderIdsOf([...first, ...second]));
        seen.written += 1;
      }
    };
    const move = async () => {
      while (!isOver()) await store.refresh().catch(() => undefined);
    };
    const kill = async () => {
      while (!isOver()) {
        await later(5);
        const { rows } = await sql<{ killed: number }>`
          select count(pg_terminate_backend(pid))::int as killed from pg_locks
          where locktype = 'advisory' and objid = 4608 and granted and pid <> pg_backend_pid()
            and database = (select oid from pg_database where datname = current_database())`.execute(database.kysely());
        seen.killed += rows[0]?.killed ?? 0;
      }
    };
    const check = async () => {
      while (!isOver()) {
        const found = await facts.compareDerived(defaultShopSettings, 1_000);
        if (found.some(({ table }) => tables.includes(table))) seen.wrong += 1;
        seen.checks += 1;
      }
    };
    const works = Array.from({ length: writers }, (_, writer) => write(writer));
    await Promise.all([...works, move(), move(), check(), ...(isOverWhenWrong ? [] : [kill()])]);
    return seen;
  }

  it('are never read wrong, also when processes that move them are killed', { timeout: 90_000 }, async () => {
    const { wrong, killed, checks } = await watch(new MikroFactStore(opened.database), {
      checks: 50,
      isOverWhenWrong: false,
    });
    expect(wrong).toBe(0);
    expect(killed).toBeGreaterThan(0);
    expect(checks).toBeGreaterThan(0);
    await refreshAll(opened.facts);
    expect(await opened.facts.compareDerived(defaultShopSettings, 10)).toEqual([]);
  });

  it.each(faults)(
    'would be read wrong if what an order adds were %s',
    { timeout: 90_000 },
    async (_, plugin, change) => {
      await opened.spoil(change);
      const store = new MikroFactStore(withPlugin(opened.database, plugin));
      expect((await watch(store, { checks: 50, isOverWhenWrong: true })).wrong).toBeGreaterThan(0);
    },
  );
});
