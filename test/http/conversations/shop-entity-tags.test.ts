import { freshWord } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase, type World } from '../../support/world.ts';

type Json = Readonly<Record<string, unknown>>;

const sums = { total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' };
const anOrder = (): Json => ({
  ...sums,
  status: 'processing',
  created_at: '2025-03-01T10:00:00Z',
  billing: { first_name: 'Ida', email: 'ida@example.test' },
  total: '20',
  lines: [{ name: 'Mug', quantity: 2, subtotal: '20', total: '20', attributes: { size: 'L', colour: 'red' } }],
});
const aProduct = (): Json => ({ name: 'Mug', sku: freshWord(), price: '12.50', manage_stock: true, stock_quantity: 3 });

/** One kind of records: where it is made, what is sent, and two changes. */
interface Kind {
  readonly path: string;
  readonly parent?: { readonly path: string; readonly record: () => Json };
  readonly record: () => Json;
  /** Absent for records that cannot be changed. */
  readonly change?: (to: string) => Json;
}

const kinds: Readonly<Record<string, Kind>> = {
  orders: { path: '/orders', record: anOrder, change: (to) => ({ number: to }) },
  refunds: {
    path: '/orders/{id}/refunds',
    parent: { path: '/orders', record: anOrder },
    record: () => ({ amount: '12', reason: 'Cracked' }),
  },
  products: { path: '/products', record: aProduct, change: (name) => ({ name }) },
  variations: {
    path: '/products/{id}/variations',
    parent: { path: '/products', record: () => ({ ...aProduct(), type: 'variable' }) },
    record: () => ({ sku: freshWord(), attributes: { size: 'L' } }),
    change: (name) => ({ name }),
  },
  categories: {
    path: '/products/categories',
    record: () => ({ name: 'Mugs', slug: freshWord() }),
    change: (name) => ({ name }),
  },
  coupons: {
    path: '/coupons',
    record: () => ({ code: freshWord(), discount_type: 'percent', amount: '10' }),
    change: (code) => ({ code }),
  },
  customers: {
    path: '/customers',
    record: () => ({ email: `${freshWord()}@example.test`, first_name: 'Ida' }),
    change: (first_name) => ({ first_name }),
  },
  taxes: { path: '/taxes', record: () => ({ country: 'DK', percent: '25' }), change: (name) => ({ name }) },
};

const asking = (world: () => World) => {
  const ask = (method: string, route: string, options: ShopRequestInit = {}) =>
    askShop(world(), method, `/shop/v3${route}`, { bearer: world().ada.token ?? '', ...options });
  const make = async ({ path, parent, record }: Kind) => {
    const within = parent ? (await ask('POST', parent.path, { body: parent.record() })).body.id : '';
    const made = await ask('POST', path.replace('{id}', String(within)), { body: record() });
    expect(made.status, made.text).toBe(201);
    return { made, place: `${path.replace('{id}', String(within))}/${made.body.id}` };
  };
  return { ask, make };
};

const tagIn = ({ headers }: { readonly headers: Headers }): string => headers.get('etag') ?? 'none';
const stale = { status: 412, body: { code: 'rest_precondition_failed', data: { status: 412 } } };

onEveryDatabase('entity tags of the shop', (world) => {
  const { ask, make } = asking(world);

  describe.each(Object.entries(kinds))('of %s', (_, kind) => {
    it('are those of the answer that made the record, and spare reading it again', async () => {
      const { made, place } = await make(kind);
      const read = await ask('GET', place);
      expect(tagIn(made)).toMatch(/^"[0-9a-f-]+"$/);
      expect(tagIn(read)).toBe(tagIn(made));
      for (const known of [tagIn(read), `"other", W/${tagIn(read)}`, '*']) {
        const again = await ask('GET', place, { headers: { 'if-none-match': known } });
        expect([again.status, again.text], known).toEqual([304, '']);
      }
      expect(await ask('GET', place, { headers: { 'if-none-match': '"other"' } })).toMatchObject({ status: 200 });
    });

    it('allow a record to be removed only as it was read', async () => {
      const { made, place } = await make(kind);
      expect(await ask('DELETE', `${place}?force=true`, { headers: { 'if-match': '"other"' } })).toMatchObject(stale);
      expect((await ask('GET', place)).status).toBe(200);
      expect((await ask('DELETE', `${place}?force=true`, { headers: { 'if-match': tagIn(made) } })).status).toBe(200);
      expect((await ask('GET', place)).status).toBe(404);
    });
  });

  const changed = Object.entries(kinds).flatMap(([name, { change, ...kind }]) =>
    change ? [[name, kind, change] as const] : [],
  );

  describe.each(changed)('of changed %s', (_, kind, change) => {
    it('are another after each change, and refuse what was based on an earlier record', async () => {
      const { made, place } = await make(kind);
      const first = tagIn(made);
      const put = await ask('PUT', place, { body: change('one'), headers: { 'if-match': first } });
      expect([put.status, tagIn(put)]).toEqual([200, tagIn(await ask('GET', place))]);
      expect(tagIn(put)).not.toBe(first);
      expect(await ask('PATCH', place, { body: change('two'), headers: { 'if-match': first } })).toMatchObject(stale);
      const weak = { 'if-match': `W/${tagIn(put)}` };
      expect(await ask('PATCH', place, { body: change('two'), headers: weak })).toMatchObject(stale);
      expect(await ask('GET', place, { headers: { 'if-none-match': tagIn(put) } })).toMatchObject({ status: 304 });
      for (const condition of [`"other", ${tagIn(put)}`, '*'])
        expect(await ask('PATCH', place, { body: change('two'), headers: { 'if-match': condition } })).toMatchObject({
          status: 200,
        });
      expect(await ask('PATCH', place, { body: change('three') })).toMatchObject({ status: 200 });
    });

    it('allow exactly one of two clients to change the record that both have read', async () => {
      const { made, place } = await make(kind);
      let tag = tagIn(made);
      for (let round = 1; round <= 5; round += 1) {
        const names = ['left', 'right'].map((side) => `${side}-${round}-${freshWord()}`);
        const answers = await Promise.all(
          names.map((name) => ask('PUT', place, { body: change(name), headers: { 'if-match': tag } })),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
        const won = answers.find(({ status }) => status === 200);
        const kept = await ask('GET', place);
        expect(kept.body).toEqual(won?.body);
        tag = tagIn(kept);
      }
    });
  });

  it('of a missing record refuse with what is missing', async () => {
    const headers = { 'if-match': '"other"' };
    expect(await ask('PUT', '/coupons/2000000000', { body: {}, headers })).toMatchObject({ status: 404 });
  });

  it('hold for replaced methods and for the items of a batch', async () => {
    const { made, place } = await make({ path: '/products', record: aProduct });
    const replaced = { 'x-http-method-override': 'PATCH', 'if-match': '"other"' };
    expect(await ask('POST', place, { body: { name: 'Cup' }, headers: replaced })).toMatchObject(stale);
    const item = (tag: string) => ({
      ...{ method: 'PATCH', path: `/shop/v3${place}`, body: { name: 'Cup' } },
      headers: { 'If-Match': tag },
    });
    const { body } = await askShop(world(), 'POST', '/batch/v1', {
      bearer: world().ada.token ?? '',
      body: { requests: [item('"other"'), item(tagIn(made))] },
    });
    expect(body.responses).toMatchObject([{ status: 412 }, { status: 200, headers: { ETag: expect.anything() } }]);
  });

  it('of a product follow its stock in the ledger', async () => {
    const sku = freshWord();
    await world().ada.post('/items', { sku, name: 'Mug' });
    const { made, place } = await make({ path: '/products', record: () => ({ ...aProduct(), sku }) });
    await world().ada.post('/operations', { type: 'receipt', sku, quantity: 7 });
    const read = await ask('GET', place, { headers: { 'if-none-match': tagIn(made) } });
    expect(read).toMatchObject({ status: 200, body: { stock_quantity: 7 } });
    expect(await ask('PUT', place, { body: { name: 'Cup' }, headers: { 'if-match': tagIn(made) } })).toMatchObject(
      stale,
    );
  });

  it('are missing where an answer is more or less than one record', async () => {
    const { place } = await make({ path: '/taxes', record: () => ({ country: 'SE', percent: '25' }) });
    expect(tagIn(await ask('GET', '/taxes'))).toBe('none');
    expect(tagIn(await ask('GET', `${place}?_embed`))).toBe('none');
  });
});
