import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCatalogueFolder } from '../../support/catalogues.ts';
import { until } from '../../support/extensions/host.ts';
import { publishOffers } from '../../support/extensions/offered-packages.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const catalogue = await openCatalogueFolder();
const installed = await mkdtemp(join(tmpdir(), 'backroom-administration-'));
afterAll(() => rm(installed, { recursive: true, force: true }));

const module = `import { defineExtension } from '@backroom/extension';
export default defineExtension({
  settings: {
    shelf: { type: 'string', maxLength: 20, default: 'A1', description: 'Where it looks.' },
    most: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
  },
  activate: async ({ log }) => log.info('The shelf is watched.'),
});`;
const broken = `throw new Error('no luck');`;
let edition = 0;
const offer = async (version: string, source = module, rights: readonly string[] = ['read_inventory']) => {
  edition += 1;
  const manifest = { rights, hosts: ['hooks.example.com'] };
  await publishOffers(catalogue, [{ slug: 'shelf', product: { version }, manifest, module: source }], edition);
};

onEveryDatabase(
  'extensions by the inventory interface',
  (world) => {
    const shop = (route: string, body: object = {}) =>
      askShop(world(), 'POST', route, { bearer: world().ada.token ?? '', body });
    const refresh = () => shop('/shop/v3/marketplace/refresh');
    const logged = async (query = '') =>
      (await world().ada.get<{ readonly lines: readonly string[] }>(`/extensions/shelf/log${query}`)).body.lines;
    const packages = async () => (await readdir(installed)).filter((name) => !name.startsWith('.'));
    const row = async () => (await world().ada.list('/extensions')).body[0];
    const host = () => world().application.extensions;

    beforeAll(async () => {
      for (const name of await readdir(installed)) await rm(join(installed, name), { recursive: true });
      await offer('1.0.0');
      expect((await refresh()).status).toBe(200);
    });

    it('shows the rights of a package before it is installed, and leaves nothing of it', async () => {
      const offers = await world().ada.list('/extension-offers');
      expect(offers.headers['x-total-count']).toBe('1');
      expect(offers.body).toMatchObject([
        { slug: 'shelf', version: '1.0.0', is_installable: true, installed_version: null, has_update: false },
      ]);
      expect((await world().ada.get('/extension-offers?type=theme')).body).toEqual([]);
      expect(await world().ada.post('/extension-offers/shelf/inspect', {})).toMatchObject({
        status: 200,
        body: { rights: ['read_inventory'], new_rights: ['read_inventory'], hosts: ['hooks.example.com'] },
      });
      expect(await packages()).toEqual([]);
      expect(await world().ada.post('/extension-offers/nothing/inspect', {})).toMatchObject({
        status: 404,
        body: { code: 'extension_unknown' },
      });
    });

    it('lists state, settings and log of an extension, and deactivates it', async () => {
      const answer = await shop('/shop-admin/onboarding/plugins/install-and-activate', { plugins: ['shelf'] });
      expect(answer.body.activate).toMatchObject({ activated: ['shelf'] });
      await host().follow();
      await until(() => host().contributions().length === 1);
      expect(await row()).toMatchObject({ slug: 'shelf', state: 'running', is_active: true, is_signed: true });
      const settings = await world().ada.get('/extensions/shelf/settings');
      expect(settings.body).toMatchObject([
        { name: 'shelf', type: 'string', max_length: 20, value: 'A1', description: 'Where it looks.' },
        { name: 'most', type: 'integer', minimum: 1, maximum: 9, value: 3, default: 3 },
      ]);
      await until(async () => (await logged()).length > 0);
      expect((await logged('?lines=1'))[0]).toContain('The shelf is watched.');
      expect(await world().ada.post('/extensions/shelf/deactivate', {})).toMatchObject({
        body: { state: 'inactive', is_active: false },
      });
      await host().follow();
      expect(await world().ada.get('/extensions/shelf/settings')).toMatchObject({
        status: 503,
        body: { code: 'extension_unavailable' },
      });
    });

    it('updates with what is new, returns to the version before, and names why a version was aborted', async () => {
      await offer('1.1.0', module, ['read_inventory', 'edit_catalog']);
      await refresh();
      expect((await world().ada.list('/extension-offers')).body).toMatchObject([
        { version: '1.1.0', installed_version: '1.0.0', has_update: true },
      ]);
      expect((await world().ada.post('/extension-offers/shelf/inspect', {})).body.new_rights).toEqual(['edit_catalog']);
      expect((await world().ada.post('/extensions/shelf/update', {})).body).toEqual({
        outcome: 'updated',
        version: '1.1.0',
        reason: null,
      });
      expect(await row()).toMatchObject({ version: '1.1.0', previous_version: '1.0.0' });
      expect((await world().ada.post('/extensions/shelf/downgrade', {})).body).toMatchObject({ version: '1.0.0' });
      await shop('/shop-admin/plugins/activate', { plugins: ['shelf'] });
      await offer('2.0.0', broken);
      await refresh();
      expect((await world().ada.post('/extensions/shelf/update', {})).body).toEqual({
        outcome: 'rolled_back',
        version: '1.0.0',
        reason: 'no luck',
      });
    });

    it('removes an extension with its packages', async () => {
      expect((await world().ada.delete('/extensions/shelf?keep_data=true')).status).toBe(204);
      expect((await world().ada.get('/extensions')).body).toEqual([]);
      expect(await packages()).toEqual([]);
      for (const path of ['log', 'settings'])
        expect(await world().ada.get(`/extensions/shelf/${path}`)).toMatchObject({
          status: 404,
          body: { code: 'extension_not_installed' },
        });
      expect((await world().ada.get('/audit?action=extension.remove')).body).toMatchObject([{ target_id: 'shelf' }]);
    });
  },
  {
    environment: { CATALOG_URL: catalogue.path, CATALOG_KEY: catalogue.key.publicKey, EXTENSIONS_DIR: installed },
  },
);
