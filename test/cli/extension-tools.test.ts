import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCatalogueFolder } from '../support/catalogues.ts';
import { publishOffers } from '../support/extensions/offered-packages.ts';
import { backroom, dataTemplate, temporaryFolder } from './terminal.ts';

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

const moduleOf = (number: number, settings = '{}') => `import { defineExtension } from '@backroom/extension';
export default defineExtension({ settings: ${settings}, activate: ({ log }) => log.info('version ${number} began'), deactivate: ({ log }) => log.info('ended') });`;

describe('backroom extensions', () => {
  it('returns to the version before an update, and forth again; prints its log and settings', {
    timeout: 120_000,
  }, async () => {
    await using catalogue = await openCatalogueFolder();
    const data = await template.copy('downgrades');
    const environment = { DATA_DIR: data, CATALOG_URL: catalogue.path, CATALOG_KEY: catalogue.key.publicKey };
    const run = (...args: readonly string[]) => backroom([...args, '--json'], { environment });
    const offer = async (number: number, settings?: string) => {
      const module = moduleOf(number, settings);
      const product = { version: `1.${number}.0` };
      await publishOffers(catalogue, [{ slug: 'one', product, module }], number);
      await run('catalogue', 'refresh');
    };
    await offer(1);
    expect((await run('extensions', 'install', 'one')).code).toBe(0);
    const never = await run('extensions', 'downgrade', 'one', '--yes');
    expect([never.code, never.err]).toEqual([4, expect.stringContaining('no earlier version')]);
    await offer(2, `{ most: { type: 'integer', minimum: 1, default: 3 } }`);
    expect((await run('extensions', 'update', 'one')).json()).toMatchObject({ status: 'updated', version: '1.2.0' });
    expect((await run('extensions', 'settings', 'one')).code).toBe(7);
    expect((await run('extensions', 'activate', 'one')).code).toBe(0);
    expect((await run('extensions', 'settings', 'one')).json()).toEqual({ most: 3 });
    expect((await run('extensions', 'settings', 'one', 'most=7')).json()).toEqual({ most: 7 });
    const wrong = await run('extensions', 'settings', 'one', 'most=0', 'least=1');
    expect([wrong.code, wrong.err]).toEqual([5, expect.stringContaining('most, least')]);
    expect((await run('extensions', 'downgrade', 'one', '--yes')).json()).toMatchObject({
      version: '1.1.0',
      state: 'running',
    });
    expect((await run('extensions', 'downgrade', 'one', '--yes')).json()).toMatchObject({
      version: '1.2.0',
      state: 'running',
    });
    expect((await run('extensions', 'downgrade', 'missing', '--yes')).code).toBe(3);
    const lines = (await run('extensions', 'logs', 'one')).json() as readonly string[];
    expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'info: version 2 began',
      'info: version 1 began',
      'info: version 2 began',
    ]);
    expect((await run('extensions', 'deactivate', 'one')).code).toBe(0);
    expect((await run('extensions', 'logs', 'one', '--lines', '1')).json()).toEqual([
      expect.stringMatching(/info: ended$/),
    ]);
    expect((await run('extensions', 'logs', 'missing')).code).toBe(3);
  });

  it('has no version before one that another key has signed', async () => {
    await using catalogue = await openCatalogueFolder();
    await using next = await openCatalogueFolder();
    const data = await template.copy('other-key');
    const keys = `${catalogue.key.publicKey},${next.key.publicKey}`;
    const at = ({ path }: typeof catalogue) => ({ DATA_DIR: data, CATALOG_URL: path, CATALOG_KEY: keys });
    const run = (from: typeof catalogue, ...args: readonly string[]) =>
      backroom([...args, '--json'], { environment: at(from) });
    await publishOffers(catalogue, [{ slug: 'one' }], 1);
    await publishOffers(next, [{ slug: 'one', product: { version: '1.3.0' } }], 2);
    await run(catalogue, 'catalogue', 'refresh');
    expect((await run(catalogue, 'extensions', 'install', 'one')).code).toBe(0);
    await run(next, 'catalogue', 'refresh');
    expect((await run(next, 'extensions', 'update', 'one')).json()).toMatchObject({
      status: 'updated',
      version: '1.3.0',
    });
    expect((await run(next, 'extensions', 'downgrade', 'one', '--yes')).code).toBe(4);
  });

  it('writes a new extension, whose test passes and which runs', { timeout: 120_000 }, async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'price-watch');
    const data = await template.copy('new-extension');
    const environment = { DATA_DIR: data, EXTENSIONS_UNSIGNED: path };
    const run = (...args: readonly string[]) => backroom(['extensions', ...args, '--json'], { environment });
    expect((await run('new', 'price-watch', path)).json()).toMatchObject({ slug: 'price-watch', folder: path });
    const again = await run('new', 'price-watch', path);
    expect([again.code, again.err]).toEqual([4, expect.stringContaining('not empty')]);
    expect((await run('new', '../up', join(folder.path, 'up'))).code).not.toBe(0);
    // As `npm install` does.
    const modules = join(path, 'node_modules/@backroom');
    await mkdir(modules, { recursive: true });
    await symlink(join(import.meta.dirname, '../../packages/extension'), join(modules, 'extension'));
    const { stdout } = await promisify(execFile)(process.execPath, ['--test'], { cwd: path });
    expect(stdout).toMatch(/pass 1/);
    const test = join(path, 'test/index.test.js');
    await writeFile(test, (await readFile(test, 'utf8')).replace("'Hello'", "'Goodbye'"));
    await expect(promisify(execFile)(process.execPath, ['--test'], { cwd: path })).rejects.toThrow();
    expect((await run('install', 'price-watch')).code).toBe(0);
    expect((await run('activate', 'price-watch')).json()).toMatchObject([{ slug: 'price-watch', status: 'activated' }]);
    expect((await run('settings', 'price-watch')).json()).toEqual({ greeting: 'Hello' });
  });
});
