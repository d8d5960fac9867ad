import { setTimeout as wait } from 'node:timers/promises';
import { ExtensionHost } from '@backroom/adapters-extensions';
import { storesOf } from '@backroom/adapters-persistence';
import { compose, readSettings } from '@backroom/composition';
import { type ExtensionStore, noExtensionLogs } from '@backroom/core/extensions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { ExtensionFolders } from '../support/extensions/extension-folders.ts';
import { activeExtension, until } from '../support/extensions/host.ts';
import { onEveryDatabase } from '../support/world.ts';
import { type ServerProcess, signIn, startServer, withAdministrator } from './server-process.ts';

const folders = await ExtensionFolders.make();
afterAll(() => folders.remove());

/** A route that answers, one that takes a while, one that never ends, and one that ends the process. */
const source = `
const route = (path, handle) => defineRoute({ methods: ['GET'], path, summary: 'Test.', access: 'anyone', handle });
export default defineExtension({ routes: [
  route('/ok', () => ({ ok: true })),
  route('/slow', () => new Promise((resolve) => setTimeout(resolve, 1500, { ok: true }))),
  route('/loops', () => { for (;;); }),
  route('/crashes', () => process.exit(7)),
] });`;

const change = async (store: ExtensionStore, slug: string, changes: object) => {
  const row = await store.find(slug);
  if (row) await store.save({ ...row, ...changes });
};

describe('two servers', () => {
  let name: string;
  let servers: readonly ServerProcess[];
  let application: Awaited<ReturnType<typeof compose>>;
  beforeAll(async () => {
    name = await createMigratedDatabase();
    const variables = withAdministrator({ DATABASE_URL: serverUrl(name), EXTENSIONS_DIR: folders.root });
    application = await compose(readSettings(variables));
    servers = [await startServer(variables), await startServer(variables)];
  });
  afterAll(async () => {
    await Promise.all(servers.map(({ kill }) => kill()));
    await application.close();
    await dropDatabase(name);
  });

  const statuses = (path: string) =>
    Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/cms-json/x/both/v1${path}`)).status));
  const areAll = (status: number) => async () => (await statuses('/ok')).every((each) => each === status);

  it('load and unload within two seconds; calls in flight are answered', async () => {
    const store = storesOf(application.database).extensions;
    await folders.write('both', source);
    expect(await statuses('/ok')).toEqual([404, 404]);
    await store.insert(activeExtension('both'));
    await until(areAll(200), 2_000);
    const inFlight = statuses('/slow');
    await wait(100);
    await change(store, 'both', { isActive: false, state: 'inactive' });
    await until(areAll(404), 2_000);
    expect(await inFlight).toEqual([200, 200]);
    await change(store, 'both', { isActive: true, state: 'running' });
    await until(areAll(200), 2_000);
    await store.remove('both');
    await until(areAll(404), 2_000);
  });

  it('deliver events of either within two seconds, once', async () => {
    const store = storesOf(application.database).extensions;
    await folders.write(
      'hears',
      `export default defineExtension({
        events: { 'item.created': async ({ id }, { store }) => store.set('heard ' + id, true) },
        routes: [defineRoute({ methods: ['GET'], path: '/heard', summary: 'Test.', access: 'anyone', handle: async (_, { store }) => ({ heard: (await store.keys('heard ')).length }) })],
      });`,
    );
    await store.insert(activeExtension('hears'));
    const heard = () =>
      Promise.all(
        servers.map(async ({ url }) => {
          const answer = await fetch(`${url}/cms-json/x/hears/v1/heard`);
          return answer.status === 200 ? ((await answer.json()) as { readonly heard: number }).heard : undefined;
        }),
      );
    await until(async () => (await heard()).every((each) => each === 0), 4_000);
    // Servers refresh the types with listeners twice a second.
    await wait(1_000);
    for (const [index, { url }] of servers.entries()) {
      const headers = { authorization: `Bearer ${await signIn(url)}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ sku: `CUP-${index}`, name: 'Cup', unit: 'pcs' });
      expect((await fetch(`${url}/items`, { method: 'POST', headers, body })).status).toBe(201);
    }
    await until(async () => (await heard()).every((each) => each === 2), 2_000);
    await store.remove('hears');
  });
});

onEveryDatabase('the host of extensions', (world) => {
  let host: ExtensionHost;
  let passed = 0;
  const store = () => storesOf(world().application.database).extensions;
  beforeAll(() => {
    const { core, actor, log } = world().application;
    const elapsed = () => performance.now() + passed;
    const queue = storesOf(world().application.database).extensionQueue;
    const { clock } = world();
    const place = { folder: folders.root, extensions: store(), queue, clock, holder: 'this test' };
    host = new ExtensionHost({ ...place, log, elapsed, limits: { callMs: 500 }, logs: noExtensionLogs });
    host.connect({
      servicesOf: () => async () => undefined,
      async markFailed({ slug, version, folder }, reason) {
        await core.extensions.failExtension(await actor('system'), { slug, version, folder, reason });
      },
    });
  });
  afterAll(() => host.close());

  const call = (slug: string, route: number) =>
    host.callRoute(slug, route, { params: {}, caller: { userId: null, username: null } });
  const runs = (slug: string) =>
    call(slug, 0).then(
      () => true,
      () => false,
    );
  const begin = async (slug: string, code = source) => {
    await folders.write(slug, code);
    await store().insert(activeExtension(slug));
    await host.follow();
  };

  it('restarts an extension that ends or loops three times an hour; then its row has the reason, and others continue', async () => {
    await begin('steady');
    await begin('bad');
    await until(async () => (await runs('steady')) && runs('bad'));
    for (const [route, delay] of [
      [3, 1_000],
      [2, 5_000],
      [3, 25_000],
      [3, 0],
    ] as const) {
      await expect(call('bad', route)).rejects.toMatchObject({ code: 'extension_unavailable' });
      expect(await runs('steady')).toBe(true);
      passed += delay;
      if (delay === 0) break;
      await until(async () => {
        await host.follow();
        return runs('bad');
      });
    }
    await until(async () => (await store().find('bad'))?.state === 'failed');
    expect(await store().find('bad')).toMatchObject({ isActive: true, failure: 'ended by itself with code 7' });
    await host.follow();
    expect(host.contributions().map(({ slug }) => slug)).toEqual(['steady']);
    expect(await runs('steady')).toBe(true);
    await change(store(), 'bad', { state: 'running', failure: null });
    await host.follow();
    await until(() => runs('bad'));
  });

  it('calls activate and deactivate once each, and refuses an activation that fails', async () => {
    const hooks = (activate: string) =>
      `export default defineExtension({ activate: ({ log }) => { log.info('began'); ${activate} }, deactivate: ({ log }) => log.info('ended') });`;
    await folders.write('good', hooks(''));
    await folders.write('refuses', hooks('throw new Error("not here")'));
    await store().insert(activeExtension('good', { state: 'starting' }));
    await store().insert(activeExtension('refuses', { state: 'starting' }));
    expect(await host.load('good')).toEqual({ kind: 'running' });
    expect(await host.load('refuses')).toEqual({ kind: 'failed', reason: 'activate: not here' });
    await host.unload('good');
    const lines = () =>
      world()
        .log.entries.filter(({ facts }) => facts?.extension === 'good')
        .map(({ facts }) => facts?.text);
    await until(() => lines().length === 2);
    expect(lines()).toEqual(['info: began', 'info: ended']);
  });
});
