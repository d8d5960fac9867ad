import { type EmbeddedBackroom, openBackroom } from '@backroom/composition';
import { anonymous, type DomainEvent, quantityOf } from '@backroom/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migratedTemplate, ours } from '../support/templates.ts';

const types = [
  'item.created',
  'operation.recorded',
  'stock.low',
  'stock.negative',
  'user.created',
  'login.failed',
] as const;

describe('events of a core', () => {
  let backroom: EmbeddedBackroom;
  let heard: DomainEvent[] = [];
  const names = () => heard.map(({ type }) => type);
  const move = (type: 'receipt' | 'issue', sku: string, quantity: number) =>
    backroom.core.inventory.recordOperation(backroom.actor, { type, item: { sku }, quantity: quantityOf(quantity) });

  beforeAll(async () => {
    const database = { kind: 'memory' as const, template: await migratedTemplate(ours) };
    backroom = await openBackroom({ settings: {}, database });
    for (const type of types) backroom.core.events.on(type, (event) => void heard.push(event));
    const { inventory } = backroom.core;
    await inventory.createItem(backroom.actor, {
      name: 'Lamp',
      sku: 'LAMP',
      quantity: quantityOf(5),
      reorderLevel: quantityOf(2),
    });
    await inventory.createItem(backroom.actor, { name: 'Credit', sku: 'CREDIT', allowNegative: true });
  });
  afterAll(() => backroom?.close());
  beforeEach(() => {
    heard = [];
  });

  it('announce an operation after it is recorded', async () => {
    await move('receipt', 'LAMP', 1);
    expect(heard).toMatchObject([{ type: 'operation.recorded', operation: { sku: 'LAMP', type: 'receipt' } }]);
  });

  it('announce once that stock fell to its reorder level', async () => {
    await move('issue', 'LAMP', 4);
    await move('issue', 'LAMP', 1);
    expect(names()).toEqual(['operation.recorded', 'stock.low', 'operation.recorded']);
  });

  it('announce a balance below zero', async () => {
    await move('issue', 'CREDIT', 1);
    expect(names()).toContain('stock.negative');
  });

  it('omit what was refused', async () => {
    await expect(move('issue', 'LAMP', 100)).rejects.toMatchObject({ code: 'insufficient_stock' });
    expect(heard).toEqual([]);
  });

  it('continue when a listener fails, and so does the work', async () => {
    const stop = backroom.core.events.on('operation.recorded', () => {
      throw new Error('a listener that fails');
    });
    await move('receipt', 'LAMP', 1);
    stop();
    expect(names()).toEqual(['operation.recorded']);
  });

  it('announce new users and failed logins', async () => {
    await backroom.core.identity.createUser(backroom.actor, { username: 'ana' });
    await expect(backroom.core.identity.logIn(anonymous, { username: 'ana', password: 'wrong one' })).rejects.toThrow();
    expect(heard).toMatchObject([{ type: 'user.created' }, { type: 'login.failed', username: 'ana' }]);
  });
});

describe('events of orders', () => {
  it('follow the storing of an order, its change and its deletion', async () => {
    const database = { kind: 'memory' as const, template: await migratedTemplate(ours) };
    const { core, actor, close } = await openBackroom({ database });
    const heard: DomainEvent[] = [];
    core.events.on('order.stored', (event) => void heard.push(event));
    core.events.on('order.deleted', (event) => void heard.push(event));
    const sums = { total: 0, total_tax: 0, shipping_total: 0, shipping_tax: 0, discount_total: 0 };
    const { id } = await core.orders.createOrder(actor, {
      record: { currency: 'EUR', customer_id: null, billing: {}, lines: [], ...sums },
    });
    await core.orders.updateOrder(actor, { id, record: { status: 'completed' } });
    await core.orders.deleteOrder(actor, { id, force: true });
    await close();
    const stored = { type: 'order.stored', orderId: id, total: 0, currency: 'EUR' };
    expect(heard).toMatchObject([
      { ...stored, status: 'pending', statusBefore: null },
      { ...stored, status: 'completed', statusBefore: 'pending' },
      { type: 'order.deleted', orderId: id },
    ]);
  });
});
