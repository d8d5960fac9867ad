import { createServices, ExtensionHost } from '@backroom/adapters-extensions';
import { storesOf } from '@backroom/adapters-persistence';
import { noExtensionLogs } from '@backroom/core/extensions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ExtensionFolders } from '../../support/extensions/extension-folders.ts';
import { activeExtension, until } from '../../support/extensions/host.ts';
import { sqlOf } from '../../support/persistence.ts';
import { onEveryDatabase } from '../../support/world.ts';

const folders = await ExtensionFolders.make();
afterAll(() => folders.remove());

/** Stores the received events; refuses each item twice whose name begins with "stubborn", always one named "poison". */
const listener = `
const refused = new Map();
export default defineExtension({
  events: {
    'item.created': async ({ id, at, data: { itemId } }, { store }) => {
      const times = (refused.get(id) ?? 0) + 1;
      refused.set(id, times);
      const mode = await store.get('mode');
      if (mode === 'poison' || (mode === 'stubborn' && times < 3)) throw new Error('not now');
      const heard = (await store.get('heard')) ?? [];
      await store.set('heard', [...heard, [id, itemId, typeof at]]);
    },
  },
  routes: [defineRoute({ methods: ['GET'], path: '/number', summary: 'Read.', access: 'anyone', handle: () => 1 })],
});`;

onEveryDatabase(
  'events of extensions',
  (world) => {
    let passed = 0;
    const hosts: ExtensionHost[] = [];
    const stores = () => storesOf(world().application.database);
    const db = () => sqlOf(world().application.database).kysely();
    const waiting = async () =>
      Number((await sql<{ n: string }>`select count(*) as n from extension_event`.execute(db())).rows[0]?.n);
    const heard = async () => ((await stores().extensionValues.get('hears', 'heard')) ?? []) as readonly number[][];
    const followAll = () =>
      Promise.all([world().application.extensions.follow(), ...hosts.map((each) => each.follow())]);
    const untilHeard = (count: number) =>
      until(async () => {
        await followAll();
        return (await heard()).length >= count;
      });
    const createItem = (sku: string) => world().ada.post('/items', { sku, name: sku, unit: 'pcs' });

    beforeAll(async () => {
      const { core, actor, log } = world().application;
      await folders.write('hears', listener);
      const { extensions, extensionQueue: queue, extensionValues: values } = stores();
      const elapsed = () => performance.now() + passed;
      for (const holder of ['one', 'two']) {
        const place = { folder: folders.root, extensions, queue, clock: world().clock, holder };
        const host = new ExtensionHost({
          ...place,
          log,
          logs: noExtensionLogs,
          elapsed,
          limits: { asksPerSecond: 100_000 },
        });
        const { outbound } = { outbound: undefined as never };
        const interfaces = undefined as never;
        const others = { settingsOf: async () => ({}), submitJob: async () => ({}) };
        host.connect({
          servicesOf: createServices({ interfaces, outbound, values, ...others, actorOf: async () => undefined }),
          async markFailed({ slug, version, folder }, reason) {
            await core.extensions.failExtension(await actor('system'), { slug, version, folder, reason });
          },
        });
        hosts.push(host);
      }
    });
    afterAll(() => Promise.all(hosts.map((each) => each.close())));
    beforeEach(() => stores().extensionValues.clear('hears'));

    it('are not stored while no extension listens', async () => {
      await world().application.extensions.follow();
      expect((await createItem('nobody-1')).status).toBe(201);
      expect(await waiting()).toBe(0);
    });

    it('are delivered once, in order, by one of two servers', async () => {
      await stores().extensions.insert(activeExtension('hears'));
      await until(async () => {
        await followAll();
        return hosts.every((each) => each.contributions().length === 1);
      });
      await followAll();
      const items = await Promise.all(Array.from({ length: 30 }, (_, index) => createItem(`many-${index}`)));
      expect(items.every(({ status }) => status === 201)).toBe(true);
      await untilHeard(30);
      const all = await heard();
      expect(all.map(([id]) => id)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
      expect(new Set(all.map(([, itemId]) => itemId)).size).toBe(30);
      expect(all[0]?.[2]).toBe('string');
      await until(async () => (await waiting()) === 0);
    });

    it('are not stored for changes that are undone', async () => {
      expect((await createItem('many-1')).status).toBe(409);
      expect(await waiting()).toBe(0);
    });

    it('are delivered again with the same id until they are handled', async () => {
      await stores().extensionValues.set('hears', 'mode', 'stubborn');
      await createItem('stubborn-1');
      await until(async () => {
        passed += 500;
        await followAll();
        return (await heard()).length === 1;
      });
      expect((await heard()).map(([id]) => id)).toEqual([31]);
    });

    it('fail the extension that never handles one', async () => {
      await stores().extensionValues.set('hears', 'mode', 'poison');
      await createItem('poison-1');
      const row = () => stores().extensions.find('hears');
      await until(async () => {
        passed += 10_000;
        await followAll();
        return (await row())?.state === 'failed';
      }, 20_000);
      expect((await row())?.failure).toBe('failed 10 times to handle an event: item.created: not now');
      await followAll();
      expect(hosts.flatMap((each) => each.contributions())).toEqual([]);
      await createItem('after-1');
      expect(await waiting()).toBe(1);
    });

    it('fail the extension whose queue is overrun', async () => {
      await sql`update extension_listener set delivered_id = last_id - 100000 where slug = 'hears'`.execute(db());
      const before = await stores().extensions.find('hears');
      if (before) await stores().extensions.save({ ...before, state: 'running', failure: null });
      await world().application.extensions.follow();
      expect((await createItem('over-1')).status).toBe(201);
      const row = () => stores().extensions.find('hears');
      await until(async () => {
        await followAll();
        return (await row())?.state === 'failed';
      });
      expect((await row())?.failure).toBe('did not keep up with its events: more than 100000 waited');
      await stores().extensionQueue.discard('hears');
      expect(await waiting()).toBe(0);
    });
  },
  { environment: { EXTENSIONS_DIR: folders.root } },
);
