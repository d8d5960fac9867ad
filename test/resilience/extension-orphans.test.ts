import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storesOf } from '@backroom/adapters-persistence';
import { compose, readSettings } from '@backroom/composition';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMigratedDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { ExtensionFolders } from '../support/extensions/extension-folders.ts';
import { activeExtension, until } from '../support/extensions/host.ts';
import { type ServerProcess, startServer, withAdministrator } from './server-process.ts';

/** What extensions do when the server is killed. */
const behaviours = {
  idle: '',
  loops: 'for (;;);',
  blocks: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  stays: `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {}); setInterval(() => {}, 1_000);`,
  keeps: `process.exit = () => {}; process.on('uncaughtException', () => {}); setInterval(() => {}, 1_000);`,
};
/** Begins when there is a file of that name, so that all are loaded before; reports it past the channel, which a loop does not serve. */
const source = (code: string) => `
import { existsSync, writeSync } from 'node:fs';
const timer = setInterval(() => {
  if (!existsSync('begin')) return;
  clearInterval(timer);
  writeSync(1, 'begun');
  ${code}
}, 50);
writeSync(1, 'loaded');
export default defineExtension({});`;

/** The state of a process and its parent; undefined for one that has ended. */
function processOf(pid: number): { readonly state: string; readonly parent: number } | undefined {
  try {
    const [state = '', parent] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return ['Z', 'X'].includes(state) ? undefined : { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

const childrenOf = (pid: number | undefined): readonly number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && processOf(each)?.parent === pid);

describe.skipIf(process.platform !== 'linux')('a server that is killed', () => {
  let name: string;
  let folders: ExtensionFolders;
  let server: ServerProcess;
  const said = { loaded: new Set<string>(), begun: new Set<string>() };
  beforeAll(async () => {
    name = await createMigratedDatabase();
    folders = await ExtensionFolders.make();
    const variables = withAdministrator({ DATABASE_URL: serverUrl(name), EXTENSIONS_DIR: folders.root });
    const application = await compose(readSettings(variables));
    const store = storesOf(application.database).extensions;
    for (const [slug, code] of Object.entries(behaviours)) {
      await folders.write(slug, source(code));
      await store.insert(activeExtension(slug));
    }
    await application.close();
    const onLogLine = (line: string) => {
      const { extension, text } = JSON.parse(line) as { readonly extension?: string; readonly text?: string };
      if (extension !== undefined && (text === 'loaded' || text === 'begun')) said[text].add(extension);
    };
    server = await startServer({ ...variables, LOG_LEVEL: 'info' }, { onLogLine });
  });
  afterAll(async () => {
    await server?.kill();
    await folders.remove();
    await dropDatabase(name);
  });

  it('leaves no process of an extension behind, whatever that does', async () => {
    const slugs = Object.keys(behaviours);
    const count = slugs.length;
    await until(() => said.loaded.size === count, 30_000);
    for (const slug of slugs) await writeFile(join(folders.root, slug, 'begin'), '');
    await until(() => said.begun.size === count);
    const children = childrenOf(server.pid);
    expect(children.length).toBeGreaterThanOrEqual(count);
    await server.kill();
    await until(() => children.every((pid) => processOf(pid) === undefined), 2_000);
  });
});
