import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueFolder, openCatalogueFolder } from '../support/catalogues.ts';
import { publishOffers } from '../support/extensions/offered-packages.ts';
import { places, roundsOfKills } from './places.ts';
import { askPatiently, type Killable, signIn, startServer, withAdministrator } from './server-process.ts';

const timeout = 600_000;
const patience = 60_000;
/** Enough for an installation to take some tenths of a second. */
const files = 600;
const mostRounds = Math.max(...Object.values(roundsOfKills));
const slugs = ['one', 'two', 'three', 'four'];

let catalogue: CatalogueFolder;
beforeAll(async () => {
  catalogue = await openCatalogueFolder();
  const many = Array.from({ length: 2 * mostRounds }, (_, at) => `round-${at}`);
  await publishOffers(
    catalogue,
    [...many, ...slugs].map((slug) => ({ slug, files })),
  );
});
afterAll(() => catalogue?.[Symbol.asyncDispose]());

type Members = Readonly<Record<string, unknown>>;

/** Servers on one place, which can be killed and started again. */
async function openSite(place: (typeof places)[number]) {
  const { variables, remove } = await place.open();
  const installed = await mkdtemp(join(tmpdir(), 'backroom-extension-kill-'));
  const given = {
    ...withAdministrator(variables),
    EXTENSIONS_DIR: installed,
    CATALOG_URL: catalogue.path,
    CATALOG_KEY: catalogue.key.publicKey,
  };
  const started: Killable[] = [];
  const start = async () => {
    const server = await startServer(given);
    started.push(server);
    const headers = { authorization: `Bearer ${await signIn(server.url)}`, 'content-type': 'application/json' };
    const ask = async (route: string, body?: object): Promise<Members> => {
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      const answer = await askPatiently(`${server.url}/index.php?rest_route=${route}`, init);
      return (await answer.json()) as Members;
    };
    return { ask, kill: () => server.kill() };
  };
  const names = async () => (await readdir(installed)).filter((name) => name !== '.logs');
  /** Files of the package of a slug; 0 without one. */
  const filesOf = async (slug: string) => {
    const found = (await names()).filter((name) => name.startsWith(`${slug}-`));
    const sizes = await Promise.all(found.map(async (name) => (await readdir(join(installed, name, 'data'))).length));
    return sizes.length === 0 ? 0 : Math.min(...sizes);
  };
  /** What is there becomes old, as if the time to sweep had come. */
  const age = async () => {
    const old = new Date(Date.now() - 3_600_000);
    for (const name of await names()) await utimes(join(installed, name), old, old);
  };
  /** The slugs of the folders; those of unfinished ones are their names. */
  const slugsThere = async () => (await names()).map((name) => name.replace(/-1\.2\.0-.*/, '')).toSorted();
  const end = async () => {
    for (const each of started) await each.kill();
    await remove();
    await rm(installed, { recursive: true, force: true });
  };
  return { start, slugs: slugsThere, filesOf, age, end };
}

async function until(read: () => Promise<Members>, isOver: (members: Members) => boolean): Promise<Members> {
  const since = performance.now();
  for (;;) {
    const members = await read();
    if (isOver(members)) return members;
    if (performance.now() - since > patience) throw new Error(JSON.stringify(members));
    await wait(100);
  }
}

const install = '/shop-admin/plugins/install';
type Site = Awaited<ReturnType<typeof openSite>>;
type Server = Awaited<ReturnType<Site['start']>>;

/** Kills a server during two installations, and checks each of them after the next start, at which leftovers count as old. */
async function killDuring(site: Site, victim: Server, [atOnce, byJob]: readonly [string, string]): Promise<Server> {
  const both = '/shop-admin/onboarding/plugins/install-and-activate-async';
  const { job_id: id } = await victim.ask(both, { plugins: [byJob] });
  const asked = victim.ask(install, { plugins: atOnce }).catch(() => undefined);
  await wait(Math.random() * 300);
  await victim.kill();
  await asked;
  await site.age();
  const server = await site.start();
  const isOver = ({ status }: Members) => status === 'complete' || status === 'failed';
  const done = await until(() => server.ask(`/shop-admin/onboarding/plugins/scheduled-installs/${id}`), isOver);
  expect(done).toMatchObject({ status: 'complete', plugins: { [byJob]: { status: 'activated', errors: [] } } });
  const plugins = await installedBy(server);
  expect(plugins).toContain(byJob);
  for (const slug of [byJob, ...(plugins.includes(atOnce) ? [atOnce] : [])])
    expect(await site.filesOf(slug), slug).toBe(files);
  expect(await site.slugs()).toEqual(plugins);
  return server;
}

const installedBy = async ({ ask }: Server): Promise<readonly string[]> =>
  (await ask('/shop-admin/plugins/installed')).plugins as readonly string[];

/** Has two servers install the same sets at the same time. */
async function installTwice(site: Site, servers: readonly [Server, Server]): Promise<void> {
  const before = await installedBy(servers[0]);
  const late = { plugins: slugs.slice(0, 2), async: true };
  const jobs = await Promise.all(servers.map(({ ask }) => ask(install, late)));
  const ids = new Set(jobs.map(({ data }) => (data as { readonly job_id: string }).job_id));
  expect(ids.size).toBe(1);
  const atOnce = await Promise.all(servers.map(({ ask }) => ask(install, { plugins: slugs.slice(2) })));
  expect(atOnce.map(({ success }) => success)).toEqual([true, true]);
  const [id = ''] = ids;
  const read = () => servers[1].ask(`/shop-admin/plugins/install/status/${id}`);
  await until(read, ({ status }) => status === 'complete');
  expect(await site.slugs()).toEqual([...before, ...slugs].toSorted());
  expect(await installedBy(servers[0])).toEqual([...before, ...slugs].toSorted());
}

describe.concurrent.each(places)('a server on $name that is killed while it installs extensions', (place) => {
  it('has each of them installed or not, and jobs go on until they are active', { timeout }, async () => {
    const site = await openSite(place);
    try {
      let server = await site.start();
      await server.ask('/shop/v3/marketplace/refresh', {});
      for (let round = 0; round < (roundsOfKills[place.name] ?? 1); round += 1)
        server = await killDuring(site, server, [`round-${2 * round}`, `round-${2 * round + 1}`]);
      if (place.name === 'postgres') await installTwice(site, [server, await site.start()]);
    } finally {
      await site.end();
    }
  });
});
