import { anonymous, DomainError } from '@backroom/core';
import { describe, expect, it } from 'vitest';
import { tinyCore } from '../../../http/tiny-interface.ts';
import { tinyShop } from '../../../http/tiny-shop.ts';
import { aMember, anAdministrator } from '../../../support/builders.ts';
import { type ShopRequestOverrides, shopAt, shopOf, shopRequest } from '../../../support/shop.ts';
import { siteShopRoutesOf } from './tables.ts';

const ada = anAdministrator();
const badToken = new DomainError('unauthenticated', 'invalid_token', 'The access token is not valid.');
const open = () => shopOf(tinyCore(), { routes: [...siteShopRoutesOf(), ...tinyShop().routes] });
const reported = async (overrides: ShopRequestOverrides): Promise<string> => {
  const { status, body } = await open().ask(overrides);
  return `${status} ${(body as { code?: string } | null | undefined)?.code ?? 'done'}`;
};

describe('the order of checks of the shop interface', () => {
  it.each<[string, ShopRequestOverrides, string]>([
    ['wrong credentials on an open route', { path: '/shop-admin/who', as: badToken }, '401 invalid_token'],
    ['wrong credentials on no route', { path: '/nowhere', as: badToken }, '401 invalid_token'],
    ['wrong credentials with OPTIONS', { method: 'OPTIONS', path: '/', as: badToken }, '401 invalid_token'],
    ['an unknown route', { path: '/nowhere', as: anonymous }, '404 rest_no_route'],
    [
      'a method that the route lacks',
      { method: 'DELETE', path: '/shop-admin/who', as: anonymous },
      '404 rest_no_route',
    ],
    [
      'a missing parameter before who asks',
      { method: 'POST', path: '/shop-admin/things', as: anonymous },
      '400 rest_missing_callback_param',
    ],
    [
      'a wrong parameter before who asks',
      { method: 'PUT', path: '/shop-admin/things/a', body: { size: 'x' }, as: anonymous },
      '400 rest_invalid_param',
    ],
    [
      'an anonymous caller where a right is needed',
      { path: '/shop-admin/secret', as: anonymous },
      '401 shop_rest_cannot_view',
    ],
    ['a user without the right', { path: '/shop-admin/secret', as: aMember() }, '403 shop_rest_cannot_view'],
    [
      'a route without a word of its own',
      { method: 'DELETE', path: '/shop-admin/things/a', as: aMember() },
      '403 rest_forbidden',
    ],
    [
      'an anonymous caller where any user may',
      { method: 'POST', path: '/shop-admin/things', body: { name: 'a' }, as: anonymous },
      '401 rest_forbidden',
    ],
    ['everything in order', { path: '/shop-admin/secret', as: ada }, '200 done'],
    [
      'a due change of password',
      { path: '/shop-admin/secret', as: { ...ada, mustChangePassword: true } },
      '403 password_change_required',
    ],
    ['what is off', { path: '/shop-admin/off' }, '501 shop_rest_off'],
    ['a failure', { path: '/shop-admin/broken' }, '500 internal_server_error'],
  ])('%s', async (_, overrides, expected) => {
    expect(await reported(overrides)).toBe(expected);
  });

  it('reports refusals of use cases like those of descriptors', async () => {
    expect((await open().ask({ path: '/shop-admin/picky' })).body).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): store_email',
      data: {
        status: 400,
        params: { store_email: 'That cannot be.' },
        details: { store_email: { code: 'validation_failed', message: 'That cannot be.', data: null } },
      },
    });
  });

  it('refers to the log for a failure', async () => {
    const shop = open();
    expect((await shop.ask({ path: '/shop-admin/broken' })).body).toEqual({
      code: 'internal_server_error',
      message: 'Something went wrong on our side.',
      data: { status: 500, request_id: 'request-1' },
    });
    expect(shop.failures).toEqual([new Error('secret of the house')]);
  });
});

describe('addresses', () => {
  it.each<[string, string]>([
    ['/shop-admin/who', '200 done'],
    ['/shop-admin/who/', '200 done'],
    ['/shop-admin/who//', '200 done'],
    ['/Shop-Admin/WHO', '200 done'],
    ['/SHOP-ADMIN/things/ABC', '200 done'],
    ['', '200 done'],
    ['/', '200 done'],
    ['//', '200 done'],
    ['shop-admin/who', '404 rest_no_route'],
    ['//shop-admin/who', '404 rest_no_route'],
    ['/shop-admin/things/a b', '404 rest_no_route'],
    ['/shop-admin/things/a/b', '404 rest_no_route'],
    ['/shop-admin/things/', '200 done'],
    ['/shop-admin', '200 done'],
    ['/shop/pos/v1/catalog', '200 done'],
    ['/constructor', '404 rest_no_route'],
    [`/shop-admin/things/${'a'.repeat(5_000)}`, '404 rest_no_route'],
  ])('%j', async (path, expected) => {
    expect(await reported({ path })).toBe(expected);
  });
});

describe('methods', () => {
  it('HEAD is answered by GET', async () => {
    expect((await open().ask({ method: 'HEAD', path: '/shop-admin/who' })).status).toBe(200);
  });

  it('OPTIONS describes the route, its schema too', async () => {
    const { status, headers, body } = await open().ask({
      method: 'OPTIONS',
      path: '/shop-admin/things/a',
      as: anonymous,
    });
    expect({ status, headers }).toEqual({ status: 200, headers: { Allow: 'GET' } });
    expect(body).toMatchObject({
      namespace: 'shop-admin',
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      schema: {
        $schema: 'http://json-schema.org/draft-04/schema#',
        type: 'object',
        properties: { id: { type: 'string' } },
      },
    });
    expect(body).not.toHaveProperty('_links');
  });

  it('OPTIONS of no route is an empty list', async () => {
    const { status, headers, body } = await open().ask({ method: 'OPTIONS', path: '/nowhere' });
    expect({ status, headers, body }).toEqual({ status: 200, headers: {}, body: [] });
  });

  it.each<[string, ShopRequestOverrides, string | undefined]>([
    ['anonymous', { path: '/shop-admin/things/a', as: anonymous }, 'GET'],
    ['a member', { path: '/shop-admin/things/a', as: aMember() }, 'GET'],
    ['an administrator', { path: '/shop-admin/things/a', as: ada }, 'GET, POST, PUT, PATCH, DELETE'],
    ['an anonymous caller without rights', { path: '/shop-admin/secret', as: anonymous }, undefined],
    ['an unknown method', { method: 'DELETE', path: '/shop-admin/who', as: anonymous }, 'GET'],
    [
      'an invalid request',
      { method: 'PUT', path: '/shop-admin/things/a', body: { size: 'x' }, as: ada },
      'GET, POST, PUT, PATCH, DELETE',
    ],
  ])('Allow names those that are for %s', async (_, overrides, allow) => {
    expect((await open().ask(overrides)).headers.Allow).toBe(allow);
  });

  it.each<[string, ShopRequestOverrides, string]>([
    ['by query', { method: 'POST', path: '/shop-admin/things/a', query: '_method=delete', as: ada }, '204 done'],
    [
      'by header',
      { method: 'POST', path: '/shop-admin/things/a', headers: { 'x-http-method-override': 'DELETE' }, as: ada },
      '204 done',
    ],
    [
      'by query before header',
      { method: 'POST', path: '/shop-admin/who', query: '_method=GET', headers: { 'x-http-method-override': 'PUT' } },
      '200 done',
    ],
    ['not on GET', { method: 'GET', path: '/shop-admin/things/a', query: '_method=DELETE', as: ada }, '200 done'],
    [
      'not by something that is none',
      { method: 'POST', path: '/shop-admin/who', query: '_method=GE%00T' },
      '404 rest_no_route',
    ],
  ])('are replaced %s', async (_, overrides, expected) => {
    expect(await reported(overrides)).toBe(expected);
  });

  it.each<[string, Partial<ShopRequestOverrides>]>([
    ['by query', { query: '_method=HEAD' }],
    ['by header', { headers: { 'x-http-method-override': 'head' } }],
    ['in an envelope', { query: '_method=HEAD&_envelope' }],
  ])('HEAD in place of POST has no body: %s', async (_, overrides) => {
    const plain = await open().ask({ path: '/shop-admin/things', ...overrides });
    const { status, headers, body } = await open().ask({ method: 'POST', path: '/shop-admin/things', ...overrides });
    expect([status, headers, body]).toEqual([200, plain.headers, undefined]);
    const refused = await open().ask({ method: 'POST', path: '/nowhere', ...overrides });
    expect(refused.body).toBeUndefined();
  });

  it('what is refused after a header replaced the method is not for caches', async () => {
    const overrides = { method: 'POST', path: '/shop-admin/nowhere', as: anonymous };
    expect((await open().ask(overrides)).isPrivate).toBe(false);
    expect((await open().ask({ ...overrides, headers: { 'x-http-method-override': 'PUT' } })).isPrivate).toBe(true);
  });
});

describe('lists', () => {
  const linkTo = (page: number, others = '') =>
    `<${shopAt}/index.php?rest_route=%2Fshop-admin%2Fthings${others}&page=${page}>`;

  it.each<[string, Record<string, string>]>([
    ['', { Link: `${linkTo(2)}; rel="next"` }],
    ['page=2', { Link: `${linkTo(1)}; rel="prev", ${linkTo(3)}; rel="next"` }],
    ['page=3', { Link: `${linkTo(2)}; rel="prev"` }],
    ['page=9', { Link: `${linkTo(3)}; rel="prev"` }],
    ['kind=a%26b&page=2', { Link: `${linkTo(1, '&kind=a%26b')}; rel="prev", ${linkTo(3, '&kind=a%26b')}; rel="next"` }],
  ])('have their length and links to other pages: %s', async (query, headers) => {
    const response = await open().ask({ path: '/shop-admin/things', query, as: anonymous });
    expect(response.headers).toEqual({ Allow: 'GET', 'X-CMS-Total': '25', 'X-CMS-TotalPages': '3', ...headers });
  });

  it('leave out links to other pages above 2 KiB', async () => {
    const headersOf = async (length: number) =>
      (await open().ask({ path: '/shop-admin/things', query: `page=2&kind=${'x'.repeat(length)}`, as: anonymous }))
        .headers;
    const shortest = (await headersOf(0)).Link?.length ?? 0;
    const most = Math.floor((2_048 - shortest) / 2);
    expect((await headersOf(most)).Link).toHaveLength(shortest + most * 2);
    expect(await headersOf(most + 1)).toEqual({ Allow: 'GET', 'X-CMS-Total': '25', 'X-CMS-TotalPages': '3' });
  });

  it('are empty beyond their end', async () => {
    const { status, body } = await open().ask({ path: '/shop-admin/things', query: 'page=9' });
    expect({ status, body }).toEqual({ status: 200, body: [] });
  });
});

describe('other names', () => {
  const names = {
    namespaces: { 'shop-admin': 'store/v9' },
    headerPrefix: 'X-Own-',
    prettyPrefix: 'json',
    adminPath: 'admin',
    errorPrefix: 'own_',
    appScheme: 'ownapp',
  };
  const renamed = () => shopOf(tinyCore(), { names, routes: [...siteShopRoutesOf(names), ...tinyShop().routes] });

  it('are those under which routes are found', async () => {
    expect((await renamed().ask({ path: '/store/v9/who' })).status).toBe(200);
    expect((await renamed().ask({ path: '/shop-admin/who' })).status).toBe(404);
  });

  it('are in headers, codes and links', async () => {
    const { headers, body } = await renamed().ask({ path: '/store/v9/things', query: 'per_page=1', as: anonymous });
    expect(headers).toHaveProperty('X-Own-Total', '25');
    expect(headers.Link).toContain('rest_route=%2Fstore%2Fv9%2Fthings');
    expect(body[0]).toHaveProperty('_links.self', [
      { href: `${shopAt}/index.php?rest_route=/store/v9/things/thing-0` },
    ]);
    expect((await renamed().ask({ path: '/store/v9/secret' })).body).toHaveProperty('code', 'own_rest_cannot_view');
  });

  it('are embedded too', async () => {
    const { body } = await renamed().ask({ path: '/store/v9/things', query: 'per_page=1&_embed=owner' });
    expect(body[0]).toHaveProperty('_embedded.owner[0].user', 7);
  });
});

describe('indexes', () => {
  it.each<[string, string]>([
    ['', '200 done'],
    ['namespace=mailer/v1', '200 done'],
    ['namespace=nonsense', '404 rest_invalid_namespace'],
    ['namespace=', '404 rest_invalid_namespace'],
    ['context=anything', '200 done'],
  ])('of a namespace: %s', async (query, expected) => {
    expect(await reported({ path: '/shop-admin', query })).toBe(expected);
  });

  it('of a namespace holds its routes and nothing else', async () => {
    const { body } = await open().ask({ path: '/shop-admin' });
    const { namespace, routes, _links } = body as {
      namespace: string;
      routes: Record<string, { namespace: string }>;
      _links: unknown;
    };
    expect(namespace).toBe('shop-admin');
    expect(Object.values(routes).every((each) => each.namespace === 'shop-admin')).toBe(true);
    expect(Object.keys(routes)).toContain('/shop-admin/things/(?P<id>[a-z0-9_\\-]+)');
    expect(_links).toEqual({ up: [{ href: `${shopAt}/index.php?rest_route=/` }] });
  });

  it('show what may be an item of a batch', async () => {
    const { body } = await open().ask({ path: '/shop-admin' });
    expect(body).toHaveProperty(['routes', '/shop-admin/things/(?P<id>[a-z0-9_\\-]+)', 'endpoints', 1, 'allow_batch'], {
      v1: true,
    });
  });

  it('do not show parameters that are not published', async () => {
    const { body } = await open().ask({ path: '/shop-admin' });
    expect(body).toHaveProperty(['routes', '/shop-admin/whole', 'endpoints', 0, 'args'], []);
  });

  it('with help have schemas', async () => {
    const { body } = await open().ask({ path: '/', query: 'context=help' });
    expect(body).toHaveProperty(['routes', '/shop-admin/things/(?P<id>[a-z0-9_\\-]+)', 'schema', 'type'], 'object');
    expect((await open().ask({ path: '/' })).body).not.toHaveProperty([
      'routes',
      '/shop-admin/things/(?P<id>[a-z0-9_\\-]+)',
      'schema',
    ]);
  });

  it('are the same object each time', async () => {
    const shop = open();
    expect((await shop.ask({ path: '/' })).body).toBe((await shop.ask({ path: '/', as: anonymous })).body);
    expect((await shop.ask({ path: '/' })).lasts).toBeGreaterThan(0);
    expect((await shop.ask({ path: '/', query: '_fields=name' })).lasts).toBe(0);
  });

  it('advertise application passwords only where they can be used', async () => {
    const insecure = await open().dispatch(shopRequest({}), async () => anonymous);
    expect(insecure.body).toHaveProperty('authentication', {});
  });
});
