import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer, withAdministrator } from '../resilience/server-process.ts';
import { freePort } from '../support/free-port.ts';
import { openBrowser } from '../support/page-browser.ts';
import { fieldsIn } from '../support/site-pairs.ts';
import { makeDataFolder } from '../support/templates.ts';
import { backroom } from './terminal.ts';

const page = '/cms-admin/connector';
const folders: string[] = [];
const servers: ServerProcess[] = [];

async function openSite(port: number, otherPort: number) {
  const folder = await mkdtemp(join(tmpdir(), 'backroom-connector-'));
  folders.push(folder);
  await makeDataFolder(folder);
  const given = withAdministrator({ DATA_DIR: folder });
  const pairing = { CONNECTOR_URL: `http://127.0.0.1:${otherPort}`, OUTBOUND_ALLOW: `127.0.0.1:${otherPort}` };
  const server = await startServer({ ...given, ...pairing, PORT: String(port), LOG_LEVEL: 'silent' });
  servers.push(server);
  // Commands have only the folder; the server sends everything else.
  const run = (...args: readonly string[]) =>
    backroom(['connector', ...args, '--json'], { environment: { DATA_DIR: folder } });
  const browser = openBrowser(() => server);
  return { server, run, browser };
}

describe('backroom connector', () => {
  let sites: readonly Awaited<ReturnType<typeof openSite>>[] = [];
  beforeAll(async () => {
    const [one, two] = [await freePort(), await freePort()];
    sites = [await openSite(one, two), await openSite(two, one)];
  }, 120_000);
  afterAll(async () => {
    for (const server of servers) await server.kill();
    for (const folder of folders) await rm(folder, { recursive: true, maxRetries: 3 });
  });

  it('pairs two servers under the addresses that they have, and ends the pairing', { timeout: 120_000 }, async () => {
    const [desk, branch] = sites;
    if (!desk || !branch) throw new Error('The servers did not start.');
    const state = async (site: typeof desk) => ((await site.run('status')).json() as { readonly state: string }).state;
    expect([await state(desk), await state(branch)]).toEqual(['none', 'none']);
    const asked = await desk.run('pair');
    expect([asked.code, asked.err]).toEqual([0, '']);
    expect(asked.json()).toMatchObject({ authorize_url: expect.stringContaining(`${branch.server.url}${page}`) });
    expect([await state(desk), await state(branch)]).toEqual(['requested', 'offered']);
    await branch.browser.signIn({ username: 'ada', password: 'first-light-over-harbour' });
    const { text } = await branch.browser.ask(page);
    await branch.browser.send(page, { ...fieldsIn(text), approve: '1' });
    expect([await state(desk), await state(branch)]).toEqual(['paired', 'paired']);
    expect((await desk.run('status', '--check')).json()).toMatchObject({ statistics: expect.any(Object) });
    expect((await desk.run('unpair', '--yes')).code).toBe(0);
    expect([await state(desk), await state(branch)]).toEqual(['none', 'none']);
  });
});
