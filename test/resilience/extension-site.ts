import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CatalogueFolder } from '../support/catalogues.ts';
import type { places } from './places.ts';
import {
  askPatiently,
  type Killable,
  type ServerProcess,
  signIn,
  startServer,
  startWorkers,
  withAdministrator,
} from './server-process.ts';

const patience = 60_000;

/** Members of a JSON answer. */
export type Members = Readonly<Record<string, unknown>>;
type Variables = Readonly<Record<string, string>>;

/** An installed extension, as the server lists it. */
export interface ListedExtension {
  readonly slug: string;
  readonly version: string;
  readonly state: string;
}

/** Servers on one place that install extensions of a catalogue, and can be killed and started again. */
export async function openSite(place: (typeof places)[number], catalogue: CatalogueFolder) {
  const { variables, remove } = await place.open();
  const installed = await mkdtemp(join(tmpdir(), 'backroom-extension-kill-'));
  const given = {
    ...withAdministrator(variables),
    EXTENSIONS_DIR: installed,
    CATALOG_URL: catalogue.path,
    CATALOG_KEY: catalogue.key.publicKey,
  };
  const started: Killable[] = [];
  const start = async (more: Variables = {}) => {
    const server = await startServer({ ...given, ...more });
    started.push(server);
    return clientOf(server);
  };
  const startWorking = async (count: number, more: Variables = {}) => {
    const workers = await startWorkers({ ...given, ...more }, count);
    started.push(workers);
    return workers;
  };
  /** Names of the folders of packages, and of the other files. */
  const names = async () => (await readdir(installed)).filter((name) => name !== '.logs');
  /** Files of the package of a slug, which may have a version; 0 without one, and those of the smallest one of several. */
  const filesOf = async (slug: string, version = '') => {
    const found = (await names()).filter((name) => name.startsWith(`${slug}-${version}`));
    const sizes = await Promise.all(found.map(async (name) => (await readdir(join(installed, name, 'data'))).length));
    return sizes.length === 0 ? 0 : Math.min(...sizes);
  };
  /** Makes existing files old, as if the time to sweep had come. */
  const age = async () => {
    const old = new Date(Date.now() - 3_600_000);
    for (const name of await names()) await utimes(join(installed, name), old, old);
  };
  /** The slugs of the folders; those of unfinished ones are their names. */
  const slugs = async () => (await names()).map((name) => name.replace(/-1\.2\.0-.*/, '')).toSorted();
  const end = async () => {
    for (const each of started) await each.kill();
    await remove();
    await rm(installed, { recursive: true, force: true });
  };
  return { start, startWorkers: startWorking, names, slugs, filesOf, age, end };
}

async function clientOf(server: ServerProcess) {
  const headers = { authorization: `Bearer ${await signIn(server.url)}`, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await askPatiently(`${server.url}${path}`, init);
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Members };
  };
  const ask = async (route: string, body?: object): Promise<Members> =>
    (await send(body ? 'POST' : 'GET', `/index.php?rest_route=${route}`, body)).body;
  /** Waits until a job is over, which its route shows. */
  const finished = (route: string, id: unknown) =>
    until(
      () => ask(`${route}/${id}`),
      ({ status }) => status === 'complete' || status === 'failed',
    );
  const installed = async () => (await ask('/shop-admin/plugins/installed')).plugins as readonly string[];
  const extensions = async () =>
    (await send('GET', '/extensions')).body as unknown as readonly (ListedExtension & Members)[];
  return { send, ask, finished, installed, extensions, kill: () => server.kill() };
}

/** Servers and folders of one test. */
export type Site = Awaited<ReturnType<typeof openSite>>;
/** A client of one of them. */
export type SiteServer = Awaited<ReturnType<Site['start']>>;

/** Reads until it is over. */
export async function until(read: () => Promise<Members>, isOver: (members: Members) => boolean): Promise<Members> {
  const since = performance.now();
  for (;;) {
    const members = await read();
    if (isOver(members)) return members;
    if (performance.now() - since > patience) throw new Error(JSON.stringify(members));
    await wait(100);
  }
}
