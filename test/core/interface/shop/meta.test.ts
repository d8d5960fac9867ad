import { anonymous, DomainError } from '@backroom/core';
import { describe, expect, it } from 'vitest';
import { tinyCore } from '../../../http/tiny-interface.ts';
import { tinyShop } from '../../../http/tiny-shop.ts';
import { type ShopRequestOverrides, shopAt, shopOf } from '../../../support/shop.ts';
import { siteShopRoutesOf } from './tables.ts';

const badToken = new DomainError('unauthenticated', 'invalid_token', 'The access token is not valid.');
const open = () => shopOf(tinyCore(), { routes: [...siteShopRoutesOf(), ...tinyShop().routes] });
const reported = async (overrides: ShopRequestOverrides): Promise<string> => {
  const { status, body } = await open().ask(overrides);
  return `${status} ${(body as { code?: string } | null | undefined)?.code ?? 'done'}`;
};

describe('parameters of every route', () => {
  it.each<[string, unknown]>([
    ['id', { id: 'thing-0' }],
    ['id,size', { id: 'thing-0', size: 0 }],
    ['id size', { id: 'thing-0', size: 0 }],
    ['deep.b', { deep: { b: { c: 2 } } }],
    ['deep.b.c', { deep: { b: { c: 2 } } }],
    ['deep,deep.a', { deep: { a: 1, b: { c: 2 } } }],
    ['nothing', {}],
    ['_links.self', { _links: { self: [{ href: `${shopAt}/index.php?rest_route=/shop-admin/things/thing-0` }] } }],
  ])('_fields=%s keeps only these', async (fields, entry) => {
    const { body } = await open().ask({ path: '/shop-admin/things', query: `per_page=1&_fields=${fields}` });
    expect(body).toEqual([entry]);
  });

  it('_fields that names nothing keeps everything', async () => {
    const { body } = await open().ask({ path: '/shop-admin/who', query: '_fields=,' });
    expect(body).toEqual({ user: 7, secure: true });
  });

  it('_fields counts in a body too', async () => {
    const { body } = await open().ask({
      method: 'POST',
      path: '/shop-admin/things',
      body: { name: 'a', _fields: 'tags' },
    });
    expect(body).toEqual({ tags: undefined });
  });

  it('_fields is not for refusals', async () => {
    expect((await open().ask({ path: '/nowhere', query: '_fields=message' })).body).toHaveProperty('code');
  });

  it('_envelope puts everything into the body', async () => {
    const { status, headers, body } = await open().ask({ path: '/shop-admin/who', query: '_envelope', as: anonymous });
    expect({ status, headers, body }).toEqual({
      status: 200,
      headers: {},
      body: { body: { user: null, context: undefined, secure: true }, status: 200, headers: { Allow: 'GET' } },
    });
  });

  it.each([
    '_envelope[]',
    '_envelope[]=1',
    '_envelope[0]',
    '_envelope[0]=0',
    '_envelope%5B0%5D=1',
    '_envelope[a][b]=1',
  ])('%s is an envelope too', async (query) => {
    const { status, body } = await open().ask({ path: '/nowhere', query });
    expect([status, body]).toMatchObject([200, { status: 404, body: { code: 'rest_no_route' } }]);
  });

  it.each(['_jsonp[]=evil', '_jsonp[0]=evil'])('%s is refused too', async (query) => {
    expect(await reported({ path: '/shop-admin/who', query })).toBe('400 rest_callback_disabled');
  });

  it.each(['_envelopes', '_envelop[0]', 'x[_envelope]'])('%s is no envelope', async (query) => {
    expect((await open().ask({ path: '/nowhere', query })).status).toBe(404);
  });

  it.each(['/nowhere', '/shop-admin/secret'])('_envelope holds refusals too: %s', async (path) => {
    const { status, body } = await open().ask({ path, query: '_envelope=1', as: anonymous });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: path === '/nowhere' ? 404 : 401, body: { data: {} } });
  });

  it('_envelope holds the refusal of a credential', async () => {
    expect((await open().ask({ path: '/', query: '_envelope=', as: badToken })).body).toMatchObject({ status: 401 });
  });

  it('_jsonp is refused', async () => {
    expect(await reported({ path: '/shop-admin/who', query: '_jsonp=evil' })).toBe('400 rest_callback_disabled');
  });

  it('_pretty adds white space', async () => {
    expect((await open().ask({ path: '/', query: '_pretty' })).indent).toBe(4);
    expect((await open().ask({ path: '/', query: '_pretty=0' })).indent).toBe(0);
  });

  it('_locale is ignored', async () => {
    expect(await reported({ path: '/shop-admin/who', query: '_locale=xx' })).toBe('200 done');
  });

  it.each([['_embed'], ['_embed=1'], ['_embed=true'], ['_embed[]'], ['_embed[0]=1'], ['_embed[0]=true']])(
    '%s puts what links lead to beside them',
    async (query) => {
      const { body } = await open().ask({ path: '/shop-admin/things', query: `per_page=2&${query}` });
      expect(body[0]).toHaveProperty('_embedded', {
        owner: [{ user: 7, context: 'embed', secure: true }, {}],
        secret: [expect.objectContaining({ code: 'shop_rest_cannot_view' })],
        foreign: [{}],
      });
    },
  );

  it.each([
    '_embed=owner,self',
    '_embed[]=owner&_embed[]=self',
    '_embed[0]=owner&_embed[1]=self',
    '_embed%5B0%5D=owner',
    '_embed[0]=owner,self',
  ])('%s names relations', async (query) => {
    const { body } = await open().ask({ path: '/shop-admin/things', query: `per_page=1&${query}` });
    expect(body[0]).toHaveProperty('_embedded', { owner: [{ user: 7, context: 'embed', secure: true }, {}] });
  });

  it.each(['_embed=0', '_embed[0]=0', '_embed[]=false'])('%s embeds nothing', async (query) => {
    const { body } = await open().ask({ path: '/shop-admin/things', query: `per_page=1&${query}` });
    expect(body[0]).not.toHaveProperty('_embedded');
  });

  it('_embed of an answer without links changes nothing', async () => {
    expect((await open().ask({ path: '/shop-admin/who', query: '_embed' })).body).not.toHaveProperty('_embedded');
  });
});
