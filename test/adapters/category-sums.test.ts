import type { Core } from '@backroom/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { refreshAll } from '../support/fact-stores.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const administrator = anAdministrator();
const sold = (product: number, quantity: number) => ({
  status: 'completed',
  created_at: '2025-03-01T10:00:00Z',
  billing: { email: 'ida@example.test', country: 'DK' },
  ...{ total: '10', total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' },
  lines: [{ id: 1, product_id: product, name: 'Mug', quantity, subtotal: '10', total: '10' }],
});

describe.each(databases)('what was sold in categories on $name', (database) => {
  let stores: Stores;
  let core: Core;
  let [cups, mugs, all] = [0, 0, 0];
  beforeAll(async () => {
    stores = await openStores(database);
    core = coreOn(stores);
    const category = (name: string, parent_id?: number) =>
      core.catalog.createProductCategory(administrator, {
        record: { name, slug: name.toLowerCase(), ...(parent_id && { parent_id }) },
      });
    all = (await category('All')).id;
    cups = (await category('Cups', all)).id;
    mugs = (await category('Mugs', all)).id;
    await core.catalog.createProduct(administrator, { record: product(10, [cups]) });
    for (const [id, quantity] of [
      [10, 2],
      [11, 5],
    ] as const)
      await core.orders.createOrder(administrator, { record: sold(id, quantity) });
  });
  afterAll(() => stores?.close());

  const product = (id: number, categories: readonly number[]) => ({
    ...{ id, type: 'simple', status: 'publish', name: `Mug ${id}`, created_at: '2025-01-01T00:00:00Z' },
    category_ids: [...categories],
  });
  /** How many of each category were sold in the month, once all sums are up to date; all of it equals the facts. */
  const quantities = async () => {
    await refreshAll(stores.facts);
    expect((await core.analytics.verifyAnalytics(administrator, {})).differences).toEqual([]);
    const { rows } = await sql<{ category_id: number; quantity: number }>`
      select category_id, quantity from category_level where level = 2`.execute(stores.database.kysely());
    return Object.fromEntries(rows.map(({ category_id, quantity }) => [category_id, quantity]));
  };
  const place = (id: number, category_ids: readonly number[]) =>
    core.catalog.updateProduct(administrator, { id, record: { category_ids: [...category_ids] } });

  it('are those of the categories that a product is in itself', async () => {
    expect(await quantities()).toEqual({ [cups]: 2 });
  });

  it('follow a product that is put into others', async () => {
    await place(10, [cups, mugs]);
    expect(await quantities()).toEqual({ [cups]: 2, [mugs]: 2 });
    await place(10, [mugs]);
    expect(await quantities()).toEqual({ [mugs]: 2 });
  });

  it('have in them what was sold before there was the product', async () => {
    await core.catalog.createProduct(administrator, { record: product(11, [mugs]) });
    expect(await quantities()).toEqual({ [mugs]: 7 });
  });

  it('stay when a category moves below another one', async () => {
    await core.catalog.updateProductCategory(administrator, { id: mugs, record: { parent_id: cups } });
    expect(await quantities()).toEqual({ [mugs]: 7 });
  });

  it('are right when two put one product elsewhere at once', async () => {
    await Promise.all([place(10, [cups]), place(10, [mugs]), place(10, [all]), place(10, [cups, all])]);
    await quantities();
    await place(10, [cups]);
    expect(await quantities()).toEqual({ [cups]: 2, [mugs]: 5 });
  });

  it('are right when orders are written while their product is put elsewhere and sums are moved', async () => {
    const homes = [[cups], [mugs], [cups, mugs], [all]];
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([
        ...homes.slice(round % 3).map((ids) => place(10, ids)),
        ...[1, 2, 3].map((quantity) => core.orders.createOrder(administrator, { record: sold(10, quantity) })),
        stores.facts.refresh(),
        stores.facts.refresh(),
      ]);
      expect((await core.analytics.verifyAnalytics(administrator, {})).differences).toEqual([]);
    }
    await place(10, [cups]);
    expect(await quantities()).toEqual({ [cups]: 38, [mugs]: 5 });
  });

  it('follow a category, and what is below it keeps its own', async () => {
    await core.catalog.deleteProductCategory(administrator, { id: cups });
    expect(await quantities()).toEqual({ [mugs]: 5 });
  });

  it('stay while a product is in the bin, and are deleted with it', async () => {
    await core.catalog.deleteProduct(administrator, { id: 11, force: false });
    expect(await quantities()).toEqual({ [mugs]: 5 });
    await core.catalog.deleteProduct(administrator, { id: 11, force: true });
    expect(await quantities()).toEqual({});
  });

  it('are updated by a file that moves products', async () => {
    const line = JSON.stringify({ kind: 'product', ...product(10, [all]) });
    const open = async function* () {
      yield line;
    };
    await core.interchange.importRecords(administrator, { open, onError: 'stop' });
    expect(await quantities()).toEqual({ [all]: 38 });
  });
});
