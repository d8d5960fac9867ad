import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storesOf } from '@backroom/adapters-persistence';
import type { Extension } from '@backroom/core/extensions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aLicenceKey, openCatalogueFolder } from '../../support/catalogues.ts';
import { type Offer, publishOffers } from '../../support/extensions/offered-packages.ts';
import { aManifest } from '../../support/extensions/packages.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const catalogue = await openCatalogueFolder();
const installed = await mkdtemp(join(tmpdir(), 'backroom-updates-'));
afterAll(() => rm(installed, { recursive: true, force: true }));
const broken = `throw new Error('no luck');`;
let edition = 0;

onEveryDatabase(
  'updates of extensions',
  (world) => {
    const ask = (method: string, route: string, body?: unknown) =>
      askShop(world(), method, route, { bearer: world().ada.token ?? '', ...(body !== undefined && { body }) });
    const store = () => storesOf(world().application.database).extensions;
    const row = async () => (await store().find('one')) as Extension;
    const folders = async () => (await readdir(installed)).map((name) => name.slice(0, -7)).toSorted();
    const offer = async (version: string, more: Partial<Offer> = {}) => {
      edition += 1;
      await publishOffers(catalogue, [{ slug: 'one', product: { version }, ...more }], edition);
      expect((await ask('POST', '/shop/v3/marketplace/refresh')).status).toBe(200);
    };
    const updateDue = async () =>
      world().application.core.extensions.updateDueExtensions(await world().application.actor('system'), {});
    /** Switches to a broken version, as an update does whose process is killed before it is loaded. Returns the row before. */
    const loseUpdate = async (changes: Partial<Extension> = {}): Promise<Extension> => {
      const before = await row();
      const folder = `one-2.0.0-${edition.toString().padStart(6, '0')}`;
      await mkdir(join(installed, folder));
      const manifest = aManifest({ version: '2.0.0' }, { slug: 'one', title: 'one' });
      await writeFile(join(installed, folder, 'package.json'), manifest);
      await writeFile(join(installed, folder, 'index.js'), broken);
      await store().save({
        ...{ ...before, version: '2.0.0', folder, state: 'starting', activatedAt: new Date(0), isUnproven: true },
        ...{ previousVersion: before.version, previousFolder: before.folder, ...changes },
      });
      return before;
    };
    const resume = async () =>
      world().application.core.extensions.resumeActivations(await world().application.actor('system'), {});
    const updateNow = async () =>
      world().application.core.extensions.updateExtension(await world().application.actor('system'), { slug: 'one' });

    beforeAll(async () => {
      for (const name of await readdir(installed)) await rm(join(installed, name), { recursive: true });
      await offer('1.0.0');
      const product_key = aLicenceKey({ product_id: 2_000, sites_max: 1, order_id: 1 }, catalogue.key);
      await ask('POST', '/shop/v3/marketplace/subscriptions/connect', { product_key });
      const { body } = await ask('POST', '/shop-admin/onboarding/plugins/install-and-activate', { plugins: ['one'] });
      expect(body.activate).toMatchObject({ activated: ['one'] });
      await offer('1.1.0');
      expect(await updateDue()).toBe(0);
      await ask('POST', '/shop/v3/marketplace/subscriptions/auto-update', { product_key, enabled: true });
    });

    it('replace the version by a newer one, and keep the package before', async () => {
      expect(await updateDue()).toBe(1);
      expect(await row()).toMatchObject({ version: '1.1.0', previousVersion: '1.0.0', state: 'running' });
      expect(await updateDue()).toBe(0);
      await offer('1.2.0');
      expect(await updateDue()).toBe(1);
      expect(await folders()).toEqual(['one-1.1.0', 'one-1.2.0']);
      await offer('1.1.5');
      expect(await updateDue()).toBe(0);
    });

    it('are rolled back when the new version cannot be loaded', async () => {
      await offer('2.0.0', { module: broken });
      expect(await updateDue()).toBe(0);
      expect(await row()).toMatchObject({
        version: '1.2.0',
        previousVersion: '1.1.0',
        state: 'running',
        failure: null,
      });
      expect(await folders()).toEqual(['one-1.1.0', 'one-1.2.0']);
      expect(await updateNow()).toEqual({ kind: 'rolled-back', version: '1.2.0', reason: 'no luck' });
      await offer('2.1.0', { digest: { sha256: '0'.repeat(64) } });
      expect(await updateDue()).toBe(0);
      expect(await row()).toMatchObject({ version: '1.2.0', state: 'running' });
    });

    it.each(['resumed', 'repeated'])('that a lost process has left are rolled back when they are %s', async (how) => {
      await offer('2.0.0', { module: broken });
      const before = await loseUpdate();
      if (how === 'resumed') expect(await resume()).toBe(1);
      else expect(await updateNow()).toEqual({ kind: 'rolled-back', version: '1.2.0', reason: 'no luck' });
      expect(await row()).toMatchObject({
        ...{ version: '1.2.0', state: 'running', failure: null, isUnproven: false },
        ...{ folder: before?.folder, previousVersion: null, previousFolder: null },
      });
      expect(await folders()).toEqual(['one-1.1.0', 'one-1.2.0']);
      await store().save({ ...before, revision: (await row()).revision });
    });

    it('that a lost process has left have failed where there is no way back', async () => {
      const before = await loseUpdate({ previousVersion: null, previousFolder: null });
      expect(await resume()).toBe(1);
      const left = await row();
      expect(left).toMatchObject({ version: '2.0.0', state: 'failed', failure: 'no luck', isUnproven: false });
      await store().save({ ...before, revision: left.revision });
      await rm(join(installed, left.folder), { recursive: true });
    });

    it('with further rights are left to an administrator', async () => {
      await offer('3.0.0', { manifest: { rights: ['edit_catalog'] } });
      expect(await updateDue()).toBe(0);
      expect(await row()).toMatchObject({ version: '1.2.0', rights: [] });
      expect(await updateNow()).toEqual({ kind: 'updated', version: '3.0.0', reason: null });
      expect(await row()).toMatchObject({ version: '3.0.0', rights: ['edit_catalog'], state: 'running' });
      expect(await updateNow()).toMatchObject({ kind: 'current' });
      expect(await folders()).toEqual(['one-1.2.0', 'one-3.0.0']);
    });
  },
  {
    environment: { CATALOG_URL: catalogue.path, CATALOG_KEY: catalogue.key.publicKey, EXTENSIONS_DIR: installed },
  },
);
