import { freshWord } from '@backroom/testing/builders';
import { afterAll, describe, expect, it } from 'vitest';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase, type World } from '../../support/world.ts';

type Json = Readonly<Record<string, unknown>>;

/** Two mugs for 20 net, 4 tax, and 5 for the post with 1 tax on it. */
const anOrder = (changes: Json = {}): Json => ({
  status: 'processing',
  created_at: '2025-03-01T10:00:00Z',
  paid_at: '2025-03-01T10:05:00Z',
  billing: { first_name: 'Ida', last_name: 'Iversen', email: 'ida@example.test', country: 'DK', city: 'Aarhus' },
  total: '30.00',
  total_tax: '5',
  shipping_total: '5',
  shipping_tax: '1',
  discount_total: '0',
  lines: [{ product_id: 10, name: 'Mug', quantity: 2, subtotal: '20', total: '20', taxes: { 1: '4' } }],
  shipping_lines: [{ title: 'Post', total: '5', taxes: { 1: '1' } }],
  tax_lines: [{ rate_id: 1, rate_code: 'DK-MOMS-1', percent: '20', tax_total: '4', shipping_tax_total: '1' }],
  ...changes,
});

const asking = (world: () => World) => {
  const ask = (method: string, route: string, { body, headers = {} }: ShopRequestInit = {}) =>
    askShop(world(), method, `/shop/v3${route}`, {
      bearer: world().ada.token ?? '',
      headers,
      ...(body !== undefined && { body }),
    });
  const make = async (route: string, body: Json): Promise<Json> => {
    const answer = await ask('POST', route, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  return { ask, make };
};

/** What happens to one record of each kind; `parent` makes what it belongs to. */
const kinds: readonly {
  readonly kind: string;
  readonly code: string;
  readonly path: string;
  readonly parent?: { readonly path: string; readonly record: () => Json };
  readonly record: () => Json;
  readonly change?: Json;
  readonly alsoChanges?: Json;
  readonly wrong: readonly [Json, string];
  readonly hasBin?: boolean;
}[] = [
  {
    kind: 'orders',
    code: 'order',
    path: '/orders',
    record: anOrder,
    change: { status: 'completed', completed_at: '2025-03-04T10:00:00Z' },
    wrong: [{ total: 'much' }, 'total'],
    hasBin: true,
  },
  {
    kind: 'refunds',
    code: 'refund',
    path: '/orders/{id}/refunds',
    parent: { path: '/orders', record: anOrder },
    record: () => ({ amount: '12', total_tax: '-2', reason: 'Cracked' }),
    wrong: [{ amount: '-1' }, 'amount'],
  },
  {
    kind: 'products',
    code: 'product',
    path: '/products',
    record: () => ({ name: 'Mug', sku: freshWord(), price: '12.50', manage_stock: true, stock_quantity: 3 }),
    change: { name: 'Cup', sale_price: '9.99' },
    wrong: [{ category_ids: [2_000_000_000] }, 'category_ids'],
    hasBin: true,
  },
  {
    kind: 'variations',
    code: 'variation',
    path: '/products/{id}/variations',
    parent: { path: '/products', record: () => ({ name: 'Mug', type: 'variable' }) },
    record: () => ({ sku: freshWord(), price: '11', attributes: { pa_color: 'blue' } }),
    change: { attributes: { pa_color: 'red' } },
    alsoChanges: { name: 'Mug - red' },
    wrong: [{ attributes: { '': 'x' } }, 'attributes[]'],
    hasBin: true,
  },
  {
    kind: 'categories',
    code: 'category',
    path: '/products/categories',
    record: () => ({ name: 'Kitchen', slug: 'kitchen' }),
    change: { name: 'Table' },
    wrong: [{ parent_id: 2_000_000_000 }, 'parent_id'],
  },
  {
    kind: 'coupons',
    code: 'coupon',
    path: '/coupons',
    record: () => ({ code: freshWord(), discount_type: 'percent', amount: '10' }),
    change: { amount: '15', expires_at: '2030-01-01T00:00:00Z' },
    wrong: [{ amount: '10 %' }, 'amount'],
  },
  {
    kind: 'customers',
    code: 'customer',
    path: '/customers',
    record: () => ({ email: `${freshWord()}@example.test`, first_name: 'Kim' }),
    change: { city: 'Turin' },
    wrong: [{ registered_at: '2026-01-01T00:00:00' }, 'registered_at'],
  },
  {
    kind: 'taxes',
    code: 'tax_rate',
    path: '/taxes',
    record: () => ({ country: 'DK', percent: '25', name: 'Moms', shipping: true }),
    change: { percent: '26.5' },
    wrong: [{ percent: 'a quarter' }, 'percent'],
  },
];

onEveryDatabase('records of the shop', (world) => {
  const { ask, make } = asking(world);
  const verified = async () =>
    world().application.core.analytics.verifyAnalytics(await world().application.actor('system'), {});

  afterAll(async () => {
    expect((await verified()).differences).toEqual([]);
  });

  const begin = async ({ path, parent }: (typeof kinds)[number]): Promise<string> => {
    const above = parent && (await make(parent.path, parent.record()));
    return path.replace('{id}', String(above?.id));
  };

  describe.each(kinds)('$kind', (kind) => {
    const { record, change, wrong, code } = kind;

    it('are made, read, listed and deleted', async () => {
      const route = await begin(kind);
      const sent = record();
      const made = await ask('POST', route, { body: sent });
      expect(made.status, made.text).toBe(201);
      const at = `${route}/${made.body.id}`;
      expect(made.headers.get('location')).toBe(`${world().url}/index.php?rest_route=/shop/v3${at}`);
      expect(await ask('GET', at)).toMatchObject({ status: 200, body: made.body });
      const listed = await ask('GET', `${route}?include=${made.body.id}`);
      expect(listed.body).toEqual([made.body]);
      expect(listed.headers.get('x-cms-total')).toBe('1');
      expect(listed.headers.get('x-cms-totalpages')).toBe('1');
      expect(await ask('DELETE', `${at}?force=true`)).toMatchObject({ status: 200, body: { id: made.body.id } });
      expect(await ask('GET', at)).toMatchObject({ status: 404, body: { code: `shop_rest_${code}_invalid_id` } });
    });

    it('keep the number they are sent with, once', async () => {
      const route = await begin(kind);
      const id = 1_000_000 + Math.floor(Math.random() * 1_000_000);
      expect(await make(route, { ...record(), id })).toMatchObject({ id });
      expect(await ask('POST', route, { body: { ...record(), id } })).toMatchObject({
        status: 409,
        body: { code: expect.stringMatching(/^shop_rest_[a-z_]+_exists$/) },
      });
    });

    it('are made once with one key', async () => {
      const route = await begin(kind);
      const [body, headers] = [record(), { 'idempotency-key': freshWord() }];
      const first = await ask('POST', route, { body, headers });
      const second = await ask('POST', route, { body, headers });
      expect(first.status).toBe(201);
      expect(second).toMatchObject({ status: 201, text: first.text });
      expect(second.headers.get('location')).toBe(first.headers.get('location'));
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(await ask('POST', route, { body: { ...body, id: 5 }, headers })).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused' },
      });
    });

    it('are refused where a member is wrong, which is named', async () => {
      const route = await begin(kind);
      const [members, name] = wrong;
      const answer = await ask('POST', route, { body: { ...record(), ...members } });
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body.code).toBe('rest_invalid_param');
      expect(Object.keys(answer.body.data.details ?? {})).toEqual([name]);
    });

    it.each(['0', '2147483648', '9'.repeat(40)])('are not found under the number %s', async (id) => {
      const route = await begin(kind);
      const missing = { status: 404, body: { code: `shop_rest_${code}_invalid_id` } };
      expect(await ask('GET', `${route}/${id}`)).toMatchObject(missing);
      expect(await ask('DELETE', `${route}/${id}`)).toMatchObject(missing);
      if (change) expect(await ask('PUT', `${route}/${id}`, { body: change })).toMatchObject(missing);
    });
  });

  describe.each(kinds.filter(({ change }) => change))('$kind', (kind) => {
    const { record, change } = kind;

    it('can be sent back as they were read', async () => {
      const route = await begin(kind);
      const made = await make(route, record());
      const answer = await ask('PUT', `${route}/${made.id}`, { body: made });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toEqual(made);
    });

    it('change what is sent, and nothing else', async () => {
      const route = await begin(kind);
      const made = await make(route, record());
      for (const method of ['PUT', 'PATCH']) {
        const { body, status } = await ask(method, `${route}/${made.id}`, { body: change });
        expect({ status, body: { ...body, modified_at: null } }).toEqual({
          status: 200,
          body: { ...made, ...change, ...kind.alsoChanges, modified_at: null },
        });
      }
      expect(await ask('PATCH', `${route}/${made.id}`, { body: { ...change, id: 77 } })).toMatchObject({
        body: { id: made.id },
      });
    });
  });

  describe.each(kinds.filter(({ hasBin }) => hasBin))('$kind', (kind) => {
    const { record } = kind;

    it('go to the bin unless they are removed by force', async () => {
      const route = await begin(kind);
      const made = await make(route, record());
      expect(await ask('DELETE', `${route}/${made.id}`)).toMatchObject({ status: 200, body: { status: 'trash' } });
      expect(await ask('GET', `${route}/${made.id}`)).toMatchObject({ status: 200, body: { status: 'trash' } });
      const binned = await ask('GET', `${route}?status=trash&include=${made.id}`);
      expect(binned.headers.get('x-cms-total')).toBe('1');
      const others = await ask('GET', `${route}?status=${route === '/orders' ? 'pending' : 'draft'}`);
      expect(others.text).not.toContain(`"id":${made.id},`);
    });
  });

  const line = { id: 1, name: 'Mug', quantity: 0, subtotal: '0', total: '0' };
  const tax = { id: 1, rate_id: 1, percent: '20', tax_total: '0', shipping_tax_total: '0' };
  it.each(Object.entries({ lines: line, tax_lines: tax }))(
    'are refused where two %s have one id',
    async (name, each) => {
      const { id } = await make('/orders', anOrder());
      const twice = { [name]: [each, each] };
      const bodies = { '/orders': anOrder(twice), [`/orders/${id}/refunds`]: { amount: '2', ...twice } };
      for (const [route, body] of Object.entries(bodies)) {
        const answer = await ask('POST', route, { body });
        expect(answer.status, answer.text).toBe(400);
        expect(Object.keys(answer.body.data.details ?? {})).toEqual([`${name}[1][id]`]);
      }
    },
  );

  it('are refunded no more than once in full by concurrent refunds', async () => {
    const one = await make('/orders', anOrder());
    const tries = Array.from({ length: 8 }, () => ask('POST', `/orders/${one.id}/refunds`, { body: { amount: '9' } }));
    const answers = await Promise.all(tries);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 400, 400, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('shop_rest_invalid_refund_amount');
  });

  it('belong to the record of their address', async () => {
    const [one, other] = [await make('/orders', anOrder()), await make('/orders', anOrder())];
    const refund = await make(`/orders/${one.id}/refunds`, { amount: '1', order_id: other.id });
    expect(refund.order_id).toBe(one.id);
    expect(await ask('GET', `/orders/${other.id}/refunds/${refund.id}`)).toMatchObject({
      status: 404,
      body: { code: 'shop_rest_refund_invalid_id' },
    });
    expect(await ask('GET', '/orders/2000000000/refunds')).toMatchObject({
      status: 404,
      body: { code: 'shop_rest_order_invalid_id' },
    });
  });
});

onEveryDatabase('lists of the records of the shop', (world) => {
  const { ask, make } = asking(world);
  const days = ['2024-05-01', '2024-05-02', '2024-05-03'];
  const ids: unknown[] = [];
  const shown = async (query: string) => {
    const { status, text, headers } = await ask('GET', `/orders?${query}`);
    expect(status, text).toBe(200);
    const found = (JSON.parse(text) as readonly Json[]).map(({ id }) => ids.indexOf(id));
    return { found, total: Number(headers.get('x-cms-total')), link: headers.get('link') };
  };

  it('are made in the order of the days', async () => {
    const { core } = world().application;
    const record = { time_zone: 'Europe/Rome' };
    await core.settings.changeShopSettings(await world().application.actor('system'), { record });
    for (const day of days) ids.push((await make('/orders', anOrder({ created_at: `${day}T22:30:00Z` }))).id);
    expect(await shown('')).toMatchObject({ found: [2, 1, 0], total: 3 });
  });

  it.each([
    ['order=asc', [0, 1, 2]],
    ['orderby=id&order=asc', [0, 1, 2]],
    ['after=2024-05-02T22:30:00Z', [2, 1]],
    ['before=2024-05-02T22:30:00Z', [1, 0]],
    ['after=2024-05-03T00:00:00', [2, 1]],
    ['before=2024-05-02T23:59:59', [0]],
    ['after=2024-05-03T00:30:00%2B02:00&before=2024-05-03T00:30:00%2B02:00', [1]],
    ['status=processing,completed', [2, 1, 0]],
    ['status=completed', []],
    ['search=iversen', [2, 1, 0]],
    ['search=nobody', []],
    ['modified_after=2100-01-01T00:00:00', []],
  ])('show what was requested: %s', async (query, found) => {
    expect(await shown(query)).toMatchObject({ found, total: found.length });
  });

  it('leave out what is excluded', async () => {
    expect(await shown(`exclude=${ids[1]}`)).toMatchObject({ found: [2, 0], total: 2 });
    expect(await shown(`include=${ids[1]},${ids[0]}&order=asc`)).toMatchObject({ found: [0, 1], total: 2 });
  });

  it('are returned a page at a time, with links to the others', async () => {
    const { found, total, link } = await shown('per_page=1&page=2');
    expect({ found, total }).toEqual({ found: [1], total: 3 });
    expect(link).toContain('rel="prev"');
    expect(link).toContain('rel="next"');
    expect((await shown('per_page=1&page=9')).found).toEqual([]);
  });

  it.each(['per_page=101', 'per_page=0', 'page=0', 'orderby=total', 'status=lost', 'after=yesterday', 'include=x'])(
    'refuse %s',
    async (query) => {
      expect(await ask('GET', `/orders?${query}`)).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    },
  );
});

onEveryDatabase('batches of records of the shop', (world) => {
  const { ask } = asking(world);
  const batch = async (requests: readonly Json[]) => {
    const answer = await askShop(world(), 'POST', '/batch/v1', {
      bearer: world().ada.token ?? '',
      body: { requests },
    });
    expect(answer.status, answer.text).toBe(207);
    return answer.body.responses as readonly { readonly status: number; readonly body: Json }[];
  };

  it('of 25 orders keep the good ones and refuse the others', async () => {
    const orders = Array.from({ length: 25 }, (_, index) => {
      if (index % 8 === 3) return anOrder({ total: 'much' });
      if (index % 8 === 5) return anOrder({ id: 900_000 });
      return anOrder({ id: 900_000 + index });
    });
    const responses = await batch(orders.map((body) => ({ path: '/shop/v3/orders', body })));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((each) => each === 201)).toHaveLength(19);
    expect(statuses.filter((each) => each === 400)).toHaveLength(3);
    expect(statuses.filter((each) => each === 409)).toHaveLength(3);
    expect((await ask('GET', '/orders')).headers.get('x-cms-total')).toBe('19');
  });

  it('change, refund and delete, each with the effects of the ones before', async () => {
    const path = '/shop/v3/orders/950001';
    const responses = await batch([
      { path: '/shop/v3/orders', body: anOrder({ id: 950_001 }) },
      { method: 'PUT', path, body: { status: 'completed' } },
      { path: `${path}/refunds`, body: { amount: '29' } },
      { path: `${path}/refunds`, body: { amount: '2' } },
      { method: 'DELETE', path },
      { method: 'PATCH', path, body: { status: 'failed' } },
      { method: 'DELETE', path: `${path}?force=true` },
      { method: 'DELETE', path: `${path}?force=true` },
    ]);
    expect(responses.map(({ status, body }) => [status, body.code ?? body.status ?? body.amount])).toEqual([
      [201, 'processing'],
      [200, 'completed'],
      [201, '29'],
      [400, 'shop_rest_invalid_refund_amount'],
      [200, 'trash'],
      [400, 'shop_rest_invalid_status_transition'],
      [200, 'trash'],
      [404, 'shop_rest_order_invalid_id'],
    ]);
  });

  it('have the keys of their items', async () => {
    const headers = { 'Idempotency-Key': freshWord() };
    const item = { path: '/shop/v3/orders', headers, body: anOrder() };
    const [first, second, third] = await batch([item, item, { ...item, body: anOrder({ test: true }) }]);
    expect(first).toMatchObject({ status: 201 });
    expect(second).toMatchObject({ status: 201, body: { id: first?.body.id } });
    expect(third).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  it('leave facts behind that are true', async () => {
    const { core } = world().application;
    const report = await core.analytics.verifyAnalytics(await world().application.actor('system'), {});
    expect(report.differences).toEqual([]);
  });
});
