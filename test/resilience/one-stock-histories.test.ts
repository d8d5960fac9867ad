import { DomainError, type Order, UNIT } from '@backroom/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { openStockroom, type Sold, type Stockroom, type Wanted } from '../support/stockroom.ts';
import { coreOn } from '../support/stores.ts';

const statuses = ['checkout-draft', 'pending', 'processing', 'on-hold', 'completed', 'cancelled', 'failed', 'refunded'];
const lines = fc.array(fc.record({ which: fc.nat(1), quantity: fc.integer({ min: 0, max: 4 }) }), { maxLength: 3 });
const step = fc.oneof(
  fc.record({ do: fc.constant('make' as const), status: fc.constantFrom(...statuses), lines }),
  fc.record({ do: fc.constant('turn' as const), order: fc.nat(9), status: fc.constantFrom(...statuses) }),
  fc.record({ do: fc.constant('edit' as const), order: fc.nat(9), lines }),
  fc.record({ do: fc.constant('refund' as const), order: fc.nat(9), line: fc.nat(2), restock: fc.boolean() }),
  fc.record({ do: fc.constant('unrefund' as const), order: fc.nat(9) }),
  fc.record({ do: fc.constant('bin' as const), order: fc.nat(9), force: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(5, 45, 90) }),
  fc.record({ do: fc.constant('sweep' as const) }),
  fc.record({ do: fc.constant('move' as const), which: fc.nat(1), quantity: fc.integer({ min: -3, max: 5 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does one step, whatever may come of it; only refusals are let pass. */
async function take(room: Stockroom, sold: readonly Sold[], orders: Order[], each: Step): Promise<void> {
  const order = 'order' in each ? orders[each.order % Math.max(1, orders.length)] : undefined;
  const wanted = (list: readonly { which: number; quantity: number }[]): Wanted[] =>
    list.map(({ which, quantity }) => ({ product: sold[which]?.productId ?? null, quantity }));
  try {
    await act(room, { each, order, orders, sold, wanted });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

interface Scene {
  readonly each: Step;
  readonly order: Order | undefined;
  readonly orders: Order[];
  readonly sold: readonly Sold[];
  wanted(list: readonly { which: number; quantity: number }[]): Wanted[];
}

async function act(room: Stockroom, { each, order, orders, sold, wanted }: Scene): Promise<void> {
  const { core, me } = room;
  if (each.do === 'make') orders.push(await room.order(each.status, wanted(each.lines)));
  if (each.do === 'wait') room.clock.advance(each.minutes * 60_000);
  if (each.do === 'sweep') await core.inventory.expireReservations(me, {});
  if (each.do === 'move') {
    const item = { id: sold[each.which]?.item.id ?? 0 };
    const quantity = Math.abs(each.quantity) * UNIT;
    await core.inventory.recordOperation(me, { type: each.quantity < 0 ? 'issue' : 'receipt', item, quantity });
  }
  if (!order) return;
  if (each.do === 'turn') await room.turn(order, each.status);
  if (each.do === 'bin') await core.orders.deleteOrder(me, { id: order.id, force: each.force });
  if (each.do === 'refund') {
    const line = order.lines[each.line];
    if (line) await room.refund(order, [{ product: line.productId, quantity: 1, line: line.id }], each.restock);
  }
  if (each.do === 'unrefund') {
    const [refund] = (await room.stores.orders.find(order.id))?.refunds ?? [];
    if (refund) await core.orders.deleteRefund(me, { orderId: order.id, id: refund.id });
  }
  if (each.do === 'edit') {
    const list = wanted(each.lines).map(({ product, quantity }, index) => ({
      ...{ id: index + 1, product_id: product, name: '', quantity, subtotal: 10 * quantity, total: 10 * quantity },
    }));
    await core.orders.updateOrder(me, { id: order.id, record: { lines: list, total: 120 } });
  }
}

/** Lines of orders that are out have exactly one issue that is not taken back; others have none. */
async function expectIssues(room: Stockroom, sold: readonly Sold[], orders: readonly Order[]): Promise<void> {
  const operations = (await Promise.all(sold.map(({ item }) => room.operations(item)))).flat();
  const open = operations.filter(
    ({ type, reversedById, source }) => type === 'issue' && reversedById === null && source === 'shop_order',
  );
  const issued = open.map(({ reference }) => `${reference?.id} ${reference?.line}`).toSorted();
  const stored = await Promise.all(orders.map(({ id }) => room.stores.orders.find(id)));
  const expected = stored.flatMap((each) =>
    (each?.stock ?? [])
      .filter(({ state }) => state === 'issued')
      .map(({ lineId, round }) => `${each?.order.id} ${lineId}${round === 1 ? '' : `#${round}`}`),
  );
  expect(issued).toEqual(expected.toSorted());
}

describe.each(databases)('random histories of orders on $name', (database) => {
  let room: Stockroom;
  beforeAll(async () => {
    room = await openStockroom(database, coreOn);
  });
  afterAll(() => room?.stores.close());

  it('leave a ledger that agrees with every balance, every reservation and every order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const sold = [await room.sell(6), await room.sell(3)];
        const orders: Order[] = [];
        for (const each of steps) await take(room, sold, orders, each);
        expect(await room.faults()).toEqual([]);
        await expectIssues(room, sold, orders);
      }),
      { numRuns: process.env.BACKROOM_LONG ? 200 : 15 },
    );
  }, 300_000);
});
