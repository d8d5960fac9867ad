import { storesOf } from '@backroom/adapters-persistence';
import { anExtension } from '@backroom/testing/builders';
import { beforeAll, expect, it } from 'vitest';
import { aCatalogue, aLicenceKey, aProduct, openCatalogueFolder } from '../../support/catalogues.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const folder = await openCatalogueFolder();
const product = aProduct({ version: '1.10.0' });
await folder.publish(aCatalogue({ products: [product] }));

onEveryDatabase(
  'installed extensions',
  (world) => {
    const ask = (method: string, route: string, body?: unknown, bearer = world().ada.token ?? '') =>
      askShop(world(), method, route, { bearer, ...(body !== undefined && { body }) });
    const slugsOf = async (list: string) => (await ask('GET', `/shop-admin/plugins/${list}`)).body;
    const store = () => storesOf(world().application.database).extensions;

    beforeAll(async () => {
      expect(await slugsOf('installed')).toEqual({ plugins: [] });
      await store().insert(anExtension({ slug: 'works', isActive: true, state: 'running' }));
      await store().insert(anExtension({ slug: 'ended', isActive: true, state: 'failed', failure: 'It ended.' }));
      await store().insert(anExtension({ slug: String(product.slug), version: '1.9.0' }));
    });

    it('are listed by slug, activated ones without those that failed', async () => {
      expect(await slugsOf('installed')).toEqual({ plugins: ['ended', 'works', product.slug].toSorted() });
      expect(await slugsOf('active')).toEqual({ plugins: ['works'] });
    });

    it('are listed for managers of the store only', async () => {
      const manager = await world().person({ shop_role: 'store_manager' });
      const member = await world().person({});
      for (const route of ['/shop-admin/plugins/active', '/shop-admin/plugins/installed']) {
        expect((await ask('GET', route, undefined, manager.token)).status).toBe(200);
        expect((await ask('GET', route, undefined, member.token)).body.code).toBe('rest_forbidden');
        expect((await askShop(world(), 'GET', route, {})).status).toBe(401);
      }
    });

    it('are part of the subscriptions of their products', async () => {
      await ask('POST', '/shop/v3/marketplace/refresh');
      const product_key = aLicenceKey(
        { product_id: Number(product.product_id), sites_max: 1, order_id: 1 },
        folder.key,
      );
      await ask('POST', '/shop/v3/marketplace/subscriptions/connect', { product_key });
      const read = async () => {
        const { body } = await ask('GET', '/shop/v3/marketplace/subscriptions');
        return (body as unknown as readonly Record<string, unknown>[])[0];
      };
      const slug = String(product.slug);
      expect(await read()).toMatchObject({
        has_updates: true,
        subscription_installed: true,
        local: { installed: true, active: false, version: '1.9.0', type: 'plugin', slug, path: `${slug}/1.9.0` },
      });
      const found = await store().find(slug);
      if (!found) throw new Error('The extension is not there.');
      await store().save({ ...found, version: '1.10.0', isActive: true, state: 'running' });
      expect(await read()).toMatchObject({ has_updates: false, local: { active: true, version: '1.10.0' } });
      await store().remove(slug);
      expect(await read()).toMatchObject({
        has_updates: false,
        subscription_installed: false,
        local: { installed: false, active: false, version: null, type: null, slug: null, path: null },
      });
    });
  },
  { environment: { CATALOG_URL: folder.path, CATALOG_KEY: folder.key.publicKey } },
);
