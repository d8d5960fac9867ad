import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ed25519Verifier } from '@backroom/adapters-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCatalogue, aProduct } from '../support/catalogues.ts';
import { backroom, dataTemplate, temporaryFolder } from './terminal.ts';

let template: Awaited<ReturnType<typeof dataTemplate>>;
beforeAll(async () => {
  template = await dataTemplate();
});
afterAll(() => template?.[Symbol.asyncDispose]());

describe('backroom catalogue', () => {
  it('makes a key, signs a catalogue, checks it, and an installation uses it', async () => {
    await using folder = await temporaryFolder();
    const data = await template.copy('catalogue');
    const path = join(folder.path, 'extensions.json');
    const key = join(folder.path, 'signing.pem');
    await mkdir(join(folder.path, 'packages'));
    await writeFile(join(folder.path, 'packages/low-stock.zip'), 'an archive');
    await writeFile(path, JSON.stringify(aCatalogue()));

    const made = await backroom(['catalogue', 'keys', key]);
    const publicKey = made.out.trim();
    expect([made.code, publicKey]).toEqual([0, expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/)]);
    expect((await stat(key)).mode & 0o077).toBe(0);
    expect((await backroom(['catalogue', 'keys', key])).code).toBe(5);

    const wrong = await backroom(['catalogue', 'check', path]);
    expect([wrong.code, wrong.out]).toEqual([5, expect.stringContaining('differs from sha256 and size')]);
    expect((await backroom(['catalogue', 'sign', path, '--key', key])).code).toBe(0);
    const signed = JSON.parse(await readFile(path, 'utf8'));
    expect(signed.products[0].package.size).toBe(10);
    expect((await backroom(['catalogue', 'check', path, '--public-key', publicKey])).code).toBe(0);
    expect((await backroom(['catalogue', 'check', path, '--public-key', 'A'.repeat(43)])).code).toBe(5);

    const environment = { DATA_DIR: data, CATALOG_URL: path, CATALOG_KEY: publicKey };
    const refreshed = await backroom(['catalogue', 'refresh', '--json'], { environment });
    expect([refreshed.code, refreshed.json()]).toEqual([
      0,
      expect.objectContaining({ used: true, version: 1, products: 1, groups: 1, fault: null }),
    ]);
    await writeFile(path, '{');
    const refused = await backroom(['catalogue', 'refresh', '--json'], { environment });
    expect([refused.code, refused.json()]).toEqual([
      7,
      expect.objectContaining({ used: true, version: 1, fault: 'catalogue_invalid' }),
    ]);
    const state = await backroom(['catalogue', 'status', '--json'], { environment });
    expect(state.json()).toMatchObject({ used: true, fault: 'catalogue_invalid' });
  });

  it.each([
    ['no JSON', '[', 'catalogue is not JSON'],
    ['a wrong member', JSON.stringify(aCatalogue({ products: [aProduct({ slug: '../a' })] })), '[slug]'],
    ['a missing package', JSON.stringify(aCatalogue()), 'cannot be used (ENOENT)'],
  ])('does not sign a file with %s, and leaves it as it is', async (_, content, reason) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'extensions.json');
    const key = join(folder.path, 'signing.pem');
    await writeFile(path, content);
    await backroom(['catalogue', 'keys', key]);
    const ended = await backroom(['catalogue', 'sign', path, '--key', key]);
    expect([ended.code, ended.err]).toEqual([5, expect.stringContaining(reason)]);
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it('makes licence keys that an installation accepts', async () => {
    await using folder = await temporaryFolder();
    const key = join(folder.path, 'signing.pem');
    const publicKey = (await backroom(['catalogue', 'keys', key])).out.trim();
    const words = ['--product', '1001', '--sites', '3', '--order', '55', '--expires', '2027-12-31T23:59:59Z'];
    const made = await backroom(['catalogue', 'licence', '--key', key, ...words]);
    expect(made.code).toBe(0);
    const payload = new Ed25519Verifier().open(publicKey, made.out.trim());
    expect(JSON.parse(payload ?? '')).toEqual({
      product_id: 1_001,
      sites_max: 3,
      order_id: 55,
      expires: 1_830_297_599,
    });
    const wrong = await backroom(['catalogue', 'licence', '--key', key, '--product', '1', '--expires', 'soon']);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--expires is not a time')]);
  });

  it('names a key file that has no private key', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'extensions.json');
    await writeFile(path, JSON.stringify(aCatalogue({ products: [aProduct({ package: undefined })] })));
    const ended = await backroom(['catalogue', 'sign', path, '--key', path]);
    expect([ended.code, ended.err]).toEqual([5, expect.stringContaining('no private key of Ed25519')]);
  });
});
