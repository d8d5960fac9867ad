import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCatalogueFolder } from '../support/catalogues.ts';
import { publishOffers } from '../support/extensions/offered-packages.ts';
import { aManifest } from '../support/extensions/packages.ts';
import { backroom, dataTemplate, temporaryFolder } from './terminal.ts';

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

describe('backroom extensions', () => {
  it('installs what the catalogue offers, and removes it', async () => {
    await using catalogue = await openCatalogueFolder();
    await publishOffers(catalogue, [{ slug: 'one', manifest: { rights: ['read_inventory'] } }, { slug: 'two' }]);
    const data = await template.copy('extensions');
    const environment = { DATA_DIR: data, CATALOG_URL: catalogue.path, CATALOG_KEY: catalogue.key.publicKey };
    const run = (...args: readonly string[]) => backroom(['extensions', ...args, '--json'], { environment });
    await backroom(['catalogue', 'refresh'], { environment });

    const mixed = await run('install', 'one', 'missing');
    expect([mixed.code, mixed.json()]).toEqual([
      4,
      [
        { slug: 'one', status: 'installed', errors: [] },
        { slug: 'missing', status: 'failed', errors: ['The catalogue has no extension missing.'] },
      ],
    ]);
    expect((await run('install', 'two')).code).toBe(0);
    expect((await backroom(['extensions', 'install', 'one'], { environment })).err).toContain(
      'one gets these rights when it is activated: read_inventory.',
    );
    expect((await run('list')).json()).toMatchObject([
      { slug: 'one', version: '1.2.0', state: 'inactive', rights: ['read_inventory'], failure: null },
      { slug: 'two', state: 'inactive' },
    ]);
    const { out } = await backroom(['extensions', 'list'], { environment });
    expect(out).toContain('one   1.2.0    inactive  read_inventory');
    expect((await run('activate', 'missing')).code).toBe(4);
    expect((await run('deactivate', 'one')).json()).toMatchObject({ slug: 'one', state: 'inactive' });
    expect((await run('deactivate', 'missing')).code).toBe(3);
    expect(await readdir(join(data, 'extensions'))).toHaveLength(2);
    expect((await run('remove', 'one', '--yes')).code).toBe(0);
    expect((await run('remove', 'one', '--yes')).code).toBe(3);
    expect(await readdir(join(data, 'extensions'))).toEqual([expect.stringMatching(/^two-/)]);
  });

  it('installs from a folder of EXTENSIONS_UNSIGNED, which stays where it is', async () => {
    await using folder = await temporaryFolder();
    const data = await template.copy('unsigned-extensions');
    const source = join(folder.path, 'mine');
    await mkdir(source);
    await writeFile(join(source, 'package.json'), aManifest({}, { slug: 'mine', title: 'Mine' }));
    await writeFile(join(source, 'index.js'), 'export default {};');
    const environment = { DATA_DIR: data, EXTENSIONS_UNSIGNED: source };
    const run = (...args: readonly string[]) => backroom(['extensions', ...args, '--json'], { environment });
    expect((await run('install', 'mine')).code).toBe(0);
    expect((await run('list')).json()).toMatchObject([{ slug: 'mine', folder: source, signed_by: null }]);
    const untrusted = await backroom(['extensions', 'activate', 'mine', '--json'], { environment: { DATA_DIR: data } });
    expect(untrusted.json()).toMatchObject([{ errors: [expect.stringContaining('no valid signature')] }]);
    expect((await run('remove', 'mine', '--keep-data', '--yes')).code).toBe(0);
    expect(await readdir(source)).toHaveLength(2);
  });
});
