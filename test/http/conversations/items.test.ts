import { describe, expect, it } from 'vitest';
import type { Published } from '../../support/client.ts';
import { onEveryDatabase } from '../../support/world.ts';

onEveryDatabase('items', (world) => {
  const made = async (fields: Readonly<Record<string, unknown>> = {}): Promise<Published> => {
    const { status, body } = await world().mara.post('/items', { name: 'Lamp', ...fields });
    expect(status).toBe(201);
    return body;
  };
  const operationsOf = async ({ id }: Published) => (await world().mara.list(`/items/${id}/operations`)).body;
  const move = (item: Published, type: string, quantity: number, more = {}) =>
    world().mara.post('/operations', { item_id: item.id, type, quantity, ...more });

  describe('are made', () => {
    it('with a name, and everything else as it usually is', async () => {
      const { mara, clock } = world();
      const { status, headers, body } = await mara.post('/items', { name: ' Desk lamp ' });
      expect({ status, headers }).toMatchObject({
        status: 201,
        headers: { location: `/items/${body.id}`, etag: '"1.0"' },
      });
      expect(body).toEqual({
        id: body.id,
        sku: `ITEM-${String(body.id).padStart(6, '0')}`,
        name: 'Desk lamp',
        description: null,
        category_id: null,
        unit: 'pcs',
        quantity_decimals: 4,
        quantity: 0,
        reserved: 0,
        available: 0,
        reorder_level: null,
        stock_status: 'out_of_stock',
        default_location_id: body.default_location_id,
        barcode: null,
        price: null,
        cost: null,
        allow_negative: false,
        attributes: {},
        archived: false,
        stock: [],
        created_by: mara.id,
        created_at: clock.now().toISOString(),
        updated_at: clock.now().toISOString(),
        version: 1,
      });
      expect((await mara.get(`/items/${body.id}`)).body).toEqual(body);
    });

    it('with a quantity, recorded as a receipt of their creator', async () => {
      const { ada, mara } = world();
      await ada.post('/locations', { code: 'DOCK' });
      const item = await made({ quantity: '12.5', location: 'dock', unit_cost: '3.5' });
      expect(item).toMatchObject({
        quantity: 12.5,
        available: 12.5,
        stock_status: 'in_stock',
        cost: '3.50',
        stock: [{ location: 'DOCK', quantity: 12.5 }],
      });
      expect(await operationsOf(item)).toEqual([
        expect.objectContaining({
          type: 'receipt',
          quantity: 12.5,
          delta: 12.5,
          reason: 'initial stock',
          location: 'DOCK',
          unit_cost: '3.50',
          user_id: mara.id,
          username: 'mara',
          source: 'api',
        }),
      ]);
    });

    it('with a quantity under its other name, but not under two that differ', async () => {
      expect(await made({ initial_quantity: 3 })).toMatchObject({ quantity: 3 });
      expect(await made({ initial_quantity: 3, quantity: 3 })).toMatchObject({ quantity: 3 });
      const answer = await world().mara.post('/items', { name: 'Lamp', initial_quantity: 3, quantity: 4 });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'initial_quantity' }] } });
    });

    it('with a quantity of zero, which is nothing to record', async () => {
      expect(await operationsOf(await made({ quantity: 0 }))).toEqual([]);
    });

    it('not at all when the receipt cannot be recorded', async () => {
      const { mara } = world();
      const answer = await mara.post('/items', { name: 'Lamp', sku: 'HALF-DONE', quantity: 1, location: 'NOWHERE' });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'location_not_found', errors: [{ field: 'location' }] },
      });
      expect(await mara.get('/items/lookup?code=HALF-DONE')).toMatchObject({ status: 404 });
    });

    it('with a sku and a barcode that nothing else has, whatever the case, archived or not', async () => {
      const { mara } = world();
      const one = await made({ sku: 'Unique-1', barcode: '4006381333931' });
      await mara.delete(`/items/${one.id}`);
      const other = await made({ sku: 'Unique-2', barcode: 'b-2', quantity: 1 });
      await move(other, 'issue', 1);
      await mara.delete(`/items/${other.id}`);
      expect(await mara.post('/items', { name: 'X', sku: 'UNIQUE-2' })).toMatchObject({
        status: 409,
        body: { code: 'sku_taken' },
      });
      expect(await mara.post('/items', { name: 'X', barcode: 'b-2' })).toMatchObject({
        status: 409,
        body: { code: 'barcode_taken' },
      });
      await made({ sku: 'unique-1', barcode: '4006381333931' });
    });

    it('in a category that exists', async () => {
      const answer = await world().mara.post('/items', { name: 'Lamp', category_id: 2147483647 });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'category_not_found', errors: [{ field: 'category_id' }] },
      });
    });

    it('with money in plain decimals', async () => {
      expect(await made({ price: '12.3400', cost: '0007' })).toMatchObject({ price: '12.34', cost: '7.00' });
      expect(await made({ price: '0.0001', cost: '12345678901.1234' })).toMatchObject({
        price: '0.0001',
        cost: '12345678901.1234',
      });
    });

    it('with attributes of every plain kind', async () => {
      const attributes = { color: 'réd', height_cm: 41.5, dimmable: true, discontinued: null };
      expect(await made({ attributes })).toMatchObject({ attributes });
    });

    it.each<[string, unknown, string]>([
      ['a key in capitals', { Color: 1 }, 'attributes.Color'],
      ['a key of two words', { shelfLife: 1 }, 'attributes.shelfLife'],
      ['a value that is a list', { sizes: [1] }, 'attributes.sizes'],
      ['a text of 501 characters', { note: 'x'.repeat(501) }, 'attributes.note'],
      [
        'more than 8 KiB',
        Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, 'x'.repeat(450)])),
        'attributes',
      ],
      ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n])), 'attributes'],
    ])('without attributes of %s', async (_, attributes, field) => {
      const answer = await world().mara.post('/items', { name: 'Lamp', attributes });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    });

    it('without members that the server keeps: those are dropped', async () => {
      const item = await made({
        id: 1,
        version: 99,
        stock: [],
        reserved: 5,
        available: 5,
        created_by: 1,
        stock_status: 'low',
        archived: true,
      });
      expect(item).toMatchObject({ version: 1, reserved: 0, created_by: world().mara.id, archived: false });
    });
  });

  describe('are changed', () => {
    it('member by member; null clears, what is absent stays', async () => {
      const { mara, clock } = world();
      const item = await made({ description: 'Line 1\nLine 2', price: '5', reorder_level: 2 });
      clock.advance(1_000);
      const { status, headers, body } = await mara.patch(`/items/${item.id}`, {
        name: 'Floor lamp',
        reorder_level: null,
      });
      expect({ status, etag: headers.etag }).toEqual({ status: 200, etag: '"2.0"' });
      expect(body).toEqual({
        ...item,
        name: 'Floor lamp',
        reorder_level: null,
        version: 2,
        updated_at: clock.now().toISOString(),
      });
    });

    it('back to what was read, which changes nothing', async () => {
      const { mara } = world();
      const item = await made({ quantity: 2.5, price: '5', attributes: { a: 1 } });
      expect((await mara.put(`/items/${item.id}`, item)).body).toEqual(item);
    });

    it('but never in quantity: that takes an operation', async () => {
      const { mara } = world();
      const item = await made({ quantity: 2 });
      expect(await mara.put(`/items/${item.id}`, { quantity: 2, name: 'Same' })).toMatchObject({ status: 200 });
      const answer = await mara.put(`/items/${item.id}`, { quantity: 3, name: 'Other' });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'quantity_is_read_only', errors: [{ field: 'quantity' }] },
      });
      expect((await mara.get(`/items/${item.id}`)).body).toMatchObject({ quantity: 2, name: 'Same' });
    });

    it('with attributes replaced as a whole, or merged', async () => {
      const { mara } = world();
      const item = await made({ attributes: { a: 1, b: 2 } });
      const merged = await mara.patch(`/items/${item.id}`, { attributes_merge: { b: null, c: 'x' } });
      expect(merged.body).toMatchObject({ attributes: { a: 1, c: 'x' } });
      expect(merged.body.attributes).not.toHaveProperty('b');
      expect((await mara.put(`/items/${item.id}`, { attributes: { d: true } })).body.attributes).toEqual({ d: true });
    });

    it('only from the version that was read; stock may have moved since', async () => {
      const { mara } = world();
      const item = await made({ quantity: 1 });
      const { headers } = await mara.get(`/items/${item.id}`);
      expect(headers.etag).toBe('"1.1"');
      await move(item, 'receipt', 1);
      expect((await mara.get(`/items/${item.id}`)).headers.etag).toBe('"1.2"');
      const renamed = await mara.patch(`/items/${item.id}`, { name: 'New' }, { 'if-match': headers.etag ?? '' });
      expect(renamed).toMatchObject({ status: 200, headers: { etag: '"2.2"' } });
      const stale = await mara.patch(`/items/${item.id}`, { name: 'Newer' }, { 'if-match': headers.etag ?? '' });
      expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
      expect(await mara.delete(`/items/${item.id}`, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
      expect((await mara.get(`/items/${item.id}`)).body).toMatchObject({ name: 'New', quantity: 2 });
    });

    it('to fewer decimals only when their balances need no more', async () => {
      const { mara } = world();
      const item = await made({ quantity: 1.25 });
      expect(await mara.patch(`/items/${item.id}`, { quantity_decimals: 1 })).toMatchObject({ status: 409 });
      expect(await mara.patch(`/items/${item.id}`, { quantity_decimals: 2 })).toMatchObject({ status: 200 });
      expect(await move(item, 'receipt', 0.125)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'quantity', code: 'too_many_decimals' }] },
      });
    });

    it('to allow negative stock and back, once it is not negative any more', async () => {
      const { ada } = world();
      const item = await made();
      expect(await move(item, 'issue', 1)).toMatchObject({ status: 409, body: { code: 'insufficient_stock' } });
      expect(await ada.patch(`/items/${item.id}`, { allow_negative: true })).toMatchObject({ status: 200 });
      expect(await move(item, 'issue', 1)).toMatchObject({ status: 201, body: { balance_after: -1 } });
      expect((await ada.get(`/items/${item.id}`)).body).toMatchObject({ quantity: -1, stock_status: 'negative' });
      expect(await ada.patch(`/items/${item.id}`, { allow_negative: false })).toMatchObject({
        status: 409,
        body: { code: 'negative_stock_exists' },
      });
      await move(item, 'receipt', 1);
      expect(await ada.patch(`/items/${item.id}`, { allow_negative: false })).toMatchObject({ status: 200 });
    });

    it('to archived only without stock, and then accept no operations', async () => {
      const { mara } = world();
      const item = await made({ quantity: 1 });
      expect(await mara.patch(`/items/${item.id}`, { archived: true })).toMatchObject({
        status: 409,
        body: { code: 'item_has_stock' },
      });
      await move(item, 'issue', 1);
      expect(await mara.patch(`/items/${item.id}`, { archived: true })).toMatchObject({
        status: 200,
        body: { archived: true },
      });
      expect(await move(item, 'receipt', 1)).toMatchObject({ status: 409, body: { code: 'item_archived' } });
    });
  });

  describe('are deleted', () => {
    it('for good when they have no history', async () => {
      const { mara } = world();
      const item = await made();
      expect(await mara.delete(`/items/${item.id}`)).toMatchObject({ status: 204, text: '' });
      expect(await mara.get(`/items/${item.id}`)).toMatchObject({ status: 404 });
      expect(await mara.delete(`/items/${item.id}`)).toMatchObject({ status: 404 });
    });

    it('to the archive when they have, and nothing is left of them', async () => {
      const { mara } = world();
      const item = await made({ quantity: 1 });
      expect(await mara.delete(`/items/${item.id}`)).toMatchObject({ status: 409, body: { code: 'item_has_stock' } });
      await move(item, 'issue', 1);
      expect(await mara.delete(`/items/${item.id}`)).toMatchObject({ status: 204 });
      expect((await mara.get(`/items/${item.id}`)).body).toMatchObject({ archived: true });
      expect((await mara.list(`/items?ids=${item.id}`)).body).toEqual([]);
      expect((await mara.list(`/items?ids=${item.id}&archived=any`)).body).toHaveLength(1);
      expect((await mara.list(`/items?ids=${item.id}&archived=true`)).body).toHaveLength(1);
    });

    it('by force of an administrator, who writes the rest off', async () => {
      const { ada } = world();
      await ada.post('/locations', { code: 'WRITE-OFF' });
      const item = await made({ quantity: 1 });
      await move(item, 'receipt', 2, { location: 'WRITE-OFF' });
      expect(await ada.delete(`/items/${item.id}?force=true`)).toMatchObject({ status: 204 });
      expect((await ada.get(`/items/${item.id}`)).body).toMatchObject({ archived: true, quantity: 0, stock: [] });
      const written = (await operationsOf(item)).filter(({ type }) => type === 'adjustment');
      expect(written.map(({ delta, username }) => [delta, username]).toSorted()).toEqual([
        [-1, 'ada'],
        [-2, 'ada'],
      ]);
      expect(new Set(written.map(({ group_id: group }) => group)).size).toBe(1);
    });
  });
});
