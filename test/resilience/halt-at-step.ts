import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { ExtensionHost, ExtensionProcess } from '@backroom/adapters-extensions';
import { FolderExtensionInstaller, NodeArchiveReader } from '@backroom/adapters-node';
import { MikroExtensionQueue } from '../../packages/adapters-persistence/src/repositories/mikro-extension-queue.ts';
import { MikroExtensionStore } from '../../packages/adapters-persistence/src/repositories/mikro-extension-store.ts';
import { MikroJobStore } from '../../packages/adapters-persistence/src/stores/jobs/mikro-job-store.ts';

// Loaded before a server or workers that run from the sources (`NODE_OPTIONS`). While the folder HALTS_IN has a file `armed`, the
// work on an extension that has the name of a step stops for good at that step, and a file of that name shows it: the process can
// be killed there.

const folder = process.env.HALTS_IN ?? '';

type Method = (this: unknown, ...given: unknown[]) => Promise<unknown>;
type SlugOf = (...given: unknown[]) => unknown;

/** Where work halts: before a method of the product or of Node begins, or when it is done. */
interface Point {
  readonly owner: object;
  readonly method: string | symbol;
  readonly when: 'before' | 'after';
  /** The extension that a call is about; undefined for calls that are not meant. */
  readonly slugOf: SlugOf;
}

/** The slug of the package that is being placed or removed. */
const current = new AsyncLocalStorage<string>();
const inWork =
  (isMeant: (...given: unknown[]) => boolean): SlugOf =>
  (...given) =>
    isMeant(...given) ? current.getStore() : undefined;
const ends = (text: unknown, end: string) => String(text).endsWith(end);

interface Row {
  readonly slug: string;
  readonly version: string;
  readonly state: string;
}
interface JobChanges {
  readonly state?: string;
  readonly place?: { readonly states?: Readonly<Record<string, { readonly status: string }>> };
}

const handle = await promises.open('/dev/null');
const handles = Object.getPrototypeOf(handle) as object;
await handle.close();
const first: SlugOf = (slug) => slug;
const ofRow: SlugOf = (row) => (row as Row).slug;
const ofFolder: SlugOf = (folder) => String(folder).replace(/-\d+\.\d+\.\d+-.*/, '');

const insert = { owner: MikroExtensionStore.prototype, method: 'insert', slugOf: ofRow };
const save = { owner: MikroExtensionStore.prototype, method: 'save', slugOf: ofRow };
const remove = { owner: MikroExtensionStore.prototype, method: 'remove', slugOf: first };
const open = (isMeant: (path: unknown, flags: unknown) => boolean) =>
  ({ owner: promises, method: 'open', when: 'after', slugOf: inWork(isMeant) }) as const;
const rename = { owner: promises, method: 'rename', slugOf: inWork((from) => ends(from, '/files')) };
const placing = { owner: FolderExtensionInstaller.prototype, method: 'place', slugOf: ofRow };
const removing = { owner: FolderExtensionInstaller.prototype, method: 'remove', slugOf: ofFolder };
const unpack = { owner: NodeArchiveReader.prototype, method: 'unpack', slugOf: inWork(() => true) };
const load = { owner: ExtensionHost.prototype, method: 'load', slugOf: first };
const keep = (isMeant: (slug: string, changes: JobChanges) => boolean) => ({
  ...{ owner: MikroJobStore.prototype, method: 'change' },
  slugOf: (_: unknown, given: unknown) =>
    Object.keys((given as JobChanges).place?.states ?? {}).find((slug) => isMeant(slug, given as JobChanges)),
});

const begun = new Set<string>();
/** From the second call on, of those while the folder is armed. */
const secondTime: SlugOf = (slug) => {
  const isSecond = begun.has(String(slug));
  if (existsSync(join(folder, 'armed'))) begun.add(String(slug));
  return isSecond ? slug : undefined;
};

const points: Readonly<Record<string, Point>> = {
  folder: { owner: promises, method: 'mkdtemp', when: 'after', slugOf: inWork(() => true) },
  download: open((path, flags) => flags === 'wx' && ends(path, '/package')),
  verify: { owner: handles, method: Symbol.asyncDispose, when: 'after', slugOf: inWork(() => true) },
  unpack: { ...unpack, when: 'before' },
  unpacking: open((path) => ends(path, '/data/3.txt')),
  unpacked: { ...unpack, when: 'after' },
  rename: { ...rename, when: 'before' },
  renamed: { ...rename, when: 'after' },
  placed: { ...placing, when: 'after' },
  record: { ...insert, when: 'before' },
  commit: { ...insert, when: 'after' },
  checkpoint: { ...keep((slug, { place }) => place?.states?.[slug]?.status === 'installed'), when: 'before' },
  activate: { ...save, when: 'before' },
  activating: { ...save, when: 'after' },
  load: { ...load, when: 'before' },
  loading: { owner: ExtensionProcess.prototype, method: 'load', when: 'before', slugOf: first },
  listen: { owner: MikroExtensionQueue.prototype, method: 'listen', when: 'before', slugOf: first },
  loaded: { ...load, when: 'after' },
  confirm: { ...save, slugOf: (row) => (row as Row).state === 'running' && ofRow(row), when: 'before' },
  finish: { ...keep((_, { state }) => state === 'done'), when: 'before' },
  'update-placed': { ...placing, when: 'after' },
  'update-record': { ...save, when: 'before' },
  'update-commit': { ...save, when: 'after' },
  'update-load': { ...load, when: 'before' },
  rollback: { ...load, when: 'after' },
  'rollback-record': { ...save, slugOf: (row) => (row as Row).version === '1.2.0' && ofRow(row), when: 'before' },
  'rollback-load': { ...load, slugOf: secondTime, when: 'before' },
  deactivate: { ...save, when: 'before' },
  unload: { owner: ExtensionHost.prototype, method: 'unload', when: 'before', slugOf: first },
  remove: { ...remove, when: 'before' },
  removed: { ...remove, when: 'after' },
  'remove-folder': { ...removing, when: 'before' },
  'remove-files': { ...rename, slugOf: inWork((_, to) => String(to).includes('/.removed-')), when: 'after' },
};

/** Keeps what has halted from being collected, which would close its files. */
const halted: unknown[] = [];

async function halt(step: string, held?: unknown): Promise<never> {
  writeFileSync(join(folder, step), '');
  return new Promise((resolve) => halted.push(resolve, held));
}

function replace(owner: object, method: string | symbol, make: (original: Method) => Method): void {
  const methods = owner as Record<string | symbol, Method>;
  methods[method] = make(methods[method] as Method);
}

const arm = (step: string, { owner, method, when, slugOf }: Point): void =>
  replace(
    owner,
    method,
    (original) =>
      async function (this: unknown, ...given) {
        const halts = slugOf(...given) === step && existsSync(join(folder, 'armed'));
        if (halts && when === 'before') await halt(step);
        const result = await original.apply(this, given);
        if (halts) await halt(step, result);
        return result;
      },
  );

if (isMainThread && folder !== '') {
  for (const [step, point] of Object.entries(points)) arm(step, point);
  for (const { owner, method, slugOf } of [placing, removing])
    replace(
      owner,
      method,
      (original) =>
        async function (this: unknown, ...given) {
          return current.run(String(slugOf(...given)), () => original.apply(this, given));
        },
    );
  syncBuiltinESMExports();
}
