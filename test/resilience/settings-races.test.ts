import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const administrator = anAdministrator();
const [postgres] = databases.filter(({ name }) => name === 'postgres');
/** A moment that is on another day in the other zone. */
const record = {
  status: 'completed',
  created_at: '2025-03-01T23:30:00Z',
  paid_at: '2025-03-01T23:30:00Z',
  billing: { email: 'ida@example.test', country: 'DK' },
  ...{ total: '20', total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' },
  lines: [{ id: 1, product_id: 10, name: 'Mug', quantity: 2, subtotal: '20', total: '20' }],
};

/** Stops at a given point until it may continue. */
function stop() {
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    reached: reached.promise,
    goOn: () => goOn.resolve(),
    here: async () => {
      reached.resolve();
      await goOn.promise;
    },
  };
}

describe('an order that is written at the moment when the shop gets another time zone', () => {
  let stores: Stores;
  beforeEach(async () => {
    if (!postgres) throw new Error('There is no PostgreSQL.');
    stores = await openStores(postgres, 8);
    await coreOn(stores).settings.changeShopSettings(administrator, { record: { time_zone: 'UTC' } });
    await coreOn(stores).orders.createOrder(administrator, { record });
  });
  afterEach(() => stores?.close());

  const toZone = (store: Stores) =>
    coreOn(store).settings.changeShopSettings(administrator, { record: { time_zone: 'Europe/Copenhagen' } });
  const untilSomebodyWaits = async () => {
    for (;;) {
      const { rows } = await sql`select from pg_locks where not granted and locktype = 'advisory'`.execute(
        stores.database.kysely(),
      );
      if (rows.length > 0) return;
    }
  };
  const days = async () => {
    const { rows } = await sql<{ day: string }>`select created_day as day from order_fact order by order_id`.execute(
      stores.database.kysely(),
    );
    return rows.map(({ day }) => day);
  };
  /** A store that does what another does, with some of its methods replaced. */
  const like = <T extends object>(store: T, changes: Partial<T>): T =>
    new Proxy(store, {
      get: (target, name) => {
        const own = changes[name as keyof T] ?? target[name as keyof T];
        return typeof own === 'function' ? own.bind(target) : own;
      },
    });
  const expectAllInZone = async (count: number) => {
    expect(await days()).toEqual(Array(count).fill('2025-03-02'));
    expect(await coreOn(stores).analytics.verifyAnalytics(administrator, {})).toMatchObject({
      orders: count,
      differences: [],
      underWay: { recount: undefined, rebuildFrom: undefined },
    });
  };

  it('keeps the change waiting from when its customers are held', { timeout: 60_000 }, async () => {
    const paused = stop();
    const facts = like(stores.facts, {
      async write(write) {
        await paused.here();
        await stores.facts.write(write);
      },
    });
    const order = coreOn({ ...stores, facts }).orders.createOrder(administrator, { record });
    await paused.reached;
    const change = toZone(stores);
    await untilSomebodyWaits();
    expect(await days()).toEqual(['2025-03-01']);
    paused.goOn();
    await Promise.all([order, change]);
    await expectAllInZone(2);
  });

  it('waits for a change that was made and is not committed yet', { timeout: 60_000 }, async () => {
    const paused = stop();
    const facts = like(stores.facts, {
      async beginRecount() {
        await stores.facts.beginRecount();
        await paused.here();
      },
    });
    const change = toZone({ ...stores, facts });
    await paused.reached;
    const order = coreOn(stores).orders.createOrder(administrator, { record });
    await untilSomebodyWaits();
    paused.goOn();
    await Promise.all([order, change]);
    await expectAllInZone(2);
  });

  it('is right with four writers and changes one after the other', { timeout: 120_000 }, async () => {
    let isOver = false;
    let count = 1;
    const write = async () => {
      while (!isOver) {
        await coreOn(stores).orders.createOrder(administrator, { record });
        count += 1;
      }
    };
    const writers = Array.from({ length: 4 }, write);
    try {
      for (const zone of ['Pacific/Auckland', 'UTC', 'America/Los_Angeles', 'Europe/Copenhagen'])
        await coreOn(stores).settings.changeShopSettings(administrator, { record: { time_zone: zone } });
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
    await expectAllInZone(count);
  });
});
