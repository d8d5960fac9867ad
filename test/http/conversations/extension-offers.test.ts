import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storesOf } from '@backroom/adapters-persistence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aLicenceKey, openCatalogueFolder } from '../../support/catalogues.ts';
import { publishOffers } from '../../support/extensions/offered-packages.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const catalogue = await openCatalogueFolder();
const installed = await mkdtemp(join(tmpdir(), 'backroom-offers-'));
afterAll(() => rm(installed, { recursive: true, force: true }));

await publishOffers(catalogue, [
  { slug: 'one', product: { categories: ['marketing'] } },
  { slug: 'throws', module: `throw new Error('no luck');` },
  { slug: 'shown', product: { is_installable: false } },
]);
const keyOf = (product_id: number, order_id = 1) => aLicenceKey({ product_id, sites_max: 1, order_id }, catalogue.key);
const keys = { one: keyOf(2_000), throws: keyOf(2_001), shown: keyOf(2_002) };

onEveryDatabase(
  'extensions of licences',
  (world) => {
    const ask = (method: string, route: string, body?: unknown, bearer = world().ada.token ?? '') =>
      askShop(world(), method, route, { bearer, ...(body !== undefined && { body }) });
    const market = '/shop/v3/marketplace/subscriptions';
    const activate = (product_key: string, route = 'activate') => ask('POST', `${market}/${route}`, { product_key });
    const install = (plugins: string) => ask('POST', '/shop-admin/plugins/install', { plugins });
    const urlFor = (key: string) => ask('GET', `${market}/install-url?product_key=${key}`);
    const store = () => storesOf(world().application.database).extensions;

    const deactivate = async (slug: string) => {
      const { core, actor } = world().application;
      const row = await store().find(slug);
      if (row?.isActive) await core.extensions.deactivateExtension(await actor('system'), { slug });
    };

    beforeAll(async () => {
      await ask('POST', '/shop/v3/marketplace/refresh');
      for (const product_key of Object.values(keys))
        expect((await ask('POST', `${market}/connect`, { product_key })).status).toBe(200);
    });

    it('are downloaded from a signed address, for an hour', async () => {
      const { body } = await urlFor(keys.one);
      expect(body).toEqual({ success: true, data: { url: expect.stringContaining('filename=one-1.2.0') } });
      const address = new URL((body.data as unknown as { readonly url: string }).url);
      const fetched = (query = address.search) => fetch(`${world().url}${address.pathname}${query}`);
      const answer = await fetched();
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="one-1.2.0"');
      const sha256 = createHash('sha256')
        .update(await answer.bytes())
        .digest('hex');
      expect(await digestOfInstalled()).toBe(sha256);
      expect((await fetched(address.search.replace('one-1.2.0', 'throws-1.2.0'))).status).toBe(401);
      const forged = address.search.replace(/signature=./, (found) =>
        found.endsWith('0') ? 'signature=1' : 'signature=0',
      );
      expect((await fetched(forged)).status).toBe(401);
      world().clock.advance(3_600_000);
      expect((await fetched()).status).toBe(410);
      await world().later(0);
      expect((await readdir(installed)).filter((name) => name.startsWith('.'))).toEqual([]);
    });

    /** Installs one, and returns the digest of its row. */
    async function digestOfInstalled() {
      await install('one');
      return (await store().find('one'))?.sha256;
    }

    it('have no address once they are installed, or if there is no package', async () => {
      expect((await urlFor(keys.one)).body).toEqual({
        success: true,
        data: { message: 'The product is installed already.' },
      });
      const refused = await urlFor(keys.shown);
      expect([refused.status, refused.body.code]).toEqual([400, 'subscription_refused']);
      expect((await urlFor('unknown')).body).toMatchObject({ success: false, code: 'licence_unknown' });
    });

    it.each(['activate', 'activate-plugin'])('are activated by their keys (%s)', async (route) => {
      await deactivate('one');
      const done = await activate(keys.one, route);
      expect(done.body).toEqual({ success: true, data: { message: 'The extension has been activated.' } });
      expect(await store().find('one')).toMatchObject({ isActive: true, state: 'running' });
      const again = await activate(keys.one, route);
      expect(again.body).toEqual({ success: true, data: { message: 'The extension is active already.' } });
    });

    it('are not activated without a key, or if they cannot be loaded', async () => {
      for (const [key, code, message] of [
        ['unknown', 'licence_unknown', 'no subscription'],
        [keys.throws, 'subscription_refused', 'is not installed'],
      ] as const) {
        const { status, body } = await activate(key);
        expect([status, body.code]).toEqual([400, code]);
        expect(body.data).toEqual({ message: expect.stringContaining(message) });
      }
      await install('throws');
      expect((await activate(keys.throws)).body.data).toEqual({ message: expect.stringContaining('no luck') });
    });

    it('are listed for marketing, installed or activated', async () => {
      const listed = async () => (await ask('GET', '/shop-admin/marketing/overview/installed-plugins')).body;
      expect(await listed()).toMatchObject([{ slug: 'one', status: 'activated' }]);
      await deactivate('one');
      expect(await listed()).toMatchObject([{ slug: 'one', status: 'installed' }]);
    });

    it('are activated by the marketing page', async () => {
      const route = '/shop-admin/marketing/overview/activate-plugin';
      for (const method of ['POST', 'PUT', 'PATCH']) {
        await deactivate('one');
        expect((await ask(method, route, { plugin: 'one/one' })).body).toEqual({ status: 'success' });
        expect(await store().find('one')).toMatchObject({ isActive: true, state: 'running' });
      }
      const missing = await ask('POST', route, { plugin: 'missing' });
      expect([missing.status, missing.body.code]).toEqual([404, 'shop_rest_invalid_plugin']);
      const failed = await ask('POST', route, { plugin: 'throws' });
      expect([failed.status, failed.body.code]).toEqual([500, 'shop_rest_invalid_plugin']);
      const manager = await world().person({ shop_role: 'store_manager' });
      expect((await ask('POST', route, { plugin: 'one' }, manager.token)).body.code).toBe('shop_rest_cannot_update');
    });
  },
  {
    environment: { CATALOG_URL: catalogue.path, CATALOG_KEY: catalogue.key.publicKey, EXTENSIONS_DIR: installed },
  },
);
