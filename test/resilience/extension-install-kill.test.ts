import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueFolder, openCatalogueFolder } from '../support/catalogues.ts';
import { publishOffers } from '../support/extensions/offered-packages.ts';
import { openSite, type Site, type SiteServer } from './extension-site.ts';
import { places, roundsOfKills } from './places.ts';

const timeout = 600_000;
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

const install = '/shop-admin/plugins/install';
/** Kills a server during two installations, and checks each of them after the next start, at which leftovers count as old. */
async function killDuring(
  site: Site,
  victim: SiteServer,
  [atOnce, byJob]: readonly [string, string],
): Promise<SiteServer> {
  const both = '/shop-admin/onboarding/plugins/install-and-activate-async';
  const { job_id: id } = await victim.ask(both, { plugins: [byJob] });
  const asked = victim.ask(install, { plugins: atOnce }).catch(() => undefined);
  await wait(Math.random() * 300);
  await victim.kill();
  await asked;
  await site.age();
  const server = await site.start();
  expect(await server.finished('/shop-admin/onboarding/plugins/scheduled-installs', id)).toMatchObject({
    status: 'complete',
    plugins: { [byJob]: { status: 'activated', errors: [] } },
  });
  const plugins = await server.installed();
  expect(plugins).toContain(byJob);
  for (const slug of [byJob, ...(plugins.includes(atOnce) ? [atOnce] : [])])
    expect(await site.filesOf(slug), slug).toBe(files);
  expect(await site.slugs()).toEqual(plugins);
  return server;
}

interface InstallationData {
  readonly install_time: object;
}

/** Has two servers install the same sets at the same time. */
async function installTwice(site: Site, servers: readonly [SiteServer, SiteServer]): Promise<void> {
  const before = await servers[0].installed();
  const late = { plugins: slugs.slice(0, 2), async: true };
  const jobs = await Promise.all(servers.map(({ ask }) => ask(install, late)));
  const ids = new Set(jobs.map(({ data }) => (data as { readonly job_id: string }).job_id));
  expect(ids.size).toBe(1);
  const set = slugs.slice(2).toSorted();
  const answers = await Promise.all(servers.map(({ ask }) => ask(install, { plugins: set })));
  for (const answer of answers)
    expect(answer).toMatchObject({ success: true, data: { installed: set }, errors: { errors: {} } });
  // Each of them was installed by one of the two, whose answer has the time that it took.
  expect(answers.flatMap(({ data }) => Object.keys((data as InstallationData).install_time)).toSorted()).toEqual(set);
  const [id = ''] = ids;
  expect(await servers[1].finished(`${install}/status`, id)).toMatchObject({ status: 'complete' });
  expect(await site.slugs()).toEqual([...before, ...slugs].toSorted());
  expect(await servers[0].installed()).toEqual([...before, ...slugs].toSorted());
}

describe.concurrent.each(places)('a server on $name that is killed while it installs extensions', (place) => {
  it('has each of them installed or not, and jobs continue until they are active', { timeout }, async () => {
    const site = await openSite(place, catalogue);
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
