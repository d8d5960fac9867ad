import { freshWord } from '@backroom/testing/builders';
import { expect, it } from 'vitest';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const route = '/invoicing/v1/stocks';

onEveryDatabase('lists of stock from a program for invoices', (world) => {
  const send = async (body: unknown, bearer = world().ada.token) =>
    askShop(world(), 'POST', route, { body, ...(bearer !== undefined && { bearer }) });
  const one = async (body: object) => {
    const answer = await send(body);
    expect(answer.status, answer.text).toBe(200);
    return (answer.body.results as readonly object[])[0];
  };
  const admin = () => world().application.actor('system');
  const product = async (record: object = {}) => {
    const sku = freshWord();
    const defaults = { name: 'Mug', sku, manage_stock: true, stock_quantity: 4 };
    return world().application.core.catalog.createProduct(await admin(), { record: { ...defaults, ...record } });
  };
  const linked = async (pieces: number, item: object = {}) => {
    const sold = await product();
    const fields = { name: 'Mug', sku: sold.sku ?? '', quantity: pieces * 10_000, ...item };
    const created = await world().application.core.inventory.createItem(await admin(), fields);
    return { sku: sold.sku ?? '', productId: sold.id, itemId: created.item.id };
  };
  const ledgerOf = async (itemId: number) =>
    (await world().ada.get(`/operations?item_id=${itemId}&sort=id`)).body as unknown as readonly Record<
      string,
      unknown
    >[];

  it('are taken over: a product that is an item is counted in the ledger, in the name of the sender', async () => {
    const { sku, productId, itemId } = await linked(5);
    const answer = await send({ sku, quantity: 12 });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      ...{ success: true, updated: 1, skipped: 0, failed: 0 },
      results: [{ sku, product_id: productId, status: 'updated', previous: 5, quantity: 12 }],
    });
    expect((await ledgerOf(itemId)).at(-1)).toMatchObject({
      ...{ type: 'count', quantity: 12, delta: 7, source: 'stock_sync', username: 'ada' },
      reference: { type: 'stock_sync' },
    });
  });

  it('have their effect once where the sender repeats them under the same key', async () => {
    const { sku, itemId } = await linked(5);
    const keyed = (body: object, key: string) =>
      askShop(world(), 'POST', route, { body, bearer: world().ada.token ?? '', headers: { 'idempotency-key': key } });
    const body = { sku, quantity: 12 };
    const key = freshWord();
    const first = await keyed(body, key);
    await send({ sku, quantity: 3 });
    const again = await keyed(body, key);
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true']);
    expect(await ledgerOf(itemId)).toHaveLength(3);
    expect(await keyed({ sku, quantity: 13 }, key)).toMatchObject({ body: { code: 'idempotency_key_reused' } });
    expect(await keyed(body, 'not a key')).toMatchObject({ status: 400, body: { code: 'rest_invalid_header' } });
  });

  it('record nothing where nothing changes', async () => {
    const { sku, itemId } = await linked(5);
    expect(await one({ sku, quantity: 5 })).toMatchObject({ status: 'unchanged', previous: 5, quantity: 5 });
    expect(await ledgerOf(itemId)).toHaveLength(1);
  });

  it('count units for pieces, at the named place, whatever is reserved', async () => {
    const { productId, itemId } = await linked(5);
    const { core } = world().application;
    await core.inventory.linkProduct(await admin(), { productId, itemId, unitsPerSale: 6 });
    const shelf = await core.inventory.createLocation(await admin(), { code: freshWord(), name: 'Shelf' });
    const result = await one({ product_id: productId, quantity: 2, warehouse: shelf.code.toUpperCase() });
    expect(result).toMatchObject({ status: 'updated', previous: 0, quantity: 2 });
    expect((await ledgerOf(itemId)).at(-1)).toMatchObject({ delta: 12, location: shelf.code });
  });

  it('change products that are no items in their own numbers', async () => {
    const { id, sku } = await product();
    expect(await one({ sku: sku?.toUpperCase(), quantity: 0 })).toMatchObject({
      status: 'updated',
      previous: 4,
      quantity: 0,
    });
    const changed = await world().application.core.catalog.readProduct(await admin(), { id });
    expect(changed).toMatchObject({ stockQuantity: 0, stockStatus: 'outofstock' });
  });

  it('leave alone what manages no stock', async () => {
    const { sku } = await product({ manage_stock: false });
    expect(await one({ sku, quantity: 9 })).toMatchObject({ status: 'skipped' });
  });

  it('ignore old news', async () => {
    const { sku } = await linked(5);
    expect(await one({ sku, quantity: 7, updated_at: '2025-06-01T10:00:00Z' })).toMatchObject({ status: 'updated' });
    const older = await one({ sku, quantity: 3, updated_at: '2025-06-01T09:59:59Z' });
    expect(older).toMatchObject({ status: 'stale', previous: 7, quantity: 7 });
    expect(await one({ sku, quantity: 6, updated_at: '2025-06-01T10:00:00' })).toMatchObject({ status: 'updated' });
  });

  it('count a delta once, for items and for others', async () => {
    for (const sku of [(await linked(4)).sku, (await product()).sku]) {
      const delta = { sku, mode: 'delta', quantity: -3, request_id: freshWord() };
      expect(await one(delta)).toMatchObject({ status: 'updated', previous: 4, quantity: 1 });
      expect(await one(delta)).toMatchObject({ status: 'unchanged', previous: 1, quantity: 1 });
      expect(await one({ ...delta, quantity: 3 })).toMatchObject({ status: 'error', code: 'request_id_reused' });
      expect(await one({ ...delta, request_id: freshWord() })).toMatchObject({
        status: 'error',
        code: 'insufficient_stock',
      });
    }
  });

  it('count a delta once that many send at the same time', async () => {
    const { sku } = await linked(10);
    const delta = { sku, mode: 'delta', quantity: -2, request_id: freshWord() };
    const results = await Promise.all(Array.from({ length: 6 }, () => one(delta)));
    expect(results.map((result) => (result as { status: string }).status).toSorted()).toEqual([
      ...Array(5).fill('unchanged'),
      'updated',
    ]);
  });

  it('may be below zero where the item allows it', async () => {
    const { sku } = await linked(1, { allowNegative: true });
    const delta = { sku, mode: 'delta', quantity: -3, request_id: freshWord() };
    expect(await one(delta)).toMatchObject({ status: 'updated', quantity: -2 });
    expect(await one({ sku, quantity: -4 })).toMatchObject({ status: 'updated', quantity: -4 });
  });

  it('report the fault of each line, and apply the others', async () => {
    const { sku, productId } = await linked(5);
    const answer = await send([
      { sku: freshWord(), quantity: 1 },
      { sku, quantity: 'many' },
      { sku, quantity: 1, warehouse: freshWord() },
      { sku, mode: 'delta', quantity: 1 },
      { quantity: 1 },
      { sku: freshWord(), product_id: productId, quantity: 1 },
      { sku, quantity: 1, updated_at: '2150-01-01T00:00:00Z' },
      'nonsense',
      { sku, quantity: 1e300 },
      { sku, quantity: 8 },
      { sku, quantity: 9 },
    ]);
    expect(answer.body).toMatchObject({ success: false, updated: 2, skipped: 0, failed: 9 });
    const results = answer.body.results as readonly { code?: string; quantity: number | null }[];
    expect(results.map(({ code, quantity }) => code ?? quantity)).toEqual([
      ...['product_not_found', 'invalid_format', 'location_not_found', 'required', 'required', 'contradiction'],
      ...['out_of_range', 'wrong_type', 'out_of_range', 8, 9],
    ]);
  });

  it('are refused when they are no lists, or too long', async () => {
    for (const body of ['text', 5, null])
      expect(await send(body)).toMatchObject({ status: 400, body: { code: 'shop_rest_invalid_stock_payload' } });
    expect(await send(Array(501).fill({}))).toMatchObject({ status: 413 });
    expect((await send([])).body).toEqual({ success: true, updated: 0, skipped: 0, failed: 0, results: [] });
  });

  it('need manage_store', async () => {
    const forbidden = { status: 403, body: { code: 'rest_forbidden' } };
    expect(await send({}, world().mara.token)).toMatchObject(forbidden);
    expect(await askShop(world(), 'POST', route, { body: {} })).toMatchObject({ ...forbidden, status: 401 });
  });

  it('may be in a batch', async () => {
    const { sku } = await linked(5);
    const requests = [{ path: route, body: { sku, quantity: 3 } }];
    const answer = await askShop(world(), 'POST', '/batch/v1', { bearer: world().ada.token ?? '', body: { requests } });
    expect(answer.body).toMatchObject({ responses: [{ status: 200, body: { updated: 1 } }] });
  });
});
