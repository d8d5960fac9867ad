import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storesOf } from '@backroom/adapters-persistence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCatalogueFolder } from '../../support/catalogues.ts';
import { until } from '../../support/extensions/host.ts';
import { publishOffers } from '../../support/extensions/offered-packages.ts';
import { workOff } from '../../support/jobs.ts';
import { askShop } from '../../support/shop-client.ts';
import { onEveryDatabase } from '../../support/world.ts';

const catalogue = await openCatalogueFolder();
const installed = await mkdtemp(join(tmpdir(), 'backroom-installed-'));
afterAll(() => rm(installed, { recursive: true, force: true }));

const throwing = `throw new Error('no luck');`;
/** Writes its process id and waits to be killed, until its folder has a file `again`. */
const waiting = (work: string) => `
import { existsSync, writeSync } from 'node:fs';
import { defineExtension } from '@backroom/extension';
const wait = async () => {
  if (existsSync(new URL('./again', import.meta.url))) return;
  writeSync(1, 'process ' + process.pid + '\\n');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
};
${work}`;
await publishOffers(catalogue, [
  { slug: 'one' },
  { slug: 'two', product: { install_priority: 1 } },
  { slug: 'three' },
  { slug: 'throws', module: throwing },
  { slug: 'at-load', module: waiting('await wait(); export default defineExtension({});') },
  { slug: 'at-activate', module: waiting('export default defineExtension({ activate: wait });') },
  { slug: 'forged', digest: { sha256: '0'.repeat(64) } },
  { slug: 'greedy', manifest: { rights: ['manage_extensions'] } },
  { slug: 'future', product: { min_shop_version: '99.0.0' } },
  { slug: 'shown', product: { is_installable: false } },
]);

onEveryDatabase(
  'the installation of extensions',
  (world) => {
    const ask = (method: string, route: string, body?: unknown, bearer = world().ada.token ?? '') =>
      askShop(world(), method, route, { bearer, ...(body !== undefined && { body }) });
    const plugins = (route: string, body?: unknown) =>
      ask(body === undefined ? 'GET' : 'POST', `/shop-admin/plugins/${route}`, body);
    const onboarding = (route: string, body?: unknown) =>
      ask(body === undefined ? 'GET' : 'POST', `/shop-admin/onboarding/plugins/${route}`, body);
    const store = () => storesOf(world().application.database).extensions;
    const folders = async () => (await readdir(installed).catch(() => [])).filter((name) => name !== '.logs');
    const workAll = () => workOff(world().application.core);

    beforeAll(async () => {
      for (const name of await folders()) await rm(join(installed, name), { recursive: true });
      await ask('POST', '/shop/v3/marketplace/refresh');
    });

    it('reports each extension, and stops for none', async () => {
      const { status, body } = await plugins('install', { plugins: 'One, forged,greedy,future,shown,missing' });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        data: {
          installed: ['one'],
          results: { one: true, forged: false, greedy: false, future: false, shown: false, missing: false },
          install_time: { one: expect.any(Number) },
        },
        success: false,
        message: 'Some extensions could not be installed.',
      });
      expect(body.errors).toEqual({
        errors: {
          forged: ['The package is not the one of the catalogue: size or SHA-256 digest differ.'],
          greedy: ['Extensions cannot have the right manage_extensions.'],
          future: [expect.stringMatching(/^The extension future needs the version 99\.0\.0; this server has /)],
          shown: [expect.stringContaining('cannot be installed')],
          missing: ['The catalogue has no extension missing.'],
        },
        error_data: {},
      });
      expect((await plugins('installed')).body).toEqual({ plugins: ['one'] });
      expect(await folders()).toEqual([expect.stringMatching(/^one-1\.2\.0-/)]);
      expect(await store().find('one')).toMatchObject({ isActive: false, state: 'inactive', api: 1 });
    });

    it('counts an installed extension as installed, without a time', async () => {
      const { body } = await ask('PUT', '/shop-admin/plugins/install', { plugins: ['one'] });
      expect(body).toMatchObject({
        data: { installed: ['one'], results: { one: true }, install_time: {} },
        success: true,
      });
      expect(await folders()).toHaveLength(1);
    });

    it.each([
      [{}],
      [{ plugins: '' }],
      [{ plugins: [] }],
      [{ plugins: '!, ?' }],
      [{ plugins: Array.from({ length: 51 }, (_, at) => `p${at}`) }],
    ])('refuses %j', async (given) => {
      for (const route of ['plugins/install', 'plugins/activate', 'onboarding/plugins/install-and-activate'])
        expect((await ask('POST', `/shop-admin/${route}`, given)).body.code, route).toBe('shop_rest_invalid_plugins');
    });

    it('activates what is installed, if it can be loaded', async () => {
      await plugins('install', { plugins: 'throws' });
      const { body } = await plugins('activate', { plugins: 'one,throws,two' });
      expect(body).toEqual({
        data: { activated: ['one'], active: ['one'] },
        errors: {
          errors: {
            throws: [expect.stringContaining('no luck')],
            two: ['The extension two is not installed.'],
          },
          error_data: {},
        },
        success: false,
        message: 'Some extensions could not be activated.',
      });
      expect((await plugins('active')).body).toEqual({ plugins: ['one'] });
      expect(await store().find('throws')).toMatchObject({
        isActive: true,
        state: 'failed',
        failure: expect.any(String),
      });
      const { revision } = (await store().find('one')) ?? {};
      expect((await plugins('activate', { plugins: 'one' })).body).toMatchObject({ success: true });
      expect((await store().find('one'))?.revision).toBe(revision);
    });

    it('is a job with async, one for the same set', async () => {
      const first = await plugins('install', { plugins: 'two,one', async: true });
      const second = await plugins('install', { plugins: ['one', 'TWO', 'one'], async: true });
      expect(first.body).toMatchObject({
        data: { job_id: expect.stringMatching(/^[0-9a-f]{32}$/), plugins: ['one', 'two'] },
      });
      expect(second.body.data).toEqual(first.body.data);
      const { job_id: id } = first.body.data as unknown as { readonly job_id: string };
      const report = { job_id: id, plugins: ['one', 'two'] };
      expect((await plugins(`install/status/${id}`)).body).toEqual({ ...report, status: 'pending' });
      await workAll();
      expect((await plugins(`install/status/${id}`)).body).toEqual({ ...report, status: 'complete' });
      expect((await plugins('install/status')).body).toEqual([{ ...report, status: 'complete' }]);
      expect((await plugins('installed')).body).toEqual({ plugins: ['one', 'throws', 'two'] });
      const activation = await plugins('activate', { plugins: 'two,missing', async: true });
      const { job_id: other } = activation.body.data as unknown as { readonly job_id: string };
      await workAll();
      expect((await plugins('activate/status')).body).toEqual([
        { job_id: other, plugins: ['missing', 'two'], status: 'failed' },
      ]);
      expect((await plugins('active')).body).toEqual({ plugins: ['one', 'two'] });
      for (const unknown of [`install/status/${other}`, `activate/status/${id}`, 'install/status/x'])
        expect((await plugins(unknown)).body.code).toBe('shop_rest_job_not_found');
    });

    it('with activation shows the progress of each extension', async () => {
      const before = await onboarding('install-and-activate-async', { plugins: ['three', 'throws', 'forged'] });
      expect(before.body).toMatchObject({
        status: 'pending',
        plugins: { three: { status: 'pending', errors: [] }, throws: { status: 'pending', errors: [] } },
      });
      const id = String(before.body.job_id);
      expect((await onboarding(`scheduled-installs/${id}`)).body).toEqual({ job_id: id, status: 'pending' });
      await workAll();
      expect((await onboarding(`scheduled-installs/${id}`)).body).toEqual({
        job_id: id,
        status: 'failed',
        plugins: {
          forged: { status: 'failed', errors: [expect.stringContaining('digest differ')] },
          three: { status: 'activated', errors: [], install_duration: expect.any(Number) },
          throws: { status: 'failed', errors: [expect.stringContaining('no luck')] },
        },
      });
      expect((await onboarding('scheduled-installs/1')).body.code).toBe('shop_rest_job_not_found');
    });

    it('with activation at once reports both', async () => {
      const { body } = await onboarding('install-and-activate', { plugins: ['three:variant', 'throws', 'forged'] });
      expect(body).toEqual({
        install: {
          installed: ['three', 'throws'],
          results: { forged: false, three: true, throws: true },
          errors: { errors: { forged: [expect.any(String)] }, error_data: {} },
          time: {},
        },
        activate: {
          activated: ['three'],
          active: ['one', 'three', 'two'],
          errors: { errors: { throws: [expect.any(String)] }, error_data: {} },
        },
      });
    });

    it('is for administrators, and is recorded', async () => {
      const manager = await world().person({ shop_role: 'store_manager' });
      const refused = await ask('POST', '/shop-admin/plugins/install', { plugins: 'one' }, manager.token);
      expect([refused.status, refused.body.code]).toEqual([403, 'shop_rest_cannot_update']);
      const { body } = await world().ada.get<{ readonly entries: readonly object[] }>(
        '/audit?action=extension.install&per_page=100',
      );
      expect(JSON.stringify(body)).toContain('"one"');
    });

    it('leaves an extension out whose key is trusted no more', async () => {
      const one = await store().find('one');
      if (!one) throw new Error('not installed');
      await store().save({ ...one, isActive: false, state: 'inactive', signedBy: 'ab'.repeat(16) });
      const { body } = await plugins('activate', { plugins: 'one' });
      expect(body.errors).toMatchObject({ errors: { one: [expect.stringContaining('no valid signature')] } });
      expect(await store().find('one')).toMatchObject({ isActive: false, state: 'inactive' });
    });

    it('is finished after its process was lost', async () => {
      const two = await store().find('two');
      if (!two) throw new Error('not installed');
      await store().save({ ...two, state: 'starting', activatedAt: world().clock.now() });
      const { core } = world().application;
      const system = await world().application.actor('system');
      expect(await core.extensions.resumeActivations(system, {})).toBe(0);
      world().clock.advance(61_000);
      expect(await core.extensions.resumeActivations(system, {})).toBe(1);
      expect(await store().find('two')).toMatchObject({ isActive: true, state: 'running' });
      expect(await core.extensions.sweepExtensions(system, {})).toBe(0);
    });

    it('delivers no events that a lost process has left at a deactivation', async () => {
      const { extensionQueue: queue } = storesOf(world().application.database);
      const two = await store().find('two');
      if (!two) throw new Error('not installed');
      await queue.listen('two', ['item.created']);
      await queue.add([{ type: 'item.created', at: world().clock.now(), data: {} }]);
      expect((await queue.next('two', 10)).events).toHaveLength(1);
      await store().save({ ...two, isActive: false, state: 'inactive' });
      expect((await plugins('activate', { plugins: 'two' })).body).toMatchObject({ success: true });
      expect((await queue.next('two', 10)).events).toEqual([]);
    });

    it.each(['at-load', 'at-activate'])('is whole when the process of the extension is killed %s', async (slug) => {
      const log = join(installed, '.logs', `${slug}.log`);
      await rm(log, { force: true });
      const answer = onboarding('install-and-activate', { plugins: slug });
      const processId = async () => Number(/process (\d+)/.exec(await readFile(log, 'utf8').catch(() => ''))?.[1] ?? 0);
      await until(async () => (await processId()) > 0, 60_000);
      process.kill(await processId(), 'SIGKILL');
      expect((await answer).body).toMatchObject({
        install: { installed: [slug], errors: { errors: {} } },
        activate: { activated: [], errors: { errors: { [slug]: [expect.any(String)] } } },
      });
      const row = await store().find(slug);
      expect(row).toMatchObject({ isActive: true, state: 'failed', failure: expect.any(String) });
      expect((await folders()).filter((name) => name.startsWith(`${slug}-`))).toEqual([row?.folder]);
      await writeFile(join(installed, row?.folder ?? '', 'again'), '');
      expect((await plugins('activate', { plugins: slug })).body).toMatchObject({ success: true });
      expect(await store().find(slug)).toMatchObject({ state: 'running', failure: null });
      const { core } = world().application;
      await core.extensions.removeExtension(await world().application.actor('system'), { slug, keepData: false });
    });

    it('is undone with the stored values, or without', async () => {
      const { core, database } = world().application;
      const { extensionValues } = storesOf(database);
      const system = await world().application.actor('system');
      await extensionValues.set('two', 'seen', 1);
      expect(await core.extensions.deactivateExtension(system, { slug: 'two' })).toMatchObject({ state: 'inactive' });
      await core.extensions.removeExtension(system, { slug: 'two', keepData: true });
      expect(await extensionValues.get('two', 'seen')).toBe(1);
      expect((await folders()).filter((name) => name.startsWith('two-'))).toEqual([]);
      await plugins('install', { plugins: 'two' });
      await core.extensions.removeExtension(system, { slug: 'two', keepData: false });
      expect(await extensionValues.get('two', 'seen')).toBeUndefined();
      const gone = core.extensions.removeExtension(system, { slug: 'two', keepData: false });
      await expect(gone).rejects.toMatchObject({ code: 'extension_not_installed' });
    });

    it('happens once for concurrent requests', async () => {
      await store().remove('three');
      const answers = await Promise.all([1, 2, 3].map(() => plugins('install', { plugins: 'three' })));
      expect(answers.map(({ body }) => body.success)).toEqual([true, true, true]);
      const row = await store().find('three');
      const left = (await folders()).filter((name) => name.startsWith('three-'));
      expect(left).toContain(row?.folder);
      expect((await folders()).filter((name) => name.startsWith('.'))).toEqual([]);
    });
  },
  {
    environment: { CATALOG_URL: catalogue.path, CATALOG_KEY: catalogue.key.publicKey, EXTENSIONS_DIR: installed },
  },
);
