import { type Actor, anonymous } from '@backroom/core';
import { describe, expect, it } from 'vitest';
import { tinyCore } from '../../../http/tiny-interface.ts';
import { tinyShop } from '../../../http/tiny-shop.ts';
import { aMember, anAdministrator } from '../../../support/builders.ts';
import { shopOf } from '../../../support/shop.ts';
import { siteShopRoutesOf } from './tables.ts';

type Item = Readonly<Record<string, unknown>>;
interface Answers {
  readonly failed?: string;
  readonly responses: readonly {
    readonly body: Item & { readonly code?: string };
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
  }[];
}

const ada = anAdministrator();
const thing = (id: string, size?: unknown): Item => ({ path: `/shop-admin/things/${id}`, body: { size } });

/** A shop, what it has done, and the way to send it batches. */
function open() {
  const { routes, done } = tinyShop();
  const { ask } = shopOf(tinyCore(), { routes: [...siteShopRoutesOf(), ...routes] });
  const send = async (body: unknown, as: Actor = ada) => {
    const { status, body: reported } = await ask({ method: 'POST', path: '/batch/v1', body, as });
    return {
      status,
      body: reported as Answers & { readonly code?: string; readonly data: { readonly details: unknown } },
    };
  };
  return { send, ask, done };
}
const statusesOf = ({ body }: { readonly body: Answers }) => body.responses.map((each) => each?.status ?? null);

describe('a batch', () => {
  it('is done in its order, and later requests see what earlier ones did', async () => {
    const { send, done } = open();
    const { status, body } = await send({ requests: [thing('a', 1), thing('b', 2), thing('c', 3)] });
    expect(status).toBe(207);
    expect(done).toEqual(['a 1', 'b 2', 'c 3']);
    expect(body.responses.map((each) => each.body.before)).toEqual([0, 1, 2]);
    expect(body).not.toHaveProperty('failed');
  });

  it('answers each request with its body, status and headers', async () => {
    const { body } = await open().send({ requests: [thing('a', 1)] });
    expect(body).toEqual({
      responses: [
        {
          body: { id: 'a', size: 1, before: 0 },
          status: 200,
          headers: { Allow: 'GET, POST, PUT, PATCH, DELETE' },
        },
      ],
    });
  });

  it('without requests is answered without responses', async () => {
    expect(await open().send({ requests: [] })).toEqual({ status: 207, body: { responses: [] } });
  });

  it('does not stop at what fails', async () => {
    const { send, done } = open();
    const answer = await send({
      requests: [thing('a'), { path: '/shop-admin/things/b', body: { fail: true } }, thing('c', 99), thing('d')],
    });
    expect(statusesOf(answer)).toEqual([200, 409, 400, 200]);
    expect(done).toEqual(['a', 'd']);
  });

  it('of 25 requests of which five fail leaves twenty effects', async () => {
    const { send, done } = open();
    const failing: readonly Item[] = [
      thing('x', 'wrong'),
      { path: '/nowhere' },
      { path: '/shop-admin/things', body: { name: 'not in batches' } },
      { path: '/shop-admin/things/y', body: { fail: 1 } },
      { path: '/shop-admin/things/%zz' },
    ];
    const requests = Array.from({ length: 25 }, (_, index) =>
      index % 5 === 4 ? (failing[(index - 4) / 5] ?? {}) : thing(`t${index}`),
    );
    const answer = await send({ requests });
    expect(statusesOf(answer).filter((each) => each === 200)).toHaveLength(20);
    expect(statusesOf(answer).filter((each) => each !== 200)).toEqual([400, 404, 400, 409, 400]);
    expect(done).toHaveLength(20);
  });

  it('takes both bodies and queries, and other methods', async () => {
    const { send } = open();
    const { body } = await send({
      requests: [
        { method: 'PUT', path: '/shop-admin/things/a?size=3' },
        { method: 'PATCH', path: '/shop-admin/things/b?size=3', body: { size: 4 } },
        { path: '/shop-admin/things/c?size=5&_fields=size' },
        { path: '/shop-admin/things/%61' },
      ],
    });
    expect(body.responses.map((each) => each.body)).toMatchObject([
      { id: 'a', size: 3 },
      { id: 'b', size: 4 },
      { size: 5 },
      { id: 'a' },
    ]);
    expect(body.responses[2]?.body).toEqual({ size: 5 });
  });
});

describe('a batch that is all or nothing', () => {
  it('does nothing when one request cannot be right', async () => {
    const { send, done } = open();
    const { status, body } = await send({
      validation: 'require-all-validate',
      requests: [thing('a', 1), thing('b', 'x'), thing('c', 3)],
    });
    expect(status).toBe(207);
    expect(body).toEqual({
      failed: 'validation',
      responses: [
        null,
        {
          body: expect.objectContaining({ code: 'rest_invalid_param' }),
          status: 400,
          headers: { Allow: 'GET, POST, PUT, PATCH, DELETE' },
        },
        null,
      ],
    });
    expect(done).toEqual([]);
  });

  it('is done when everything may be tried, also what then fails', async () => {
    const { send, done } = open();
    const answer = await send({
      validation: 'require-all-validate',
      requests: [thing('a'), { path: '/shop-admin/things/b', body: { fail: true } }],
    });
    expect(statusesOf(answer)).toEqual([200, 409]);
    expect(done).toEqual(['a']);
  });

  it('does not check permission first', async () => {
    const answer = await open().send({ validation: 'require-all-validate', requests: [thing('a')] }, aMember());
    expect(answer.body).not.toHaveProperty('failed');
    expect(statusesOf(answer)).toEqual([403]);
  });
});

describe('requests of a batch', () => {
  it.each<[string, Item, number, string]>([
    ['a route that is not there', { path: '/nowhere' }, 404, 'rest_no_route'],
    ['a method that is not there', { method: 'DELETE', path: '/shop-admin/who' }, 404, 'rest_no_route'],
    [
      'a route that does not take part',
      { path: '/shop-admin/things', body: { name: 'a' } },
      400,
      'rest_batch_not_allowed',
    ],
    [
      'an endpoint that does not take part',
      { method: 'DELETE', path: '/shop-admin/things/a' },
      400,
      'rest_batch_not_allowed',
    ],
    ['a batch', { path: '/batch/v1', body: { requests: [] } }, 400, 'rest_batch_not_allowed'],
    ['a path that cannot be read', { path: '/shop-admin/things/%zz' }, 400, 'parse_path_failed'],
    ['a path of another host', { path: '//elsewhere.example/shop-admin/things/a' }, 400, 'parse_path_failed'],
    ['a path without a slash', { path: 'shop-admin/things/a' }, 404, 'rest_no_route'],
    ['an address', { path: 'https://shop.example/index.php?rest_route=/' }, 404, 'rest_no_route'],
    ['a wrong parameter', thing('a', 10), 400, 'rest_invalid_param'],
  ])('that are for %s are refused', async (_, item, status, code) => {
    const { body } = await open().send({ requests: [item] });
    expect(body.responses[0]).toMatchObject({ status, body: { code, data: { status } } });
  });

  it('have no headers where nothing is allowed', async () => {
    expect((await open().send({ requests: [{ path: '/nowhere' }] })).body.responses[0]?.headers).toEqual({});
  });

  it('are sent by the caller of the batch, whatever their headers claim', async () => {
    const answer = await open().send(
      { requests: [{ ...thing('a'), headers: { Authorization: 'Bearer somebody-else' } }] },
      anonymous,
    );
    expect(statusesOf(answer)).toEqual([401]);
    expect(answer.body.responses[0]?.body.code).toBe('shop_rest_cannot_update');
  });
});

describe('a batch is refused', () => {
  it.each<[string, unknown, string, string | undefined]>([
    ['without requests', {}, 'rest_missing_callback_param', undefined],
    [
      'with 26 requests',
      { requests: Array.from({ length: 26 }, () => thing('a')) },
      'rest_invalid_param',
      'rest_too_many_items',
    ],
    [
      'with a request that reads',
      { requests: [{ method: 'GET', path: '/' }] },
      'rest_invalid_param',
      'rest_not_in_enum',
    ],
    ['with a request without path', { requests: [{ method: 'PUT' }] }, 'rest_invalid_param', 'rest_property_required'],
    ['with a request that is none', { requests: ['/'] }, 'rest_invalid_param', 'rest_invalid_type'],
    [
      'with a header that is none',
      { requests: [{ path: '/', headers: { a: { b: 1 } } }] },
      'rest_invalid_param',
      'rest_invalid_type',
    ],
    ['with another way to check', { validation: 'maybe', requests: [] }, 'rest_invalid_param', undefined],
  ])('%s', async (_, sent, code, detail) => {
    const { send, done } = open();
    const { status, body } = await send(sent);
    expect(status).toBe(400);
    expect(body.code).toBe(code);
    if (detail !== undefined) expect(body.data.details).toMatchObject({ requests: { code: detail } });
    expect(done).toEqual([]);
  });
});

describe('the outside of a batch', () => {
  it('is enveloped, and its fields chosen, without the insides', async () => {
    const { ask } = open();
    const { body } = await ask({
      method: 'POST',
      path: '/batch/v1',
      query: '_envelope&_fields=responses.status',
      body: { requests: [thing('a')] },
      as: ada,
    });
    expect(body).toEqual({ status: 207, headers: { Allow: 'POST' }, body: { responses: [{ status: 200 }] } });
  });

  it('needs no account', async () => {
    expect((await open().send({ requests: [] }, anonymous)).status).toBe(207);
  });
});
