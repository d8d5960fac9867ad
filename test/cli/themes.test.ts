import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../support/archives.ts';
import { openCatalogueFolder } from '../support/catalogues.ts';
import { publishOffers } from '../support/extensions/offered-packages.ts';
import { backroom, dataTemplate, temporaryFolder } from './terminal.ts';

const example = join(import.meta.dirname, '../../examples/theme-harbour');
const exampleFiles = async () =>
  Promise.all(
    ['theme.json', 'theme.css'].map(async (name) => ({
      name: `theme_harbour/${name}`,
      text: await readFile(join(example, name)),
    })),
  );

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

describe('backroom themes', () => {
  it('installs the example from a file, activates and removes it', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'harbour.zip');
    await writeFile(file, await zipOf(await exampleFiles()));
    const environment = { DATA_DIR: await template.copy('themes') };
    const run = (...args: readonly string[]) => backroom(['themes', ...args, '--json'], { environment });

    const installed = await run('install', file);
    expect([installed.code, installed.json()]).toEqual([0, { slug: 'harbour', name: 'Harbour' }]);
    const again = await run('install', file);
    expect([again.code, again.err]).toEqual([4, expect.stringContaining('The theme harbour already exists.')]);
    expect((await run('activate', 'harbour')).json()).toEqual({ slug: 'harbour', name: 'Harbour' });
    const { out } = await backroom(['themes', 'list'], { environment });
    expect(out).toMatch(/^default +Default +- +- *$/m);
    expect(out).toMatch(/^harbour +Harbour +1\.0\.0 +yes$/m);
    expect((await run('list')).json()).toMatchObject([{ slug: 'harbour', source: 'upload', is_active: true }]);
    expect((await run('remove', 'harbour', '--yes')).code).toBe(4);
    expect((await run('activate', 'default')).code).toBe(0);
    expect((await run('remove', 'harbour')).code).not.toBe(0);
    expect((await run('remove', 'harbour', '--yes')).code).toBe(0);
    expect((await run('remove', 'harbour', '--yes')).code).toBe(3);
  });

  it('installs from the catalogue, and names what is wrong', async () => {
    await using catalogue = await openCatalogueFolder();
    await using folder = await temporaryFolder();
    const product = { type: 'theme', version: '1.0.0' };
    await publishOffers(catalogue, [{ slug: 'harbour', product, entries: await exampleFiles() }]);
    const data = await template.copy('catalogue-themes');
    const environment = { DATA_DIR: data, CATALOG_URL: catalogue.path, CATALOG_KEY: catalogue.key.publicKey };
    const run = (...args: readonly string[]) => backroom(['themes', ...args, '--json'], { environment });
    await backroom(['catalogue', 'refresh'], { environment });
    expect((await run('install', 'harbour')).code).toBe(0);
    const missing = await run('install', 'missing');
    expect([missing.code, missing.err]).toEqual([3, expect.stringContaining('The catalogue has no theme missing.')]);
    expect((await run('install', join(folder.path, 'missing.zip'))).code).toBe(3);
    const damaged = join(folder.path, 'damaged.zip');
    await writeFile(damaged, 'nothing');
    expect((await run('install', damaged)).err).toContain('not a readable zip or tgz archive');
    expect((await run('activate', 'missing')).code).toBe(3);
  });
});
