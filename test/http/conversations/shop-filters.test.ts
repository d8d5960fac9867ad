import { storesOf } from '@backroom/adapters-persistence';
import { expect, it } from 'vitest';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

type Json = Readonly<Record<string, unknown>>;

onEveryDatabase('filters of lists of the shop', (world) => {
  const ask = (method: string, route: string, body?: Json) =>
    askShop(world(), method, `/shop/v3${route}`, { bearer: world().ada.token ?? '', ...(body && { body }) });
  const make = async (route: string, body: Json): Promise<Json> => {
    const answer = await ask('POST', route, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const idsOf = async (route: string) => {
    const { status, text, headers } = await ask('GET', route);
    expect(status, text).toBe(200);
    const ids = (JSON.parse(text) as readonly Json[]).map(({ id }) => id);
    expect(headers.get('x-cms-total')).toBe(String(ids.length));
    return ids;
  };

  it('show the orders of a customer', async () => {
    const sums = { total: '5', total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' };
    const lines = [{ name: 'Mug', quantity: 1, subtotal: '5', total: '5' }];
    const orderOf = (email: string | null) =>
      make('/orders', { ...sums, lines, billing: { first_name: 'Ida', email } });
    const [first, second] = [await orderOf('ida@example.test'), await orderOf('ida@example.test')];
    await orderOf('bo@example.test');
    const list = `/orders?customer_id=${first.customer_id}&orderby=id&order=asc`;
    expect(await idsOf(list)).toEqual([first.id, second.id]);
    expect(await idsOf(`${list}&status=completed`)).toEqual([]);
    expect(await idsOf('/orders?customer_id=2000000000')).toEqual([]);
    for (const wrong of ['x', '0', '1.5', '2147483648']) {
      const refused = await ask('GET', `/orders?customer_id=${wrong}`);
      expect(refused, wrong).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
      expect(Object.keys(refused.body.data.details ?? {})).toEqual(['customer_id']);
    }
  });

  it('show the products in a category or below it, which are counted', async () => {
    const top = await make('/products/categories', { name: 'Lamps', slug: 'lamps' });
    const below = await make('/products/categories', { name: 'Wall', slug: 'wall', parent_id: top.id });
    const one = await make('/products', { name: 'Sconce', category_ids: [below.id, top.id] });
    const other = await make('/products', { name: 'Torch', category_ids: [below.id], status: 'draft' });
    await make('/products', { name: 'Chair' });
    const list = `/products?category_id=${top.id}&orderby=id&order=asc`;
    expect(await idsOf(list)).toEqual([one.id, other.id]);
    expect(await idsOf(`${list}&status=draft`)).toEqual([other.id]);
    expect(await idsOf('/products?category_id=2000000000')).toEqual([]);
    const { status, text } = await ask('GET', '/products/categories/counts');
    expect(status, text).toBe(200);
    expect(JSON.parse(text)).toEqual([
      { ...top, product_count: 1, total_product_count: 2 },
      { ...below, product_count: 2, total_product_count: 2 },
    ]);
  });

  it('find values of attributes that reports are filtered by', async () => {
    const { taxonomy } = storesOf(world().application.database);
    const terms = [
      { id: 26, name: 'Crème', slug: 'creme' },
      { id: 24, name: 'Red', slug: 'red' },
    ];
    await taxonomy.saveAttributes([
      { id: 1, name: 'Colour', key: 'pa_color', terms },
      { id: 2, name: 'Size', key: 'pa_size', terms: [{ id: 27, name: 'S', slug: 's' }] },
    ]);
    const values = async (query: string) => (await world().ada.get(`/reports/attribute-values?${query}`)).body;
    expect(await values('q=creme')).toEqual([
      { attribute_id: 1, term_id: 26, key: 'pa_color', value: 'creme', attribute: 'Colour', term: 'Crème' },
    ]);
    expect(await values('q=colour%20red')).toMatchObject([{ value: 'red' }]);
    expect(await values('')).toMatchObject([{ value: 'creme' }, { value: 'red' }, { value: 's' }]);
    expect(await values('limit=1')).toHaveLength(1);
    expect(await values('q=nothing')).toEqual([]);
    expect((await world().ada.get('/reports/attribute-values?limit=201')).status).toBe(422);
  });
});
