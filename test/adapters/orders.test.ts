import type { Core } from '@backroom/core';
import { outcomes } from '@backroom/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const administrator = anAdministrator();
type Json = Readonly<Record<string, unknown>>;

/** An order of two mugs, with tax on goods and shipping: 20 net, 4 tax, 5 shipping, 1 tax on it. */
const anOrder = (changes: Json = {}): Json => ({
  status: 'processing',
  created_at: '2025-03-01T10:00:00Z',
  paid_at: '2025-03-01T10:05:00Z',
  billing: { first_name: 'Ida', last_name: 'Iversen', email: 'ida@example.test', country: 'DK', city: 'Aarhus' },
  total: '30',
  total_tax: '5',
  shipping_total: '5',
  shipping_tax: '1',
  discount_total: '0',
  lines: [{ id: 1, product_id: 10, name: 'Mug', quantity: 2, subtotal: '20', total: '20', taxes: { 1: '4' } }],
  shipping_lines: [{ title: 'Post', total: '5', taxes: { 1: '1' } }],
  tax_lines: [
    { rate_id: 1, rate_code: 'DK-MOMS-1', label: 'Moms', percent: '20', tax_total: '4', shipping_tax_total: '1' },
  ],
  ...changes,
});

for (const database of databases) {
  describe(`orders on ${database.name}`, () => {
    let stores: Stores;
    let core: Core;
    const create = (changes: Json = {}) => core.orders.createOrder(administrator, { record: anOrder(changes) });
    const update = (id: number, record: Json) => core.orders.updateOrder(administrator, { id, record });
    const refund = (orderId: number, record: Json) => core.orders.createRefund(administrator, { orderId, record });
    const found = async (id: number) => core.orders.readOrder(administrator, { id });

    beforeAll(async () => {
      stores = await openStores(database);
      core = coreOn(stores);
    });
    afterAll(async () => {
      const { differences } = await core.analytics.verifyAnalytics(administrator, {});
      await stores.close();
      expect(differences).toEqual([]);
    });

    it('get an id, a customer, ids of lines and where their taxes are charged', async () => {
      const order = await create();
      expect(order.id).toBeGreaterThan(0);
      expect(order.customerId).toBeGreaterThan(0);
      expect(order.currency).toBe('USD');
      expect(order.shippingLines[0]?.id).toBe(2);
      expect(order.taxLines[0]).toMatchObject({ country: 'DK', state: '', priority: 1 });
      expect((await found(order.id)).order).toEqual(order);
    });

    it('keep an id of their own, once', async () => {
      expect((await create({ id: 70_001 })).id).toBe(70_001);
      await expect(create({ id: 70_001 })).rejects.toMatchObject({ code: 'shop_rest_order_exists' });
    });

    it('of two at once with one id are stored once', async () => {
      const both = await outcomes([create({ id: 70_002 }), create({ id: 70_002 })]);
      expect(both).toEqual({ done: 1, refused: ['shop_rest_order_exists'] });
    });

    it('of one guest at once make one customer', async () => {
      const billing = { email: 'Twice@example.test' };
      const [one, two] = await Promise.all([create({ billing }), create({ billing: { email: 'twice@EXAMPLE.test' } })]);
      expect(one.customerId).toBe(two.customerId);
    });

    it('of a registered buyer belong to the customer with that user', async () => {
      const record = { id: 5_001, user_id: 42, email: 'kim@example.test', first_name: 'Kim' };
      await core.orders.createCustomer(administrator, { record });
      expect((await create({ user_id: 42 })).customerId).toBe(5_001);
      expect((await create({ billing: { email: 'KIM@example.test' } })).customerId).toBe(5_001);
    });

    it('refresh their customer when they are the newest', async () => {
      const billing = (city: string) => ({ email: 'moving@example.test', city });
      const { customerId } = await create({ billing: billing('Here') });
      await create({ billing: billing('There'), created_at: '2025-05-01T00:00:00Z' });
      await create({ billing: billing('Once'), created_at: '2024-05-01T00:00:00Z' });
      const customer = await core.orders.readCustomer(administrator, { id: customerId ?? 0 });
      expect(customer).toMatchObject({ city: 'There', lastActiveAt: new Date('2025-05-01T00:00:00Z') });
    });

    it('keep absent members of a change', async () => {
      const order = await create();
      const changed = await update(order.id, { status: 'completed', completed_at: '2025-03-02T10:00:00Z' });
      const { modifiedAt: _, ...rest } = order;
      expect(changed).toMatchObject({ ...rest, status: 'completed', completedAt: new Date('2025-03-02T10:00:00Z') });
    });

    it('leave the bin only to where they were', async () => {
      const { id } = await create({ status: 'on-hold' });
      await core.orders.deleteOrder(administrator, { id, force: false });
      await expect(update(id, { status: 'completed' })).rejects.toMatchObject({
        code: 'shop_rest_invalid_status_transition',
      });
      expect((await update(id, { status: 'on-hold' })).status).toBe('on-hold');
    });

    it('never return to a draft', async () => {
      const { id } = await create();
      await expect(update(id, { status: 'checkout-draft' })).rejects.toMatchObject({
        code: 'shop_rest_invalid_status_transition',
      });
    });

    it('are refunded by amount, and never more than is left', async () => {
      const { id } = await create();
      expect(await refund(id, { amount: '29.99' })).toMatchObject({ kind: 'partial', total: -29_990_000 });
      await expect(refund(id, { amount: '0.02' })).rejects.toMatchObject({ code: 'shop_rest_invalid_refund_amount' });
      await refund(id, { amount: '0.01' });
    });

    it('are refunded line by line, and never more than there were', async () => {
      const { id } = await create();
      const line = {
        product_id: 10,
        name: 'Mug',
        quantity: -1,
        subtotal: '-10',
        total: '-10',
        taxes: { 1: '-2' },
        refunded_line_id: 1,
      };
      const one = { amount: '12', total_tax: '-2', lines: [line] };
      await refund(id, one);
      await expect(refund(id, { ...one, lines: [{ ...line, quantity: -2 }] })).rejects.toMatchObject({
        code: 'shop_rest_invalid_refund_amount',
      });
      await refund(id, one);
      await expect(refund(id, { ...one, amount: '1', total_tax: '0' })).rejects.toMatchObject({
        code: 'shop_rest_invalid_refund_amount',
      });
    });

    it('are refunded once by two concurrent requests', async () => {
      const { id } = await create();
      const both = await outcomes([refund(id, { amount: '20' }), refund(id, { amount: '20' })]);
      expect(both).toEqual({ done: 1, refused: ['shop_rest_invalid_refund_amount'] });
    });

    it('refund all that is left when they are set to refunded', async () => {
      const { id } = await create();
      await refund(id, { amount: '10' });
      await update(id, { status: 'refunded' });
      const { refunds } = await found(id);
      expect(refunds.map(({ amount, kind }) => [amount, kind])).toEqual([
        [10_000_000, 'partial'],
        [20_000_000, 'full'],
      ]);
    });

    it('do not shrink below what was refunded', async () => {
      const { id } = await create();
      await refund(id, { amount: '25' });
      await expect(update(id, { total: '24' })).rejects.toMatchObject({ code: 'shop_rest_invalid_refund_amount' });
    });

    it('have again what a deleted refund gave back', async () => {
      const { id } = await create();
      const { id: refundId } = await refund(id, { amount: '30' });
      await core.orders.deleteRefund(administrator, { orderId: id, id: refundId });
      expect((await refund(id, { amount: '30' })).kind).toBe('full');
    });

    it('are deleted together with a customer without other orders', async () => {
      const { id, customerId } = await create({ billing: { email: 'once@example.test' } });
      await core.orders.deleteOrder(administrator, { id, force: true });
      await expect(found(id)).rejects.toMatchObject({ code: 'shop_rest_order_invalid_id' });
      await expect(core.orders.readCustomer(administrator, { id: customerId ?? 0 })).rejects.toMatchObject({
        code: 'shop_rest_customer_invalid_id',
      });
    });

    it('name every member that is wrong', async () => {
      await expect(create({ total: 'much', lines: [{ id: 1, quantity: 1.5 }] })).rejects.toMatchObject({
        code: 'validation_failed',
        details: {
          fields: [
            { path: ['total'], code: 'invalid_format' },
            { path: ['lines', 0, 'quantity'], code: 'wrong_type' },
            { path: ['lines', 0, 'subtotal'], code: 'required' },
            { path: ['lines', 0, 'total'], code: 'required' },
          ],
        },
      });
    });

    it('are not visible to other users', async () => {
      const member = anAdministrator({ role: 'member', capabilities: new Set() });
      await expect(core.orders.createOrder(member, { record: anOrder() })).rejects.toMatchObject({ kind: 'forbidden' });
    });
  });
}
