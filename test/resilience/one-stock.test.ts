import { outcomes } from '@backroom/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { openStockroom, type Stockroom } from '../support/stockroom.ts';
import { coreOn } from '../support/stores.ts';

const refusal = { code: 'shop_rest_insufficient_stock', kind: 'conflict' };
const MINUTE = 60_000;

describe.each(databases)('one stock of shop and stockroom on $name', (database) => {
  let room: Stockroom;
  beforeAll(async () => {
    room = await openStockroom(database, coreOn);
  });
  afterAll(() => room?.stores.close());
  const types = async (item: { id: number }) => (await room.operations(item)).map(({ type }) => type);

  it('issues a paid order once, whatever statuses it passes', async () => {
    const { item, productId } = await room.sell(5);
    const order = await room.order('processing', [{ product: productId, quantity: 2 }]);
    for (const status of ['completed', 'processing', 'on-hold', 'completed']) await room.turn(order, status);
    const [, issue, ...more] = await room.operations(item);
    expect(issue).toMatchObject({
      ...{ type: 'issue', delta: -20_000, source: 'shop_order', uniqueReference: true, username: 'system' },
      reference: { type: 'order', id: String(order.id), line: '1' },
    });
    expect(more).toEqual([]);
  });

  it('reserves the goods of an unpaid order', async () => {
    const { item, productId } = await room.sell(3);
    const waiting = await room.order('pending', [{ product: productId, quantity: 2 }]);
    expect(await room.stockOf(item)).toEqual({ quantity: 3, reserved: 2 });
    await expect(room.order('processing', [{ product: productId, quantity: 2 }])).rejects.toMatchObject(refusal);
    await room.turn(waiting, 'processing');
    expect(await room.stockOf(item)).toEqual({ quantity: 1, reserved: 0 });
  });

  it('expires overdue reservations, at the next order and from time to time', async () => {
    const { item, productId } = await room.sell(3);
    await room.order('pending', [{ product: productId, quantity: 3 }]);
    room.clock.advance(61 * MINUTE);
    const [linked] = await room.stores.productLinks.stockOf([productId], { bySku: true, now: room.clock.now() });
    expect(linked?.available).toBe(30_000);
    await room.order('pending', [{ product: productId, quantity: 2 }]);
    expect(await room.stockOf(item)).toEqual({ quantity: 3, reserved: 2 });
    room.clock.advance(61 * MINUTE);
    expect(await room.core.inventory.expireReservations(room.me, {})).toBe(1);
    expect(await room.stockOf(item)).toEqual({ quantity: 3, reserved: 0 });
  });

  it('takes a cancelled order back, and issues it again when it is reopened', async () => {
    const { item, productId } = await room.sell(5);
    const order = await room.order('processing', [{ product: productId, quantity: 2 }]);
    await room.turn(order, 'cancelled');
    expect(await room.stockOf(item)).toEqual({ quantity: 5, reserved: 0 });
    await room.turn(order, 'processing');
    expect(await types(item)).toEqual(['receipt', 'issue', 'reversal', 'issue']);
    expect((await room.operations(item)).at(-1)?.reference?.line).toBe('1#2');
    await room.turn(order, 'pending');
    expect(await room.stockOf(item)).toEqual({ quantity: 5, reserved: 2 });
  });

  it('takes an order back that is put into the bin or deleted, and issues it again when it is restored', async () => {
    const { item, productId } = await room.sell(5);
    const order = await room.order('completed', [{ product: productId, quantity: 2 }]);
    await room.core.orders.deleteOrder(room.me, { id: order.id, force: false });
    expect(await room.stockOf(item)).toMatchObject({ quantity: 5 });
    await room.turn(order, 'completed');
    expect(await room.stockOf(item)).toMatchObject({ quantity: 3 });
    await room.core.orders.deleteOrder(room.me, { id: order.id, force: true });
    expect(await room.stockOf(item)).toMatchObject({ quantity: 5 });
  });

  it('releases the goods of an order that is removed', async () => {
    const { item, productId } = await room.sell(2);
    const order = await room.order('pending', [{ product: productId, quantity: 2 }]);
    await room.core.orders.deleteOrder(room.me, { id: order.id, force: true });
    expect(await room.stockOf(item)).toEqual({ quantity: 2, reserved: 0 });
  });

  it('restocks a refund on request only', async () => {
    const { item, productId } = await room.sell(5);
    const order = await room.order('completed', [{ product: productId, quantity: 4 }]);
    await room.refund(order, [{ product: productId, quantity: 1, line: 1 }], false);
    expect(await room.stockOf(item)).toMatchObject({ quantity: 1 });
    const refund = await room.refund(order, [{ product: productId, quantity: 2, line: 1 }]);
    expect((await room.operations(item)).at(-1)).toMatchObject({
      ...{ type: 'receipt', delta: 20_000, source: 'shop_order' },
      reference: { type: 'refund', id: String(refund.id), line: '1' },
    });
  });

  it('counts what was put back once: neither cancelling nor opening again nor deleting the refund adds to it', async () => {
    const { item, productId } = await room.sell(5);
    const order = await room.order('completed', [{ product: productId, quantity: 3 }]);
    const refund = await room.refund(order, [{ product: productId, quantity: 1, line: 1 }]);
    expect(await room.stockOf(item)).toMatchObject({ quantity: 3 });
    await room.turn(order, 'cancelled');
    expect(await room.stockOf(item)).toMatchObject({ quantity: 5 });
    await room.turn(order, 'completed');
    expect(await room.stockOf(item)).toMatchObject({ quantity: 3 });
    const other = await room.refund(order, [{ product: productId, quantity: 1, line: 1 }]);
    expect(await room.stockOf(item)).toMatchObject({ quantity: 4 });
    await room.core.orders.deleteRefund(room.me, { orderId: order.id, id: other.id });
    expect(await room.stockOf(item)).toMatchObject({ quantity: 3 });
    expect(refund.restock).toBe(true);
  });

  it('has everything out again when a refund is deleted that was put back before the order was opened again', async () => {
    const { item, productId } = await room.sell(5);
    const order = await room.order('completed', [{ product: productId, quantity: 3 }]);
    const refund = await room.refund(order, [{ product: productId, quantity: 1, line: 1 }]);
    for (const status of ['cancelled', 'processing']) await room.turn(order, status);
    await room.core.orders.deleteRefund(room.me, { orderId: order.id, id: refund.id });
    expect(await room.stockOf(item)).toMatchObject({ quantity: 2 });
    await room.turn(order, 'cancelled');
    expect(await room.stockOf(item)).toMatchObject({ quantity: 5 });
  });

  it('issues what a refund had kept from leaving, once the refund is deleted', async () => {
    const { item, productId } = await room.sell(5);
    const order = await room.order('pending', [{ product: productId, quantity: 2 }]);
    const refund = await room.refund(order, [{ product: productId, quantity: 2, line: 1 }]);
    expect(await room.stockOf(item)).toEqual({ quantity: 5, reserved: 0 });
    await room.turn(order, 'processing');
    expect(await room.stockOf(item)).toEqual({ quantity: 5, reserved: 0 });
    await room.core.orders.deleteRefund(room.me, { orderId: order.id, id: refund.id });
    expect(await room.stockOf(item)).toEqual({ quantity: 3, reserved: 0 });
  });

  it('holds for a waiting order what refunds leave of it, no longer than before', async () => {
    const { item, productId } = await room.sell(5);
    const order = await room.order('pending', [{ product: productId, quantity: 3 }]);
    room.clock.advance(30 * MINUTE);
    const refund = await room.refund(order, [{ product: productId, quantity: 2, line: 1 }]);
    expect(await room.stockOf(item)).toEqual({ quantity: 5, reserved: 1 });
    await room.core.orders.deleteRefund(room.me, { orderId: order.id, id: refund.id });
    expect(await room.stockOf(item)).toEqual({ quantity: 5, reserved: 3 });
    await room.refund(order, [{ product: productId, quantity: 2, line: 1 }]);
    room.clock.advance(61 * MINUTE);
    await room.core.inventory.expireReservations(room.me, {});
    expect(await room.stockOf(item)).toEqual({ quantity: 5, reserved: 0 });
  });

  it('keeps what was put back when a line of the order changes, and takes it away with its refund', async () => {
    const { item, productId } = await room.sell(9);
    const order = await room.order('processing', [{ product: productId, quantity: 3 }]);
    const refund = await room.refund(order, [{ product: productId, quantity: 1, line: 1 }]);
    const line = { id: 1, product_id: productId, name: 'Thing', quantity: 5, subtotal: 50, total: 50 };
    await room.core.orders.updateOrder(room.me, { id: order.id, record: { lines: [line], total: 50 } });
    expect(await room.stockOf(item)).toMatchObject({ quantity: 5 });
    await room.core.orders.deleteRefund(room.me, { orderId: order.id, id: refund.id });
    expect(await room.stockOf(item)).toMatchObject({ quantity: 4 });
  });

  it('issues what never left when a refunded order is opened, and sends a refunded one back as it was', async () => {
    const { item, productId } = await room.sell(5);
    const waiting = await room.order('pending', [{ product: productId, quantity: 1 }]);
    for (const status of ['refunded', 'completed']) await room.turn(waiting, status);
    expect(await room.stockOf(item)).toMatchObject({ quantity: 4 });
    const order = await room.order('processing', [{ product: productId, quantity: 2 }]);
    await room.turn(order, 'refunded');
    await room.core.orders.deleteOrder(room.me, { id: order.id, force: false });
    expect(await room.stockOf(item)).toMatchObject({ quantity: 4 });
    await room.turn(order, 'refunded');
    expect(await room.stockOf(item)).toMatchObject({ quantity: 2 });
  });

  it('issues an order under the number of one that was removed', async () => {
    const { item, productId } = await room.sell(5);
    const order = await room.order('processing', [{ product: productId, quantity: 2 }]);
    await room.core.orders.deleteOrder(room.me, { id: order.id, force: true });
    await room.order('processing', [{ product: productId, quantity: 3 }], order.id);
    expect(await room.stockOf(item)).toMatchObject({ quantity: 2 });
    expect((await room.operations(item)).at(-1)?.reference?.line).toBe('1#2');
  });

  it('follows the order where a refund does not name its line', async () => {
    const { item, productId } = await room.sell(5);
    const order = await room.order('completed', [{ product: productId, quantity: 3 }]);
    const lines = [{ id: 1, product_id: productId, name: 'Thing', quantity: -1, subtotal: -10, total: -10 }];
    const record = { amount: 10, total: -10, total_tax: 0, shipping_total: 0, restock: true, lines };
    await room.core.orders.createRefund(room.me, { orderId: order.id, record });
    for (const [status, quantity] of [
      ['completed', 3],
      ['failed', 5],
      ['processing', 3],
    ] as const) {
      await room.turn(order, status);
      expect(await room.stockOf(item)).toMatchObject({ quantity });
    }
  });

  it('checks all lines of an order together', async () => {
    const { item, productId } = await room.sell(5);
    const twice = [
      { product: productId, quantity: 3 },
      { product: productId, quantity: 3 },
    ];
    await expect(room.order('processing', twice)).rejects.toMatchObject({
      ...refusal,
      details: { available: 2, requested: 3, sku: item.sku },
    });
    expect(await room.stockOf(item)).toEqual({ quantity: 5, reserved: 0 });
  });

  it('takes what the default place lacks from the other places', async () => {
    const { item, productId } = await room.sell(2);
    const shelf = await room.core.inventory.createLocation(room.me, { code: `S${item.id}`, name: 'Shelf' });
    const request = { type: 'receipt', item: { id: item.id }, quantity: 40_000, location: { id: shelf.id } } as const;
    await room.core.inventory.recordOperation(room.me, request);
    const order = await room.order('processing', [{ product: productId, quantity: 5 }]);
    expect(await room.stockOf(item)).toMatchObject({ quantity: 1 });
    await room.turn(order, 'failed');
    expect((await room.stores.items.stockOf(item.id)).map(({ quantity }) => quantity)).toEqual([20_000, 40_000]);
  });

  it('follows links of several units before equal skus, until they are removed', async () => {
    const [bundle, single] = [await room.sell(10), await room.sell(10)];
    const link = { productId: bundle.productId, itemId: single.item.id, unitsPerSale: 4 };
    await room.core.inventory.linkProduct(room.me, link);
    await expect(room.order('processing', [{ product: bundle.productId, quantity: 3 }])).rejects.toMatchObject(refusal);
    const order = await room.order('processing', [{ product: bundle.productId, quantity: 2 }]);
    await room.core.inventory.unlinkProduct(room.me, { productId: bundle.productId });
    await room.refund(order, [{ product: bundle.productId, quantity: 1, line: 1 }]);
    expect(await room.stockOf(single.item)).toMatchObject({ quantity: 6 });
    expect(await room.stockOf(bundle.item)).toMatchObject({ quantity: 10 });
  });

  it('issues a line again whose quantity changes, and takes a line back that goes', async () => {
    const [one, two] = [await room.sell(9), await room.sell(9)];
    const order = await room.order('processing', [
      { product: one.productId, quantity: 2 },
      { product: two.productId, quantity: 1 },
    ]);
    const line = { id: 1, product_id: one.productId, name: 'Thing', quantity: 5, subtotal: 30, total: 30 };
    await room.core.orders.updateOrder(room.me, { id: order.id, record: { lines: [line] } });
    expect(await room.stockOf(one.item)).toMatchObject({ quantity: 4 });
    expect(await room.stockOf(two.item)).toMatchObject({ quantity: 9 });
  });

  it('moves nothing for orders that try the shop out, and for products that are no items', async () => {
    const { item, productId } = await room.sell(9);
    const order = await room.order('processing', [{ product: 77_777, quantity: 2 }]);
    const record = {
      test: true,
      lines: [{ id: 1, product_id: productId, quantity: 2, name: '', subtotal: 20, total: 20 }],
    };
    await room.core.orders.updateOrder(room.me, { id: order.id, record });
    expect(await types(item)).toEqual(['receipt']);
  });

  it('goes below zero only where the item allows it', async () => {
    const { item, productId } = await room.sell(1, { allowNegative: true });
    await room.order('processing', [{ product: productId, quantity: 3 }]);
    expect(await room.stockOf(item)).toMatchObject({ quantity: -2 });
  });

  it('issues the last piece to one of many', async () => {
    const { item, productId } = await room.sell(3);
    const tries = Array.from({ length: 8 }, (_, index) =>
      room.order(index % 2 === 0 ? 'processing' : 'pending', [{ product: productId, quantity: 1 }]),
    );
    expect(await outcomes(tries)).toEqual({ done: 3, refused: Array(5).fill('shop_rest_insufficient_stock') });
    const { quantity, reserved } = await room.stockOf(item);
    expect(quantity - reserved).toBe(0);
  });

  it('puts back what is there to be put back when many refund at once', async () => {
    const { item, productId } = await room.sell(3);
    const order = await room.order('completed', [{ product: productId, quantity: 3 }]);
    const tries = Array.from({ length: 6 }, () => room.refund(order, [{ product: productId, quantity: 1, line: 1 }]));
    expect((await outcomes(tries)).done).toBe(3);
    expect(await room.stockOf(item)).toMatchObject({ quantity: 3 });
  });

  it('has several orders with the same items in another order at once without standing still', async () => {
    const [one, two] = [await room.sell(20), await room.sell(20)];
    const lines = [one, two].map(({ productId }) => ({ product: productId, quantity: 1 }));
    const tries = Array.from({ length: 10 }, (_, index) =>
      room.order('processing', index % 2 === 0 ? lines : lines.toReversed()),
    );
    expect(await outcomes(tries)).toEqual({ done: 10, refused: [] });
    expect(await room.stockOf(one.item)).toMatchObject({ quantity: 10 });
  });

  it('shows what can be sold as the stock of a product, wherever products are shown', async () => {
    const { item, productId } = await room.sell(7, { reorderLevel: 40_000 });
    await room.core.inventory.linkProduct(room.me, { productId, itemId: item.id, unitsPerSale: 2 });
    const record = { stock_quantity: 99, stock_status: 'onbackorder' };
    const shown = { manageStock: true, stockQuantity: 30_000, stockStatus: 'instock', lowStockAmount: 20_000 };
    expect(await room.core.catalog.updateProduct(room.me, { id: productId, record })).toMatchObject(shown);
    await room.order('pending', [{ product: productId, quantity: 3 }]);
    const after = { ...shown, stockQuantity: 0, stockStatus: 'outofstock' };
    expect(await room.core.catalog.readProduct(room.me, { id: productId })).toMatchObject(after);
    const filter = { include: [productId], orderBy: 'id', order: 'asc' } as const;
    const { entries } = await room.core.catalog.listProducts(room.me, { filter, page: { page: 1, perPage: 9 } });
    expect(entries).toEqual([expect.objectContaining(after)]);
    const asked = { asked: { include: [productId] }, page: 1, perPage: 9, orderBy: 'id', order: 'asc' } as const;
    const report = await room.core.analytics.listStockReport(room.me, asked);
    expect(report.entries).toMatchObject([{ stockStatus: 'outofstock', quantity: 0, lowStockAmount: 20_000 }]);
  });

  it('allows an item that is a product to be archived, and not to be removed', async () => {
    const { item, productId } = await room.sell(0);
    await room.core.inventory.linkProduct(room.me, { productId, itemId: item.id });
    await room.core.inventory.deleteItem(room.me, { id: item.id });
    expect(await room.stores.items.find(item.id)).toMatchObject({ archived: true });
  });

  it('has a ledger that agrees with every balance after all that', async () => {
    expect(await room.faults()).toEqual([]);
  });
});
