import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CatalogueFolder, openCatalogueFolder } from '../support/catalogues.ts';
import { until } from '../support/extensions/host.ts';
import { publishOffers } from '../support/extensions/offered-packages.ts';
import { withRoutes } from '../support/extensions/processes.ts';
import { roundsIn } from '../support/how-long.ts';
import { type ListedExtension, openSite, type Site, type SiteServer } from './extension-site.ts';
import { type ExtensionCondition, type Step, serverSteps, workerSteps } from './extension-steps.ts';
import { places } from './places.ts';

/** Kills at all steps. Workers of their own are for PostgreSQL only. */
const rounds = roundsIn({
  whole: { embedded: 20, postgres: 20, workers: 20 },
  long: { embedded: 1, postgres: 1, workers: 1 },
  short: { embedded: 0, postgres: 1, workers: 0 },
});
const timeout = 3_600_000;
const patience = 60_000;
const files = 6;

const moduleOf = (version: string) =>
  `import { defineExtension, defineRoute } from '@backroom/extension';${withRoutes({ version: `return { version: '${version}' };` })}`;

/** The folder that halts processes at steps, a catalogue, and servers that install from it. */
async function openTest(place: (typeof places)[number]) {
  const catalogue = await openCatalogueFolder();
  const halts = await mkdtemp(join(tmpdir(), 'backroom-halts-'));
  const site = await openSite(place, catalogue);
  const variables = {
    NODE_OPTIONS: ['../support/from-sources.ts', './halt-at-step.ts']
      .map((path) => `--import=${new URL(path, import.meta.url).href}`)
      .join(' '),
    HALTS_IN: halts,
    JOB_WORKERS: '8',
  };
  return {
    ...{ catalogue, site, variables },
    arm: () => writeFile(join(halts, 'armed'), ''),
    disarm: async () => {
      for (const name of await readdir(halts)) await rm(join(halts, name));
    },
    isHalted: async (slug: string) => (await readdir(halts)).includes(slug),
    async [Symbol.asyncDispose]() {
      await site.end();
      await rm(halts, { recursive: true });
      await catalogue[Symbol.asyncDispose]();
    },
  };
}
type Test = Awaited<ReturnType<typeof openTest>>;

let edition = 0;
async function offer(server: SiteServer, catalogue: CatalogueFolder, steps: readonly Step[], updates: string) {
  const offers = steps.map(({ slug, work }) => {
    const version = work.startsWith('update') ? updates : '1.2.0';
    const isBad = work === 'updateBadly' && version !== '1.2.0';
    return { slug, files, product: { version }, module: isBad ? `throw new Error('no luck');` : moduleOf(version) };
  });
  edition += 1;
  await publishOffers(catalogue, offers, edition);
  expect(await server.send('POST', '/index.php?rest_route=/shop/v3/marketplace/refresh', {})).toMatchObject({
    status: 200,
  });
}

const plugins = '/shop-admin/plugins';
const onboarding = '/shop-admin/onboarding/plugins';
const jobRoutes = {
  installLater: [`${plugins}/install`, `${plugins}/install/status`],
  setUpLater: [`${onboarding}/install-and-activate-async`, `${onboarding}/scheduled-installs`],
} as const;

/** The request of a step. */
function request(server: SiteServer, { work, slug }: Pick<Step, 'work' | 'slug'>) {
  const given = { plugins: [slug] };
  if (work === 'install') return server.ask(`${plugins}/install`, given);
  if (work === 'setUp') return server.ask(`${onboarding}/install-and-activate`, given);
  if (work === 'installLater' || work === 'setUpLater')
    return server.ask(jobRoutes[work][0], { ...given, async: true });
  if (work === 'deactivate') return server.send('POST', `/extensions/${slug}/deactivate`, {});
  if (work === 'remove') return server.send('DELETE', `/extensions/${slug}`);
  return server.send('POST', `/extensions/${slug}/update`, {});
}

/** Waits for the job that a request has submitted. */
async function finish(server: SiteServer, work: keyof typeof jobRoutes, answer: object): Promise<void> {
  const { job_id: id, data } = answer as { readonly job_id?: string; readonly data?: { readonly job_id: string } };
  expect(await server.finished(jobRoutes[work][1], id ?? data?.job_id)).toMatchObject({ status: 'complete' });
}
const isLater = (work: Step['work']): work is keyof typeof jobRoutes => work in jobRoutes;

/** Brings the extensions into the conditions before the requests. */
async function prepare(server: SiteServer, { catalogue }: Test, steps: readonly Step[]): Promise<void> {
  await offer(server, catalogue, steps, '1.2.0');
  const slugsBefore = (...conditions: readonly ExtensionCondition[]) =>
    steps.filter(({ before }) => conditions.includes(before)).map(({ slug }) => slug);
  const installed = slugsBefore('inactive', 'running');
  if (installed.length === 0) return;
  await server.ask(`${plugins}/install`, { plugins: installed });
  await server.ask(`${plugins}/activate`, { plugins: slugsBefore('running') });
  await expectConditions(server, steps, ({ before }) => [before]);
  await offer(server, catalogue, steps, '1.3.0');
}

const conditionOf = (row: ListedExtension | undefined): string => {
  if (!row) return 'absent';
  return row.version === '1.2.0' ? row.state : `${row.state} ${row.version}`;
};

async function expectConditions(
  server: SiteServer,
  steps: readonly Step[],
  expected: (step: Step) => readonly ExtensionCondition[],
): Promise<void> {
  const rows = await server.extensions();
  for (const step of steps) {
    const found = conditionOf(rows.find(({ slug }) => slug === step.slug));
    expect(expected(step), `${step.slug} is ${found}`).toContain(found);
  }
}

/** Has the requests halt at all steps, one after the other. Returns the jobs that they have submitted. */
async function haltAll(server: SiteServer, test: Test, steps: readonly Step[]): Promise<ReadonlyMap<string, object>> {
  const jobs = new Map<string, object>();
  for (const step of steps) {
    const { slug, work } = step;
    const asked = request(server, step);
    if (isLater(work)) jobs.set(slug, await asked);
    const early = asked.then(
      (answer) =>
        isLater(work) ? new Promise<never>(() => undefined) : expect.unreachable(`${slug}: ${JSON.stringify(answer)}`),
      () => new Promise<never>(() => undefined),
    );
    await Promise.race([until(() => test.isHalted(slug), patience), early]);
  }
  return jobs;
}

/** Whether the files of an extension are all there, and no other folder of it. */
async function expectWhole(site: Site, server: SiteServer): Promise<void> {
  const rows = await server.extensions();
  for (const { slug, version } of rows) expect(await site.filesOf(slug, `${version}-`), slug).toBe(files);
}

/** Whether each folder is that of the version of an extension, or of the one before. */
async function isSwept(site: Site, server: SiteServer): Promise<boolean> {
  const rows = await server.extensions();
  const known = rows.flatMap(({ slug, version, previous_version: previous }) => [
    `${slug}-${version}`,
    `${slug}-${previous}`,
  ]);
  const folders = (await site.names()).map((name) => name.slice(0, -7));
  return folders.every((name) => known.includes(name)) && new Set(folders).size === folders.length;
}

/** Waits for the jobs, or repeats the requests: then all of them have had their effect. */
async function expectDone(server: SiteServer, steps: readonly Step[], jobs: ReadonlyMap<string, object>) {
  for (const step of steps) {
    const job = jobs.get(step.slug);
    if (isLater(step.work) && job) await finish(server, step.work, job);
    else await request(server, step);
  }
  await expectConditions(server, steps, ({ after }) => [after]);
  for (const { slug } of steps.filter(({ after }) => after.startsWith('running'))) {
    const row = (await server.extensions()).find((each) => each.slug === slug);
    const isServed = async () => {
      const { status, body } = await server.send('GET', `/cms-json/x/${slug}/v1/version`);
      return status === 200 && body.version === row?.version;
    };
    await until(isServed, patience);
  }
}

async function removeAll(server: SiteServer, { site }: Test): Promise<void> {
  for (const { slug } of await server.extensions())
    expect(await server.send('DELETE', `/extensions/${slug}`)).toMatchObject({ status: 204 });
  await until(async () => (await site.names()).length === 0, patience);
}

/** Since a kill a job may have continued, and a server may have loaded what was being loaded. */
function sinceKill({ work, between, after }: Step): readonly ExtensionCondition[] {
  if (isLater(work)) return order.slice(order.indexOf(between), order.indexOf(after) + 1);
  return between.startsWith('starting') ? [between, after] : [between];
}
const order: readonly ExtensionCondition[] = ['absent', 'inactive', 'starting', 'running'];

/** The steps of a round: those with a transaction one by one in the embedded database. */
function stepsOfRound(steps: readonly Step[], round: number, name: string): readonly Step[] {
  const inUnits = steps.filter(({ inUnit }) => inUnit);
  const one = inUnits[round % inUnits.length] as Step;
  return [...steps.filter(({ inUnit }) => !inUnit), ...(name === 'embedded' ? [one] : inUnits)];
}

describe('each step of an installation, update or removal', () => {
  const servers = places.filter(({ name }) => rounds[name] > 0);
  it.each(servers)('is done or not after the server on $name is killed at it', { timeout }, async (place) => {
    await using test = await openTest(place);
    const { site, variables } = test;
    let server = await site.start(variables);
    for (let round = 0; round < rounds[place.name]; round += 1) {
      const steps = stepsOfRound(serverSteps, round, place.name);
      await prepare(server, test, steps);
      await test.arm();
      const jobs = await haltAll(server, test, steps);
      await server.kill();
      await test.disarm();
      await site.age();
      server = await site.start(variables);
      await expectConditions(server, steps, sinceKill);
      await expectWhole(site, server);
      await until(() => isSwept(site, server), patience);
      await expectDone(server, steps, jobs);
      await expectWhole(site, server);
      expect(await isSwept(site, server)).toBe(true);
      await removeAll(server, test);
    }
  });

  const [, postgres] = places;
  it.runIf(rounds.workers > 0)(
    'is done or not after the workers are killed at it, and the next ones continue',
    {
      timeout,
    },
    async () => {
      await using test = await openTest(postgres);
      const { site, variables } = test;
      const server = await site.start({ JOB_WORKERS: '0' });
      const startWorkers = () => site.startWorkers(workerSteps.length, variables);
      let workers = await startWorkers();
      for (let round = 0; round < rounds.workers; round += 1) {
        await prepare(server, test, workerSteps);
        await test.arm();
        const jobs = await haltAll(server, test, workerSteps);
        await workers.kill();
        await test.disarm();
        await expectConditions(server, workerSteps, ({ between }) => [between]);
        await expectWhole(site, server);
        workers = await startWorkers();
        await expectDone(server, workerSteps, jobs);
        await expectWhole(site, server);
        await site.age();
        const last = await site.start({ JOB_WORKERS: '0' });
        await until(() => isSwept(site, last), patience);
        await last.kill();
        await removeAll(server, test);
      }
    },
  );
});
