import { expect, it } from 'vitest';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

interface Item {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
}
interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string } & Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

const options = '/shop-admin/options';
const profile = '/shop-admin/onboarding/profile';
const write = (body: object): Item => ({ path: options, body });
const answer = (body: object): Item => ({ method: 'PATCH', path: profile, body });

/** Twenty that can be done and five that cannot, each for another reason. */
const good: readonly Item[] = [
  ...Array.from({ length: 8 }, (_, index) => write({ shop_demo_store_notice: `Notice ${index}` })),
  write({ shop_weight_unit: 'oz', shop_dimension_unit: 'yd' }),
  { method: 'PUT', path: options, body: { shop_coming_soon: 'yes' } },
  answer({ completed: true }),
  answer({ industry: ['a'] }),
  { method: 'PUT', path: profile, body: { business_choice: 'b' } },
  { path: `${profile}?selling_online_answer=c` },
  ...['plugins', 'user-profile', 'business-info'].map((step) => ({
    path: `${profile}/progress/core-profiler/complete`,
    body: { step },
  })),
  { path: '/shop-admin/tax/recommendations/dismiss' },
  { path: '/shop-admin/notice/dismiss', body: { notice_id: 'market-connect-notice' } },
  write({ shop_share_key: 'last' }),
];
const bad: readonly (readonly [Item, number, string])[] = [
  [write({ shop_demo_store: 'maybe', shop_calc_taxes: 'yes' }), 400, 'rest_invalid_param'],
  [write({ shop_calc_taxes: 'yes', blogname: 'x' }), 403, 'shop_rest_cannot_update'],
  [answer({ store_email: 'nobody', skipped: true }), 400, 'rest_invalid_param'],
  [{ path: `${profile}/progress/core-profiler/complete`, body: { step: 'other' } }, 400, 'rest_invalid_param'],
  [{ path: '/shop-admin/nowhere' }, 404, 'rest_no_route'],
];

onEveryDatabase('batches of real routes', (world) => {
  const send = (body: object, init: ShopRequestInit = { bearer: world().ada.token ?? '' }) =>
    askShop(world(), 'POST', '/batch/v1', { ...init, body });
  const answersOf = (body: unknown) => (body as { readonly responses: readonly Answer[] }).responses;
  const read = async (route: string) =>
    JSON.parse((await askShop(world(), 'GET', route, { bearer: world().ada.token ?? '' })).text) as unknown;

  it('of 25, of which five cannot be done, leave what the twenty do', async () => {
    const requests = good.flatMap((each, index) => (index % 4 === 0 ? [bad[index / 4]?.[0] as Item, each] : [each]));
    expect(requests).toHaveLength(25);
    const { status, body } = await send({ requests });
    expect(status).toBe(207);
    expect(body).not.toHaveProperty('failed');
    const failed = answersOf(body).flatMap((each) => (each.status === 200 ? [] : [[each.status, each.body.code]]));
    expect(failed).toEqual(bad.map(([, code, name]) => [code, name]));
    expect(answersOf(body).filter((each) => each.status === 200)).toHaveLength(20);
    const names = ['demo_store_notice', 'weight_unit', 'dimension_unit', 'coming_soon', 'share_key', 'demo_store'];
    const stored = await read(`${options}?options=${[...names, 'calc_taxes'].map((name) => `shop_${name}`).join(',')}`);
    expect(stored).toEqual({
      shop_demo_store_notice: 'Notice 7',
      shop_weight_unit: 'oz',
      shop_dimension_unit: 'yd',
      shop_coming_soon: 'yes',
      shop_share_key: 'last',
      shop_demo_store: false,
      shop_calc_taxes: false,
    });
    expect(await read(profile)).toMatchObject({
      ...{ completed: true, industry: ['a'], business_choice: 'b', selling_online_answer: 'c' },
      ...{ skipped: null, store_email: null },
    });
    const { core_profiler_completed_steps: steps } = (await read(`${profile}/progress`)) as {
      readonly core_profiler_completed_steps: object;
    };
    expect(Object.keys(steps).toSorted()).toEqual(['business-info', 'plugins', 'user-profile']);
  });

  it('see what those before them did, and name the allowed methods', async () => {
    const { body } = await send({ requests: [write({ shop_share_key: 'x' }), write({ shop_share_key: 'x' })] });
    expect(answersOf(body)).toEqual([
      { body: { shop_share_key: true }, status: 200, headers: { Allow: 'GET, POST, PUT, PATCH' } },
      { body: { shop_share_key: false }, status: 200, headers: { Allow: 'GET, POST, PUT, PATCH' } },
    ]);
  });

  it('change nothing in the database when all must be right and one is not', async () => {
    const before = await world().contents();
    const requests = [
      write({ shop_share_key: 'never' }),
      answer({ completed: false }),
      { path: `${profile}/progress/core-profiler/complete`, body: { step: 'other' } },
      { path: '/shop-admin/tax/recommendations/dismiss' },
    ];
    const { status, body } = await send({ validation: 'require-all-validate', requests });
    expect(status).toBe(207);
    expect(body.failed).toBe('validation');
    expect(answersOf(body)).toMatchObject([null, null, { status: 400, body: { code: 'rest_invalid_param' } }, null]);
    expect(await world().contents()).toBe(before);
  });

  it('of records run nothing when all must be right and a member of one is not', async () => {
    const before = await world().contents();
    const sums = { total: '5', total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' };
    const line = { name: 'Mug', quantity: 1, subtotal: '5', total: '5' };
    const right = [
      { path: '/shop/v3/products', body: { name: 'Mug', price: '5', sku: '' } },
      { path: '/shop/v3/orders', body: { ...sums, id: null, lines: [line, line] } },
      { method: 'PATCH', path: '/shop/v3/orders/5', body: { lines: [line], paid_at: null } },
    ];
    const wrong = [
      [{ path: '/shop/v3/products', body: { name: 'Mug', price: 'five' } }, 'price'],
      [{ method: 'PATCH', path: '/shop/v3/products/5', body: { sale_price: '1,5' } }, 'sale_price'],
      [{ path: '/shop/v3/orders', body: { ...sums, total: 'x', lines: [{ ...line, subtotal: '' }] } }, 'total'],
      [{ path: '/shop/v3/orders/5/refunds', body: { amount: 'all' } }, 'amount'],
    ] as const;
    const requests = [...right, ...wrong.map(([item]) => item)];
    const { body } = await send({ validation: 'require-all-validate', requests });
    expect(body).toMatchObject({ failed: 'validation' });
    expect(answersOf(body)).toMatchObject([
      ...right.map(() => null),
      ...wrong.map(([, name]) => ({
        status: 400,
        body: { code: 'rest_invalid_param', data: { params: { [name]: expect.any(String) } } },
      })),
    ]);
    expect(await world().contents()).toBe(before);
  });

  it('are done when all must be right and all are', async () => {
    const { body } = await send({
      validation: 'require-all-validate',
      requests: [write({ shop_share_key: 'done' }), answer({ skipped: true })],
    });
    expect(answersOf(body).map(({ status }) => status)).toEqual([200, 200]);
    expect(await read(`${options}?options=shop_share_key`)).toEqual({ shop_share_key: 'done' });
  });

  it('have 25 items at most, no batches among them, and nothing that did not opt in', async () => {
    const before = await world().contents();
    const requests = Array.from({ length: 26 }, () => write({ shop_share_key: 'too many' }));
    expect(await send({ requests })).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { details: { requests: { code: 'rest_too_many_items' } } } },
    });
    const units = `${profile}/update-store-currency-and-measurement-units`;
    const { body } = await send({
      requests: [
        { path: '/batch/v1', body: { requests: [write({ shop_share_key: 'inside' })] } },
        { path: units, body: { country_code: 'IT' } },
      ],
    });
    expect(answersOf(body).map((each) => each.body.code)).toEqual(['rest_batch_not_allowed', 'rest_batch_not_allowed']);
    expect(await world().contents()).toBe(before);
  });

  it('are refused item by item without permission', async () => {
    const requests = good.slice(8, 20);
    const customer = await world().person({ shop_role: 'customer' });
    const before = await world().contents();
    const refused = await send({ requests }, { bearer: customer.token ?? '' });
    expect([...new Set(answersOf(refused.body).map(({ status }) => status))]).toEqual([403]);
    const unknown = await send({ requests }, {});
    expect([...new Set(answersOf(unknown.body).map(({ status }) => status))]).toEqual([401]);
    expect(await world().contents()).toBe(before);
  });
});
