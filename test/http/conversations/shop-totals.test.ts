import { expect, it } from 'vitest';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase, type World } from '../../support/world.ts';

interface Totals {
  readonly total: number;
  readonly statuses: readonly { readonly status: string; readonly total: number }[];
}

const sums = { total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0', total: '5' };
const lines = [{ name: 'Mug', quantity: 1, subtotal: '5', total: '5' }];

onEveryDatabase('totals of lists of the shop', (world: () => World) => {
  const ask = (method: string, route: string, body?: object) =>
    askShop(world(), method, `/shop/v3${route}`, { bearer: world().ada.token ?? '', ...(body && { body }) });
  const make = async (route: string, body: object): Promise<number> => {
    const answer = await ask('POST', route, body);
    expect(answer.status, answer.text).toBe(201);
    return Number(answer.body.id);
  };
  const counted = async (route: string) => {
    const { status, body, text } = await ask('GET', route);
    expect(status, text).toBe(200);
    const { total, statuses } = body as unknown as Totals;
    const found = statuses.filter((each) => each.total > 0).map((each) => [each.status, each.total]);
    return { total, found: Object.fromEntries(found), all: statuses.length };
  };

  it('count orders by status, as far as they match', async () => {
    const ids: number[] = [];
    for (const [day, email] of [
      ['2024-05-01', 'ida@example.test'],
      ['2024-05-02', 'kim@example.test'],
      ['2024-05-03', 'ida@example.test'],
    ])
      ids.push(
        await make('/orders', {
          ...{ ...sums, lines, status: 'processing', created_at: `${day}T22:30:00Z`, billing: { email } },
        }),
      );
    expect(await counted('/orders/totals')).toEqual({ total: 3, found: { processing: 3 }, all: 9 });
    expect(await counted('/orders/totals?after=2024-05-02T12:00:00')).toMatchObject({ found: { processing: 2 } });
    expect(await counted(`/orders/totals?exclude=${ids[2]}&search=ida`)).toMatchObject({ total: 1 });
    expect(await counted('/orders/totals?search=nothing')).toEqual({ total: 0, found: {}, all: 9 });
    await ask('PATCH', `/orders/${ids[0]}`, { status: 'trash' });
    expect(await counted('/orders/totals')).toMatchObject({ total: 3, found: { trash: 1, processing: 2 } });
    // As the list has them without a filter by status.
    expect((await ask('GET', '/orders')).headers.get('x-cms-total')).toBe('3');
  });

  it('count products, of which the list leaves out those begun from a template', async () => {
    for (const status of ['publish', 'draft', 'auto-draft']) await make('/products', { name: 'Mug', status });
    const found = { publish: 1, draft: 1, 'auto-draft': 1 };
    expect(await counted('/products/totals')).toEqual({ total: 2, found, all: 6 });
    expect((await ask('GET', '/products')).headers.get('x-cms-total')).toBe('2');
  });

  it.each([`search=${'x'.repeat(201)}`, 'after=yesterday', 'include=x'])('refuse %s', async (query) => {
    expect(await ask('GET', `/orders/totals?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param' },
    });
  });

  it('need a permission', async () => {
    expect(await world().anonymous.get('/cms-json/shop/v3/orders/totals')).toMatchObject({ status: 401 });
  });
});
