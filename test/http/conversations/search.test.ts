import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/client.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase, type World } from '../../support/world.ts';

type Entry = Readonly<Record<string, unknown>>;
type Found = Readonly<Record<'orders' | 'customers' | 'products' | 'items', readonly Entry[]>>;

const sums = { total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' };
const anOrder = (changes: object) => ({
  ...sums,
  status: 'processing',
  total: '20.5',
  lines: [{ name: 'Mug', quantity: 1, subtotal: '20.5', total: '20.5' }],
  ...changes,
});
const ida = { first_name: 'Ída', last_name: 'Sørensen Lund', email: 'ida.lund@example.test' };

onEveryDatabase('search', (world: () => World) => {
  const make = async (route: string, body: object): Promise<number> => {
    const made = await askShop(world(), 'POST', `/shop/v3${route}`, { bearer: world().ada.token ?? '', body });
    expect(made.status, made.text).toBe(201);
    return Number(made.body.id);
  };
  const find = async (q: string, client: Client = world().ada) =>
    client.get<Found>(`/search?q=${encodeURIComponent(q)}`);
  const idsOf = (entries: readonly Entry[] | undefined) => entries?.map(({ id }) => id);
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const at = (day: number) => `2025-03-0${day}T10:00:00Z`;
    ids.first = await make('/orders', anOrder({ number: 'AB-1000', billing: ida, created_at: at(1) }));
    ids.second = await make('/orders', anOrder({ number: 'AB-100', billing: ida, created_at: at(2) }));
    ids.plain = await make('/orders', anOrder({ billing: { email: 'otto@example.test' }, created_at: at(3) }));
    ids.mug = await make('/products', { name: 'Blue Café-Mug (large)', sku: 'MUG-BLUE', type: 'variable' });
    ids.other = await make('/products', { name: 'Mugs for travellers', sku: 'TRAVEL-7' });
    ids.variation = await make(`/products/${ids.mug}/variations`, { sku: 'MUG-BLUE-XL', attributes: { size: 'XL' } });
    const item = { sku: 'SHELF-1', name: 'Großer Krug, blau', barcode: '4006381333931' };
    ids.item = Number((await world().ada.post('/items', item)).body.id);
  });

  it('finds orders by number and mail, the exact one and the newest first', async () => {
    const { status, body, headers } = await find('ab-100');
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' });
    expect(idsOf(body.orders)).toEqual([ids.second, ids.first]);
    expect(body.orders[0]).toEqual({
      ...{ id: ids.second, number: 'AB-100', status: 'processing', created_at: '2025-03-02T10:00:00.000Z' },
      ...{ total: '20.5', currency: 'USD', customer_id: expect.any(Number) },
      ...{ name: 'Ída Sørensen Lund', email: 'ida.lund@example.test' },
    });
    expect(idsOf((await find('#AB-1000')).body.orders)).toEqual([ids.first]);
    expect(idsOf((await find(String(ids.plain))).body.orders)).toEqual([ids.plain]);
    expect(idsOf((await find('IDA.lund@')).body.orders)).toEqual([ids.second, ids.first]);
  });

  it.each(['ida', 'ÍDA SØR', 'sørensen', 'ida.lund@example.test'])('finds customers by %s', async (q) => {
    expect((await find(q)).body.customers).toEqual([
      { id: expect.any(Number), name: 'Ída Sørensen Lund', email: 'ida.lund@example.test', username: null },
    ]);
  });

  it('finds products by sku and by the words of their names, and variations by sku', async () => {
    expect(idsOf((await find('mug-blue')).body.products)).toEqual([ids.mug, ids.variation]);
    expect((await find('MUG-BLUE-X')).body.products[0]).toMatchObject({
      ...{ id: ids.variation, product_id: ids.mug, sku: 'MUG-BLUE-XL', status: 'publish' },
    });
    for (const q of ['cafe', 'large blue', 'blu mug']) expect(idsOf((await find(q)).body.products)).toEqual([ids.mug]);
    expect(idsOf((await find('mug')).body.products)).toEqual([ids.mug, ids.variation, ids.other]);
    expect((await find('mug lamp')).body.products).toEqual([]);
  });

  it('finds items by sku, barcode and the words of their names', async () => {
    for (const q of ['shelf', '4006381333931', 'krug', 'GROSSER'.toLowerCase().replace('ss', 'ß'), 'blau krug'])
      expect((await find(q)).body.items, q).toEqual([
        { id: ids.item, sku: 'SHELF-1', name: 'Großer Krug, blau', barcode: '4006381333931', archived: false },
      ]);
    expect((await find('400638')).body.items).toEqual([]);
  });

  it('returns five of each at most', async () => {
    for (let number = 1; number <= 7; number += 1)
      await make('/products', { name: `Lamp ${number}`, sku: `LA-${number}` });
    expect(idsOf((await find('lamp')).body.products)).toHaveLength(5);
    expect(idsOf((await find('la-')).body.products)).toHaveLength(5);
  });

  describe('of an account', () => {
    it('leaves out kinds that it may not read', async () => {
      expect(Object.keys((await find('mug')).body)).toEqual(['orders', 'customers', 'products', 'items']);
      expect((await find('ida', world().mara)).body).toEqual({ items: [] });
      const manager = await world().person({ shop_role: 'store_manager' });
      expect((await find('ida', manager)).body.customers).toHaveLength(1);
      expect(await find('ida', world().anonymous)).toMatchObject({ status: 401 });
    });
  });

  it.each([
    "'",
    '%',
    '_____',
    '\\',
    "' or 1=1 --",
    ':*',
    '& | ! ( )',
    '<b>mug</b>',
    '\u{10FFFF}',
    '\u202Egum',
    '日本',
    'a'.repeat(100),
    '$1',
    '?',
    '#',
  ])('answers %j with what there is', async (q) => {
    const { status, body } = await find(q);
    expect(status).toBe(200);
    for (const found of Object.values(body)) expect(found.length).toBeLessThanOrEqual(5);
  });

  it.each(['', 'q=', 'q=%20', `q=${'a'.repeat(101)}`, 'q=%00', 'other=1'])('refuses %j', async (query) => {
    expect(await world().ada.get(`/search?${query}`)).toMatchObject({ status: 422 });
  });
});
