import { freshWord } from '@backroom/testing/builders';
import { expect, it } from 'vitest';
import { entriesOf } from '../../support/audit-entries.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

onEveryDatabase('links between products and items', (world) => {
  const product = async (path: string, body: object): Promise<number> => {
    const made = await askShop(world(), 'POST', `/shop/v3/products${path}`, { bearer: world().ada.token ?? '', body });
    expect(made.status, made.text).toBe(201);
    return Number(made.body.id);
  };
  const item = async () => (await world().ada.post('/items', { name: 'Beam', sku: freshWord(), quantity: 12 })).body;

  it('are set, replaced, listed from both sides, and removed', async () => {
    const { ada, mara } = world();
    const [shirt, beam, pole] = [await product('', { name: 'Shirt', type: 'variable' }), await item(), await item()];
    const red = await product(`/${shirt}/variations`, { name: 'Red shirt', sku: freshWord() });
    const put = (id: number, body: object) => ada.put(`/product-links/${id}`, body);
    expect(await put(shirt, { item_id: beam.id })).toMatchObject({
      status: 200,
      body: { product_id: shirt, parent_id: null, product_name: 'Shirt', item_id: beam.id, units_per_sale: 1 },
    });
    expect((await put(red, { item_id: beam.id, units_per_sale: 6 })).body).toMatchObject({
      ...{ product_id: red, parent_id: shirt, product_name: 'Red shirt', units_per_sale: 6 },
      ...{ item_name: 'Beam', item_sku: beam.sku },
    });
    const of = async (query: string) =>
      (await mara.list(`/product-links?${query}`)).body.map(({ product_id: id }) => id);
    expect(await of(`item_id=${beam.id}`)).toEqual([shirt, red]);
    expect(await of(`product_id=${red}`)).toEqual([red]);
    await put(red, { item_id: pole.id });
    expect(await of(`item_id=${pole.id}`)).toEqual([red]);
    expect((await ada.delete(`/product-links/${red}`)).status).toBe(204);
    expect(await of(`item_id=${pole.id}`)).toEqual([]);
    expect((await ada.delete(`/product-links/${red}`)).status).toBe(404);
  });

  it('are audited with the items of before and after, and change the stock of both', async () => {
    const { ada, application } = world();
    const [mug, beam, pole] = [await product('', { name: 'Mug' }), (await item()).id, (await item()).id];
    const changed: unknown[] = [];
    const stop = application.core.events.on('stock.changed', ({ itemId }) => void changed.push(itemId));
    const entries = await entriesOf(world(), async () => {
      await ada.put(`/product-links/${mug}`, { item_id: beam });
      await ada.put(`/product-links/${mug}`, { item_id: pole });
      await ada.delete(`/product-links/${mug}`);
    });
    await expect.poll(() => changed).toEqual([beam, beam, pole, pole]);
    stop();
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
      ['product.link', { item_id: { from: null, to: beam } }],
      ['product.link', { item_id: { from: beam, to: pole } }],
      ['product.unlink', { item_id: { from: pole, to: null } }],
    ]);
  });

  it('set the stock of the product to that of its item', async () => {
    const [mug, beam] = [await product('', { name: 'Mug', manage_stock: true, stock_quantity: 3 }), await item()];
    const stock = async () =>
      (await askShop(world(), 'GET', `/shop/v3/products/${mug}`, { bearer: world().ada.token ?? '' })).body;
    await world().ada.put(`/product-links/${mug}`, { item_id: beam.id, units_per_sale: 4 });
    expect(await stock()).toMatchObject({ stock_quantity: 3, stock_status: 'instock' });
    await world().ada.put(`/product-links/${mug}`, { item_id: beam.id });
    expect(await stock()).toMatchObject({ stock_quantity: 12 });
  });

  it('are listed with those of equal SKUs on request', async () => {
    const beam = await item();
    const mug = await product('', { name: 'Mug', sku: beam.sku });
    const of = async (query: string) => (await world().mara.list(`/product-links?product_id=${mug}${query}`)).body;
    expect(await of('&effective=true')).toMatchObject([{ item_id: beam.id, item_name: 'Beam', origin: 'sku' }]);
    expect(await of('')).toEqual([]);
    await world().ada.put(`/product-links/${mug}`, { item_id: beam.id });
    expect(await of('&effective=true')).toMatchObject([{ item_id: beam.id, origin: 'link' }]);
  });

  it('are refused for what is not there, and to members', async () => {
    const { ada, mara } = world();
    const [mug, beam] = [await product('', { name: 'Mug' }), await item()];
    const link = { item_id: beam.id };
    expect((await ada.put('/product-links/999999', link)).status).toBe(404);
    expect(await ada.put(`/product-links/${mug}`, { item_id: 999_999 })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'item_id', code: 'item_not_found' }] },
    });
    expect((await ada.put(`/product-links/${mug}`, { ...link, units_per_sale: 0 })).status).toBe(422);
    expect((await ada.put(`/product-links/${mug}`, {})).status).toBe(422);
    expect((await mara.put(`/product-links/${mug}`, link)).status).toBe(403);
    expect((await mara.delete(`/product-links/${mug}`)).status).toBe(403);
    expect((await mara.get('/product-links')).status).toBe(200);
  });
});
