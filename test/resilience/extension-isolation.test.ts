import { setTimeout as wait } from 'node:timers/promises';
import { compose, readSettings } from '@backroom/composition';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { ExtensionFolders } from '../support/extensions/extension-folders.ts';
import { roundsIn } from '../support/how-long.ts';
import { type ServerProcess, signIn, startServer, withAdministrator } from './server-process.ts';

/** What extensions do, and whether a server can load them. */
const sources: Readonly<Record<string, string>> = {
  loops: 'setTimeout(() => { for (;;); }, 200); export default defineExtension({});',
  eats: 'const kept = []; setInterval(() => kept.push(Buffer.alloc(2_000_000, 1)), 20); export default defineExtension({});',
  'throws-at-load': `throw new Error('not today');`,
  'throws-at-events': `export default defineExtension({ events: { 'item.updated': () => { throw new Error('not this one'); } } });`,
  'throws-at-unload': `export default defineExtension({ deactivate() { throw new Error('never'); } });`,
  floods: `export default defineExtension({ activate({ log }) { setInterval(() => { for (let i = 0; i < 2_000; i += 1) log.info('x'.repeat(300)); }, 1); } });`,
  asks: `export default defineExtension({ activate({ store }) { setInterval(() => { for (let i = 0; i < 50; i += 1) store.set('k' + i, i).catch(() => 0); }, 100); } });`,
  reads: `
import { readFileSync, readdirSync } from 'node:fs';
const attempt = (work) => { try { return String(work()); } catch (error) { return error.code ?? error.message; } };
const tries = () => [
  attempt(() => Object.keys(process.env).length),
  attempt(() => readFileSync('/proc/' + process.ppid + '/environ', 'utf8')),
  attempt(() => readdirSync('..')),
  attempt(() => process.kill(process.ppid, 'SIGKILL')),
];
export default defineExtension({
  activate: () => { setInterval(tries, 50); },
  routes: [defineRoute({ methods: ['GET'], path: '/tries', summary: 'Try.', access: 'anyone', handle: async (_, { store }) => [...tries(), await store.get('secret') ?? null] })],
});`,
};
const steady = `export default defineExtension({ routes: [defineRoute({ methods: ['GET', 'POST'], path: '/ok', summary: 'Answer.', access: 'anyone', handle: async (_, { store }) => { await store.set('secret', 'mine'); return { ok: true }; } })] });`;

/** Milliseconds of load with each extension, and as many without it, in pairs of windows. */
const loadMs = roundsIn({ whole: 600_000, long: 4_000, short: 1_000 });
const PAIRS = roundsIn({ whole: 5, long: 2, short: 1 });
const CLIENTS = 6;
/** Share of the rate without the extension, and multiple of its p99. On a busy machine short windows show less. */
const least = roundsIn({ whole: 0.8, long: 0.3, short: 0.2 });
const slowest = roundsIn({ whole: 1.2, long: 8, short: 12 });

const folders = await ExtensionFolders.make();
const timeout = 3 * loadMs + 120_000;

describe('item reads beside an extension that', () => {
  let name: string;
  let server: ServerProcess;
  let application: Awaited<ReturnType<typeof compose>>;
  let token = '';
  let item = 0;

  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
  };
  const plugins = (action: string, slug: string) =>
    ask('POST', `/cms-json/shop-admin/plugins/${action}`, { plugins: [slug] });

  beforeAll(async () => {
    const unsigned: string[] = [];
    for (const [slug, source] of Object.entries({ ...sources, steady }))
      unsigned.push(await folders.write(slug, source));
    name = await createMigratedDatabase();
    const variables = { DATABASE_URL: serverUrl(name), EXTENSIONS_UNSIGNED: unsigned.join(',') };
    const hearing = { onLogLine: () => undefined };
    const given = withAdministrator({ ...variables, EXTENSIONS_DIR: folders.root, LOG_LEVEL: 'error' });
    server = await startServer(given, hearing);
    application = await compose(readSettings(given));
    token = await signIn(server.url);
    item = (await ask('POST', '/items', { sku: 'CUP', name: 'Cup', unit: 'pcs' })).body.id as number;
    for (const slug of ['steady', ...Object.keys(sources)]) await plugins('install', slug);
    await plugins('activate', 'steady');
    await window(500);
  }, 120_000);
  afterAll(async () => {
    await application?.close();
    await server?.kill();
    await dropDatabase(name);
    await folders.remove();
  });

  /** Reads of the item by several clients for a time: their number, and the time of each. */
  async function window(milliseconds: number): Promise<readonly number[]> {
    const end = performance.now() + milliseconds;
    const times: number[] = [];
    const read = async () => {
      while (performance.now() < end) {
        const since = performance.now();
        const { status } = await ask('GET', `/items/${item}`);
        if (status !== 200) throw new Error(`An item read was answered with ${status}.`);
        times.push(performance.now() - since);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, read));
    return times;
  }

  const p99 = (times: readonly number[]): number =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

  it.each(Object.keys(sources))('%s', { timeout }, async (slug) => {
    const beside: number[] = [];
    const without: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      without.push(...(await window(loadMs / PAIRS)));
      await plugins('activate', slug);
      await ask('PATCH', `/items/${item}`, { name: `Cup ${pair}` });
      beside.push(...(await window(loadMs / PAIRS)));
      if (slug === 'reads') expect((await ask('GET', '/cms-json/x/reads/v1/tries')).body).toEqual(refused);
      expect((await ask('GET', '/cms-json/x/steady/v1/ok')).status).toBe(200);
      await application.core.extensions.deactivateExtension(await application.actor('system'), { slug });
      await wait(2_000);
    }
    const rate = beside.length / without.length;
    const tail = p99(beside) / p99(without);
    process.stdout.write(`${slug}: rate ${rate.toFixed(2)}, p99 ${tail.toFixed(2)} of that without it\n`);
    expect(rate).toBeGreaterThan(least);
    expect(tail).toBeLessThan(slowest);
  });

  const refused = ['0', 'ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'process.kill is not available to extensions.', null];
});
