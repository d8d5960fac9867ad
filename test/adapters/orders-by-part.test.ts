import type { CountingRules, FactRows, FactStore, Question } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { type OpenFacts, openFacts } from '../support/fact-stores.ts';
import { dayAfter, dice, factRows, madeUp } from '../support/facts.ts';
import { SqlReportRunner } from '../support/persistence.ts';

const rules: CountingRules = defaultShopSettings;
const range = (column: string) => [
  { op: 'atLeast', column, value: '2025-01-01 00:00:00' } as const,
  { op: 'atMost', column, value: '2025-12-31 23:59:59' } as const,
];

/** What is counted of the orders with one of some products: themselves, their products and their coupons. */
function countedWith(products: number | readonly number[], column = 'paid_at') {
  const ofPart = { op: 'among', column: 'product_id', values: [products].flat() } as const;
  const where = { op: 'all', of: [...range(column), { op: 'has', reference: 'lines', where: ofPart }] } as const;
  const groups = { kind: 'groups', keys: {}, orderBy: [] } as const;
  const ofOrders = { op: 'has', reference: 'order', where } as const;
  return {
    orders: { ...groups, from: 'order', where, measures: ['rows', 'net'] },
    products: { ...groups, from: 'line', where: ofOrders, measures: ['products'] },
    coupons: { ...groups, from: 'coupon', where: ofOrders, measures: ['coupons'] },
  } as const satisfies Question;
}

const someShop = (seed: number, orders: number): readonly FactRows[] => {
  const roll = dice(seed);
  return Array.from({ length: orders }, (_, index) => madeUp(roll, 1 + index * 10, 20)).flat();
};

/** An order of many products with many coupons. */
const large = factRows({
  ...{ id: 900, customerId: 1, created: '2025-03-01 10:00:00', paid: '2025-06-01 10:00:00' },
  lines: Array.from({ length: 700 }, (_, index) => [1_000_000 + index, 0, 1, 10] as const),
  coupons: Array.from({ length: 60 }, (_, index) => [index + 1, 1] as const),
});

describe.each(databases)('orders by part on $name', (database) => {
  let opened: OpenFacts;
  let facts: FactStore;
  const sources: string[] = [];
  const runner = () => new SqlReportRunner(opened.database, { onSource: (source) => void sources.push(source) });
  const write = async (rows: readonly FactRows[]) => {
    await opened.addCustomers(20);
    await opened.write(rows);
  };
  beforeAll(async () => {
    opened = await openFacts(database);
    facts = opened.facts;
  });
  beforeEach(async () => {
    await opened.reset();
    sources.length = 0;
  });
  afterAll(() => opened?.close());

  it('count what an order has, also when it has too much for an index', async () => {
    await write([large, factRows({ ...small, id: 901 })]);
    expect(await runner().answer(countedWith(1_000_001))).toEqual({
      orders: [{ rows: 2, net: 7_010 }],
      products: [{ products: 701 }],
      coupons: [{ coupons: 60 }],
    });
    expect(sources).toEqual(['orders by part', 'orders by part', 'orders by part']);
    expect(await facts.compareDerived(rules, 3)).toEqual([]);
  });

  it.each([[[9_007_199_254_740_991]], [[1_000_001, 5, 9_007_199_254_740_991]]])(
    'are read for ids of any size, each order once: %j',
    async (ids) => {
      await write([large, factRows({ ...small, id: 901 })]);
      const { orders } = await runner().answer(countedWith(ids));
      expect(orders).toEqual([ids.length > 1 ? { rows: 2, net: 7_010 } : { rows: 0, net: 0 }]);
    },
  );

  it('follow the date by which the shop counts, and until they do the facts are read', async () => {
    await write([large]);
    await opened.unitOfWork.run(() => facts.useRules({ ...rules, dateType: 'date_created' }));
    const days = async () =>
      (await sql<{ day: string }>`select distinct day from order_part`.execute(opened.database.kysely())).rows;
    const ofCreation = countedWith(1_000_001, 'created_at');
    const right = await runner().answer(ofCreation);
    expect(right.orders).toEqual([{ rows: 1, net: 7_000 }]);
    expect(await days()).toEqual([{ day: '2025-06-01' }]);
    while (await facts.goOnRebuilding()) expect(await runner().answer(ofCreation)).toEqual(right);
    expect(await days()).toEqual([{ day: '2025-03-01' }]);
    expect(await runner().answer(ofCreation)).toEqual(right);
  });

  it('have the products on orders with a tax rate from months and years, pending or moved', async () => {
    const all = soldWithRates(7, 60);
    await write(all);
    await opened.write([], { gone: [110], customers: [1] });
    const kept = all.filter(({ order }) => order.orderId !== 110);
    const check = async () => {
      for (const [after, before] of spans)
        expect(await productsWithRate(runner(), after, before), `${after} to ${before}`).toBe(
          productsAmong(kept, after, before),
        );
    };
    await check();
    expect(await facts.refresh()).toBeGreaterThan(0);
    await check();
    expect(await facts.compareDerived(rules, 3)).toEqual([]);
    await opened.spoil('delete from rate_product_level');
    const [, [after, before]] = spans;
    expect(await productsWithRate(runner(), after, before)).toBe(0);
  });

  it.each([
    'update order_part set net = net + 1 where order_id = 901',
    'update order_part set products = products || 7',
    'delete from order_part where kind = 1',
    "insert into order_part select order_id, 4, 77, '2025-03-01', 0, 1, 'completed', 1, 1, 1, 1, 1, 1 from order_fact where order_id = 901",
    "insert into order_part values (999, 1, 1, '2025-03-01', 0, 1, 'completed', 1, 1, 1, 1, 1, 1, '{}', null)",
  ])('are verified, and a rebuild mends them: %s', async (statement) => {
    await write([factRows({ ...small, id: 901 }), ...someShop(3, 20)]);
    expect(await facts.compareDerived(rules, 3)).toEqual([]);
    await opened.spoil(statement);
    expect((await facts.compareDerived(rules, 3)).map(({ table }) => table)).toContain('order_part');
    await facts.rebuildDerived(rules);
    expect(await facts.compareDerived(rules, 3)).toEqual([]);
  });

  it('are not written by a rebuild where they are right', async () => {
    await write(someShop(3, 20));
    // A row that is locked has another `xmax`.
    const rows = async () =>
      (
        await sql`select ctid::text, xmin::text, xmax::text from order_part order by 1`.execute(
          opened.database.kysely(),
        )
      ).rows;
    const before = await rows();
    expect(before.length).toBeGreaterThan(20);
    await facts.rebuildDerived(rules);
    expect(await rows()).toEqual(before);
  });

  it('are made of the facts of a shop that had none', async () => {
    await write(someShop(4, 60));
    // As the migration leaves it.
    await opened.spoil('delete from order_part');
    await opened.spoil('update fact_rules set rebuild_from = 1');
    while (await facts.goOnRebuilding());
    expect(await facts.compareDerived(rules, 3)).toEqual([]);
    expect((await sql`select from order_part`.execute(opened.database.kysely())).rows.length).toBeGreaterThan(60);
  });
});

const spans = [
  ['2024-01-01', '2025-12-31'],
  ['2024-02-01', '2024-02-29'],
  ['2024-01-10', '2025-03-20'],
  ['2024-06-02', '2024-06-20'],
] as const;
const excluded = [...rules.excludedStatuses, 'trash', 'checkout-draft'];

/** Orders of many products, some with the rate 1, of all statuses. */
const soldWithRates = (seed: number, orders: number): readonly FactRows[] => {
  const roll = dice(seed);
  return Array.from({ length: orders }, (_, index) =>
    factRows({
      ...{
        id: 10 + index * 10,
        customerId: 1,
        status: (['completed', 'processing', 'failed'] as const)[roll(3)] ?? 'failed',
      },
      created: `${dayAfter(roll(700))} 10:00:00`,
      lines: Array.from({ length: 1 + roll(3) }, () => [1 + roll(200), 0, 1, 10] as const),
      taxes: Array.from({ length: roll(3) }, (_, line) => [1 + roll(2), `DE-${line}`, 1] as const),
    }),
  );
};

async function productsWithRate(reports: SqlReportRunner, after: string, before: string) {
  const ofOrders = [
    { op: 'atLeast', column: 'paid_at', value: `${after} 00:00:00` },
    { op: 'atMost', column: 'paid_at', value: `${before} 23:59:59` },
    { op: 'not', of: { op: 'among', column: 'status', values: excluded } },
    { op: 'has', reference: 'taxes', where: { op: 'among', column: 'rate_id', values: [1] } },
  ] as const;
  const where = { op: 'has', reference: 'order', where: { op: 'all', of: ofOrders } } as const;
  const { products } = await reports.answer({
    products: { kind: 'groups', keys: {}, orderBy: [], from: 'line', where, measures: ['products'] },
  });
  return products[0]?.products;
}

const productsAmong = (all: readonly FactRows[], after: string, before: string): number =>
  new Set(
    all
      .filter(({ order, taxes }) => {
        const day = order.paid?.slice(0, 10) ?? '';
        const isCounted = day >= after && day <= before && !excluded.includes(order.status);
        return isCounted && taxes.some(({ rateId }) => rateId === 1);
      })
      .flatMap(({ lines }) => lines.map(({ productId }) => productId)),
  ).size;

/** An order of one product with the large one, and of one without. */
const small = {
  ...{ customerId: 2, created: '2025-03-02 10:00:00' },
  lines: [
    [1_000_001, 0, 1, 4],
    [5, 6, 1, 6],
  ],
  taxes: [[13, 'DE-VAT-1', 0]],
} as const satisfies Omit<Parameters<typeof factRows>[0], 'id'>;
