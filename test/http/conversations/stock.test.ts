import { describe, expect, it } from 'vitest';
import type { Published } from '../../support/client.ts';
import { onEveryDatabase } from '../../support/world.ts';

onEveryDatabase('items', (world) => {
  const made = async (fields: Readonly<Record<string, unknown>> = {}): Promise<Published> => {
    const { status, body } = await world().mara.post('/items', { name: 'Lamp', ...fields });
    expect(status).toBe(201);
    return body;
  };
  const move = (item: Published, type: string, quantity: number, more = {}) =>
    world().mara.post('/operations', { item_id: item.id, type, quantity, ...more });

  describe('are found', () => {
    it('by exactly their sku or barcode', async () => {
      const { mara } = world();
      const item = await made({ sku: 'Find-Me', barcode: 'find/bar', quantity: 1 });
      for (const code of ['find-me', 'FIND-ME', 'find%2Fbar']) {
        const { status, headers, body } = await mara.get(`/items/lookup?code=${code}`);
        expect({ status, etag: headers.etag }).toEqual({ status: 200, etag: '"1.1"' });
        expect(body).toMatchObject({ id: item.id, stock: [{ location: 'MAIN', quantity: 1 }] });
      }
      expect(await mara.get('/items/lookup?code=find')).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(await mara.get('/items/lookup')).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'code', in: 'query', code: 'required' }] },
      });
    });

    it('by part of what they are called', async () => {
      const { mara } = world();
      const item = await made({
        name: 'Öl-Lämpchen 50%',
        sku: 'SEARCH_1',
        description: 'Für Gärten',
        barcode: 'bar-99',
      });
      const found = async (q: string) =>
        (await mara.list(`/items?q=${encodeURIComponent(q)}`)).body.map(({ id }) => id);
      for (const q of ['ol-lampchen', 'LÄMP', 'search_', 'garten', 'bar-99', '50%'])
        expect(await found(q), q).toContain(item.id);
      for (const q of ['searchx1', '5_%']) expect(await found(q), q).not.toContain(item.id);
    });

    it('by every filter', async () => {
      const { ada, mara, clock } = world();
      const { body: top } = await mara.post('/categories', { name: 'Filter top' });
      const { body: below } = await mara.post('/categories', { name: 'Filter below', parent_id: top.id });
      await ada.post('/locations', { code: 'FILTER' });
      clock.advance(60_000);
      const since = clock.now().toISOString();
      const a = await made({ sku: 'F-A', category_id: top.id, attributes: { color: 'red', wide: true, size: 2 } });
      const b = await made({
        sku: 'F-B',
        barcode: 'f-b',
        category_id: below.id,
        quantity: 1,
        reorder_level: 1,
        attributes: { color: 'blue' },
      });
      const c = await made({ sku: 'F-C', quantity: 5, reorder_level: 1, location: 'FILTER' });
      const found = async (query: string) =>
        (await mara.list(`/items?updated_since=${since}&${query}`)).body.map(({ sku }) => sku);
      expect(await found('')).toEqual(['F-A', 'F-B', 'F-C']);
      expect(await found('sku=f-b')).toEqual(['F-B']);
      expect(await found('barcode=f-b')).toEqual(['F-B']);
      expect(await found(`category_id=${top.id}`)).toEqual(['F-A', 'F-B']);
      expect(await found(`category_id=${top.id}&include_descendants=false`)).toEqual(['F-A']);
      expect(await found('category_id=null')).toEqual(['F-C']);
      expect(await found('location=filter')).toEqual(['F-C']);
      expect(await found('stock_status=out_of_stock')).toEqual(['F-A']);
      expect(await found('stock_status=low')).toEqual(['F-B']);
      expect(await found('stock_status=in_stock')).toEqual(['F-C']);
      expect(await found('low_stock=true')).toEqual(['F-B']);
      expect(await found(`ids=${c.id},${a.id}`)).toEqual(['F-A', 'F-C']);
      expect(await found('attr.color=red')).toEqual(['F-A']);
      expect(await found('attr.wide=true&attr.size=2')).toEqual(['F-A']);
      expect(await found('attr.color=green')).toEqual([]);
      const names = (count: number) => Array.from({ length: count }, (_, index) => `attr.a${index}=1`).join('&');
      expect(await found(names(50))).toEqual([]);
      for (const path of ['/items?', '/items/export?'].map((each) => each + names(1_000)))
        expect(await mara.get(path)).toMatchObject({ status: 422 });
      expect(await mara.get(`/items?${names(51)}`)).toMatchObject({
        body: { errors: [{ field: 'attr', in: 'query', code: 'too_long' }] },
      });
      expect(await found('sort=-sku')).toEqual(['F-C', 'F-B', 'F-A']);
      expect(await found('sort=-quantity')).toEqual(['F-C', 'F-B', 'F-A']);
      expect(await found(`q=f-&sort=name,-id`)).toEqual(['F-C', 'F-B', 'F-A']);
      expect(await mara.list(`/items?ids=${Array.from({ length: 201 }, () => b.id).join(',')}`)).toMatchObject({
        status: 422,
      });
    });
  });

  describe('have balances', () => {
    it('by location, now and as they were', async () => {
      const { ada, mara, clock } = world();
      await ada.post('/locations', { code: 'THEN' });
      const item = await made({ quantity: 10 });
      const early = clock.now().toISOString();
      clock.advance(60_000);
      await move(item, 'transfer', 4, { to_location: 'THEN', occurred_at: '2026-11-01T00:00:00Z' });
      clock.advance(60_000);
      await move(item, 'issue', 1);
      const balances = async (query: string) =>
        (await mara.list(`/items/${item.id}/stock${query}`)).body.map((level) => `${level.location} ${level.quantity}`);
      expect(await balances('')).toEqual(['MAIN 5', 'THEN 4']);
      expect(await balances(`?as_of=${early}`)).toEqual(['MAIN 10']);
      expect(await balances('?as_of=2000-01-01T00:00:00Z')).toEqual([]);
      expect(await balances(`?as_of=${encodeURIComponent('2026-11-01T01:00:00+01:00')}&basis=occurred`)).toEqual([
        'MAIN -4',
        'THEN 4',
      ]);
      expect(await balances(`?as_of=${clock.now().toISOString()}&basis=occurred`)).toEqual(['MAIN 5', 'THEN 4']);
      expect(await mara.get('/items/2147483647/stock')).toMatchObject({ status: 404 });
    });

    it('whose sum is their quantity', async () => {
      const { ada, mara } = world();
      await ada.post('/locations', { code: 'SUM' });
      const item = await made({ quantity: 0.1 });
      for (let time = 0; time < 3; time += 1) await move(item, 'receipt', 0.2, { location: 'SUM' });
      const { body } = await mara.get(`/items/${item.id}`);
      expect(body).toMatchObject({
        quantity: 0.7,
        stock: [
          { location: 'MAIN', quantity: 0.1 },
          { location: 'SUM', quantity: 0.6 },
        ],
      });
    });

    it('and a cost that follows the last receipt', async () => {
      const { mara } = world();
      const item = await made({ quantity: 10, unit_cost: '2' });
      await move(item, 'receipt', 10, { unit_cost: '4' });
      expect((await mara.get(`/items/${item.id}`)).body).toMatchObject({ cost: '4.00' });
    });
  });
});

onEveryDatabase(
  'items whose cost is an average',
  (world) => {
    it('weigh receipts by their quantity', async () => {
      const { mara } = world();
      const { body: item } = await mara.post('/items', { name: 'Lamp', quantity: 10, unit_cost: '2' });
      await mara.post('/operations', { item_id: item.id, type: 'receipt', quantity: 30, unit_cost: '4' });
      expect((await mara.get(`/items/${item.id}`)).body).toMatchObject({ cost: '3.50' });
    });
  },
  { environment: { COST_METHOD: 'average' } },
);
