import { expect, it } from 'vitest';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

onEveryDatabase('links of products in reports', (world) => {
  const ask = (method: string, route: string, body?: object) =>
    askShop(world(), method, route, { bearer: world().ada.token ?? '', ...(body && { body }) });
  const create = async (kind: string, body: object): Promise<number> => {
    const answer = await ask('POST', `/shop/v3/${kind}`, body);
    expect(answer.status, answer.text).toBe(201);
    return Number(answer.body.id);
  };
  const linksIn = async (report: string) => {
    const { body } = await ask('GET', `/shop-analytics/reports/${report}?extended_info=true&order=asc`);
    const rows = body as unknown as readonly { readonly extended_info: { readonly permalink: string } }[];
    return rows.map(({ extended_info: { permalink } }) => permalink);
  };

  it('are the addresses of their public pages, variations those of their product', async () => {
    const mug = await create('products', { name: 'Tall mug', regular_price: '5' });
    const own = await create('products', { name: 'Elsewhere', permalink: 'https://other.example/mug' });
    const shirt = await create('products', { name: 'Linen shirt', type: 'variable' });
    const red = await create(`products/${shirt}/variations`, { regular_price: '9' });
    const lines = [{ product_id: mug }, { product_id: own }, { product_id: shirt, variation_id: red }];
    const none = { total: '15', total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' };
    await create('orders', {
      ...none,
      status: 'completed',
      lines: lines.map((line) => ({ ...line, name: 'Sold', quantity: 1, subtotal: '5', total: '5' })),
    });
    const { body } = await ask('GET', `/shop/v3/products/${mug}`);
    expect(body.permalink).toBe(`${world().url}/product/tall-mug`);
    const shirtLink = `${world().url}/product/linen-shirt`;
    expect(new Set(await linksIn('products'))).toEqual(
      new Set([body.permalink, 'https://other.example/mug', shirtLink]),
    );
    expect(await linksIn('variations')).toContain(shirtLink);
    expect((await fetch(shirtLink)).status).toBe(200);
  });
});
