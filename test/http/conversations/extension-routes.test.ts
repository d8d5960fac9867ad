import { storesOf } from '@backroom/adapters-persistence';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ExtensionFolders } from '../../support/extensions/extension-folders.ts';
import { activeExtension, until } from '../../support/extensions/host.ts';
import { sqlOf } from '../../support/persistence.ts';
import { askShop, type ShopRequestInit } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const folders = await ExtensionFolders.make();
afterAll(() => folders.remove());

const levels = `
const levels = defineRoute({
  methods: ['GET'], path: '/levels/{id}', summary: 'Read a level.', access: 'manage_store',
  params: { id: { type: 'integer', minimum: 1, required: true }, in_words: { type: 'boolean', default: false } },
  returns: { type: 'object', properties: { id: { type: 'integer' }, inWords: { type: 'boolean' } } },
  refusals: { 'not-found': ['not_found'] },
  handle: ({ params, caller }) => {
    if (params.id === 404) throw new ExtensionRefusal('not_found', 'There is no such level.');
    if (params.id === 500) throw new ExtensionRefusal('undeclared', 'Not declared.');
    return { ...params, by: caller.username };
  },
});
const numbers = defineRoute({
  methods: ['GET', 'POST'], path: '/numbers', summary: 'Count.', access: 'anyone',
  params: { value: { type: 'integer', maximum: 10 } },
  handle: async ({ params }, { store }) => {
    const before = (await store.get('number')) ?? 0;
    if (params.value !== undefined) await store.set('number', before + params.value);
    return { number: await store.get('number') ?? 0, keys: await store.keys('n') };
  },
});
const calls = defineRoute({
  methods: ['POST'], path: '/calls', summary: 'Request the interfaces.', access: 'signed-in',
  params: { service: { type: 'string', enum: ['shop', 'inventory'], required: true }, method: { type: 'string', required: true }, path: { type: 'string', required: true }, body: { type: 'object' } },
  handle: async ({ params: { service, method, path, body } }, context) => {
    const { status, body: answer } = await context[service].request(method, path, { body });
    return { status, answer };
  },
});
const fetches = defineRoute({
  methods: ['POST'], path: '/fetches', summary: 'Request another server.', access: 'signed-in',
  params: { url: { type: 'string', required: true } },
  handle: async ({ params }, { fetch }) => fetch(params.url).then(({ status }) => ({ status }), ({ code }) => ({ code })),
});
export default defineExtension({ routes: [levels, numbers, calls, fetches] });`;

onEveryDatabase(
  'routes of extensions',
  (world) => {
    const ask = (method: string, route: string, options: ShopRequestInit = { bearer: world().ada.token ?? '' }) =>
      askShop(world(), method, route, options);
    const store = () => storesOf(world().application.database).extensions;
    const host = () => world().application.extensions;
    const activate = async (slug: string, source: string, changes = {}, manifest = {}) => {
      await folders.write(slug, source, manifest);
      await store().insert(activeExtension(slug, changes));
      await host().follow();
      await until(() =>
        host()
          .contributions()
          .some((each) => each.slug === slug),
      );
    };
    const index = async () => (await ask('GET', '/')).body as unknown as Record<'namespaces' | 'routes', object>;

    beforeAll(() => activate('levels', levels, { rights: ['manage_store', 'read_inventory'] }));

    it('are validated and need their permission, as those of the core', async () => {
      expect((await ask('GET', '/x/levels/v1/levels/7')).body).toEqual({ id: 7, inWords: false, by: 'ada' });
      expect((await ask('GET', '/x/levels/v1/levels/7?in_words=yes')).body).toMatchObject({
        code: 'rest_invalid_param',
      });
      expect((await ask('GET', '/x/levels/v1/levels/seven')).body.code).toBe('rest_no_route');
      expect((await ask('GET', '/x/levels/v1/levels/0')).body.code).toBe('rest_invalid_param');
      expect((await ask('GET', '/x/levels/v1/levels/7', {})).status).toBe(401);
      const member = await world().person({});
      expect((await ask('GET', '/x/levels/v1/levels/7', { bearer: member.token ?? '' })).status).toBe(403);
      expect((await ask('DELETE', '/x/levels/v1/levels/7')).body.code).toBe('rest_no_route');
    });

    it('refuse with the codes that they declare, and fail with others', async () => {
      const declared = await ask('GET', '/x/levels/v1/levels/404');
      expect([declared.status, declared.body.code]).toEqual([404, 'rest_not_found']);
      const undeclared = await ask('GET', '/x/levels/v1/levels/500');
      expect([undeclared.status, undeclared.body.code]).toEqual([503, 'extension_failed']);
      expect(undeclared.text).not.toContain('undeclared');
      world().log.entries.splice(0);
    });

    it('are in the index, in an index of their namespace and in the OpenAPI document', async () => {
      const { namespaces, routes } = await index();
      expect(namespaces).toContain('x/levels/v1');
      expect(routes).toHaveProperty(['/x/levels/v1/levels/(?P<id>[0-9]+)']);
      const own = (await ask('GET', '/x/levels/v1', {})).body as unknown as { readonly routes: object };
      expect(Object.keys(own.routes)).toEqual([
        '/x/levels/v1',
        '/x/levels/v1/levels/(?P<id>[0-9]+)',
        '/x/levels/v1/numbers',
        '/x/levels/v1/calls',
        '/x/levels/v1/fetches',
      ]);
      const { body } = await world().ada.get('/openapi-shop.json');
      expect(body.paths).toHaveProperty(['/x/levels/v1/levels/{id}', 'get', 'x-access'], 'manage_store');
      expect((await ask('OPTIONS', '/x/levels/v1/numbers')).body).toMatchObject({ methods: ['GET', 'POST'] });
    });

    it('keep values that no other extension sees', async () => {
      await activate('other', levels);
      const number = async (slug: string) => (await ask('GET', `/x/${slug}/v1/numbers`, {})).body;
      const post = await ask('POST', '/x/levels/v1/numbers', { bearer: world().ada.token ?? '', body: { value: 3 } });
      expect(post.body).toEqual({ number: 3, keys: ['number'] });
      expect(await number('levels')).toEqual({ number: 3, keys: ['number'] });
      expect(await number('other')).toEqual({ number: 0, keys: [] });
    });

    it('keep at most 10,000 keys', async () => {
      const { extensionValues } = storesOf(world().application.database);
      await sql`insert into extension_value select 'full', 'key ' || n, n::text from generate_series(1, 10000) n`.execute(
        sqlOf(world().application.database).kysely(),
      );
      await expect(extensionValues.set('full', 'one more', 1)).rejects.toMatchObject({ code: 'extension_store_full' });
      await extensionValues.set('full', 'key 1', 2);
      expect(await extensionValues.get('full', 'key 1')).toBe(2);
    });

    it('take effect once for an idempotency key', async () => {
      const once = { bearer: world().ada.token ?? '', body: { value: 1 }, headers: { 'idempotency-key': 'one' } };
      const first = await ask('POST', '/x/levels/v1/numbers', once);
      expect((await ask('POST', '/x/levels/v1/numbers', once)).body).toEqual(first.body);
    });

    it('use the interfaces with the granted rights only', async () => {
      const call = async (slug: string, body: object) =>
        (await ask('POST', `/x/${slug}/v1/calls`, { bearer: world().ada.token ?? '', body })).body;
      expect(await call('levels', { service: 'inventory', method: 'GET', path: '/items' })).toMatchObject({
        status: 200,
      });
      expect(await call('levels', { service: 'shop', method: 'GET', path: '/shop/v3/orders' })).toMatchObject({
        status: 200,
      });
      expect(await call('levels', { service: 'inventory', method: 'GET', path: '/audit' })).toMatchObject({
        status: 403,
      });
      expect(await call('other', { service: 'inventory', method: 'GET', path: '/items' })).toMatchObject({
        status: 403,
      });
      const body = { name: 'mine' };
      const own = await call('levels', {
        service: 'shop',
        method: 'POST',
        path: '/cms/v2/users/me/application-passwords',
        body,
      });
      expect(own).toMatchObject({ status: expect.toSatisfy((status: number) => status >= 400) });
    });

    it('reach the hosts of the manifest only', async () => {
      const body = { url: 'https://example.com/' };
      const { body: answer } = await ask('POST', '/x/levels/v1/fetches', { bearer: world().ada.token ?? '', body });
      expect(answer).toEqual({ code: 'outbound_refused' });
    });

    it('are removed when the extension is deactivated, removed or has failed', async () => {
      const row = await store().find('other');
      if (!row) throw new Error('The extension is not there.');
      await store().save({ ...row, isActive: false, state: 'inactive' });
      await host().follow();
      expect((await ask('GET', '/x/other/v1/numbers', {})).body.code).toBe('rest_no_route');
      expect((await index()).namespaces).not.toContain('x/other/v1');
      expect((await ask('GET', '/x/levels/v1/numbers', {})).status).toBe(200);
    });

    it('are not added by an extension that throws at load, ends itself, or declares what it may not', async () => {
      const sources = {
        throws: 'throw new Error("no");',
        ends: 'process.exit(3);',
        pattern: `export default defineExtension({ routes: [{ methods: ['GET'], path: '/a', summary: 'A.', access: 'anyone',
          params: { a: { type: 'string', pattern: '(a+)+$' } }, handle: () => 1 }] });`,
        climbs: `export default defineExtension({ routes: [{ methods: ['GET'], path: '/../../users', summary: 'A.', access: 'anyone', handle: () => 1 }] });`,
      };
      const reasons: Record<string, string> = {};
      for (const [slug, source] of Object.entries(sources)) {
        await folders.write(slug, source);
        await store().insert(activeExtension(slug, { state: 'starting' }));
        const result = await host().load(slug);
        reasons[slug] = result.kind === 'failed' ? result.reason : 'runs';
      }
      expect(reasons).toEqual({
        throws: 'no',
        ends: expect.stringContaining('code 3'),
        pattern: expect.stringContaining('"pattern"'),
        climbs: expect.stringContaining('path'),
      });
      expect((await ask('GET', '/x/levels/v1/numbers', {})).status).toBe(200);
    });
  },
  { environment: { EXTENSIONS_DIR: folders.root } },
);
