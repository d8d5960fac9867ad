import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { ExtensionFolders } from '../support/extensions/extension-folders.ts';
import { until } from '../support/extensions/host.ts';
import { type ServerProcess, signIn, startServer, withAdministrator } from './server-process.ts';

const source = `
let begun = 0;
const route = (path, handle) => defineRoute({ methods: ['GET'], path, summary: 'Test.', access: 'anyone', handle });
export default defineExtension({
  events: { 'item.created': async ({ data, id }, { store }) => store.set('heard ' + id, true) },
  routes: [
    route('/heard', async (_, { store }) => ({ heard: (await store.keys('heard ')).length })),
    route('/begun', () => ({ begun })),
    route('/slow', () => new Promise((resolve) => { begun += 1; setTimeout(resolve, 1500, { ok: true }); })),
    route('/never', () => new Promise(() => { begun += 1; })),
  ],
});`;

describe('two servers of one shop', () => {
  let name: string;
  let folders: ExtensionFolders;
  let servers: readonly [ServerProcess, ServerProcess];
  let token = '';
  beforeAll(async () => {
    name = await createMigratedDatabase();
    folders = await ExtensionFolders.make();
    const folder = await folders.write('both', source);
    const place = { DATABASE_URL: serverUrl(name), EXTENSIONS_DIR: folders.root, EXTENSIONS_UNSIGNED: folder };
    const variables = withAdministrator(place);
    const start = () => startServer(variables, { onLogLine: () => undefined });
    servers = [await start(), await start()];
    token = await signIn(servers[0].url);
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.kill();
    await folders.remove();
    await dropDatabase(name);
  });

  const send = async ({ url }: ServerProcess, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`${url}${path}`, init);
    return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
  };
  const call = (server: ServerProcess, path: string) => send(server, `/cms-json/x/both/v1${path}`);
  const serves = (server: ServerProcess, status: number) => async () =>
    (await call(server, '/heard')).status === status;
  let items = 0;
  const addItem = async (server: ServerProcess) => {
    items += 1;
    const item = { sku: `CUP-${items}`, name: 'Cup', unit: 'pcs' };
    expect((await send(server, '/items', item)).status).toBe(201);
  };
  const areAll = (member: 'heard' | 'begun', count: number) => async () => {
    const answers = await Promise.all(servers.map((server) => call(server, `/${member}`)));
    return answers.every(({ body }) => body[member] === count);
  };

  it('serve routes and events on both within two seconds after one has activated an extension', async () => {
    const [one, other] = servers;
    const plugins = { plugins: 'both' };
    expect(await send(one, '/cms-json/shop-admin/plugins/install', plugins)).toMatchObject({ status: 200 });
    const activated = await send(one, '/cms-json/shop-admin/plugins/activate', plugins);
    expect(activated.body).toMatchObject({ data: { activated: ['both'] } });
    expect((await call(one, '/heard')).status).toBe(200);
    await addItem(one);
    await until(serves(other, 200), 2_000);
    await addItem(other);
    await until(areAll('heard', 2), 2_000);
  });

  it('end both within two seconds after one has deactivated it, and answer or refuse the calls in flight', async () => {
    const [one, other] = servers;
    const since = performance.now();
    const inFlight = (path: string) => Promise.all(servers.map(async (server) => (await call(server, path)).status));
    const slow = inFlight('/slow');
    const never = inFlight('/never');
    await until(areAll('begun', 2));
    expect((await send(one, '/extensions/both/deactivate', {})).status).toBe(200);
    expect((await call(one, '/heard')).status).toBe(404);
    await until(serves(other, 404), 2_000);
    expect(await slow).toEqual([200, 200]);
    expect(await never).toEqual([503, 503]);
    expect(performance.now() - since).toBeLessThan(9_000);
    await addItem(other);
    expect((await send(one, '/cms-json/shop-admin/plugins/activate', { plugins: 'both' })).status).toBe(200);
    await until(serves(other, 200), 2_000);
    // What happened while it was inactive is not delivered later.
    await addItem(one);
    await until(areAll('heard', 3), 2_000);
  });
});
