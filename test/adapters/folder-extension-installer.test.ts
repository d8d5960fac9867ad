import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { MemoryLog } from '@backroom/adapters-memory';
import { FolderExtensionInstaller, NodeArchiveReader } from '@backroom/adapters-node';
import { UndiciOutboundClient } from '@backroom/adapters-outbound';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestEntry, tgzOf, zipOf } from '../support/archives.ts';
import { aManifest, aPackage, digestOf, packed } from '../support/extensions/packages.ts';
import { startCountingServer } from '../support/outbound-servers.ts';

const archives = new NodeArchiveReader();
const hour = 3_600_000;
let place: string;
let number = 0;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'backroom-installer-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

interface InstallerOptions {
  readonly unsigned?: readonly string[];
  readonly allow?: readonly string[];
}

/** An installer with a folder of its own. */
function open({ unsigned = [], allow = [] }: InstallerOptions = {}) {
  number += 1;
  const installed = join(place, `extensions-${number}`);
  const outbound = new UndiciOutboundClient({ log: new MemoryLog(), allow });
  const installer = new FolderExtensionInstaller({ installed, unsigned }, { outbound, archives });
  const names = () => readdir(installed).catch(() => []);
  return { installer, installed, names };
}

async function fileOf(bytes: Buffer): Promise<string> {
  number += 1;
  const path = join(place, `package-${number}`);
  await writeFile(path, bytes);
  return pathToFileURL(path).href;
}

const wantedOf = (url: string, bytes: Buffer, changes: object = {}) => ({
  slug: 'low-stock',
  version: '1.2.0',
  file: { url, ...digestOf(bytes), ...changes },
});

const codeOf = (error: { readonly code?: string }) => error.code;

describe('a package', () => {
  it.each(['tgz', 'zip'] as const)('as %s is placed in a folder of its own', async (form) => {
    const { installer, installed, names } = open();
    const bytes = await packed(aPackage(), form);
    const placed = await installer.place(wantedOf(await fileOf(bytes), bytes));
    expect(placed).toMatchObject({ sha256: digestOf(bytes).sha256, manifest: { slug: 'low-stock', version: '1.2.0' } });
    expect(await names()).toEqual([placed.folder]);
    expect(await readFile(join(installed, placed.folder, 'index.js'), 'utf8')).toContain('defineExtension');
    expect((await stat(installed)).mode & 0o777).toBe(0o700);
    const again = await installer.place(wantedOf(await fileOf(bytes), bytes));
    expect(again.folder).not.toBe(placed.folder);
    await installer.remove(placed.folder);
    await installer.remove(placed.folder);
    expect(await names()).toEqual([again.folder]);
  });

  it('comes from a web server, of which redirects and other statuses are understood', async () => {
    const bytes = await packed(aPackage());
    await using server = await startCountingServer((request, response) => {
      if (request.url === '/moved') return void response.writeHead(302, { location: '/package' }).end();
      if (request.url === '/package') return void response.end(bytes);
      response.writeHead(404).end('none');
    });
    const { installer, names } = open({ allow: [`127.0.0.1:${server.port}`] });
    await installer.place(wantedOf(`${server.url}/moved`, bytes));
    expect(await names()).toHaveLength(1);
    const missing = installer.place(wantedOf(`${server.url}/none`, bytes));
    expect(await missing.catch(codeOf)).toBe('extension_package_unavailable');
    const longer = installer.place(wantedOf(`${server.url}/package`, bytes, { size: bytes.byteLength - 1 }));
    expect(await longer.catch(codeOf)).toBe('extension_package_unavailable');
    const private_ = open().installer.place(wantedOf(`${server.url}/package`, bytes));
    expect(await private_.catch(codeOf)).toBe('extension_package_unavailable');
    expect(await names()).toHaveLength(1);
  });

  it('is opened to be read once, and its copy is removed', async () => {
    const { installer, names } = open();
    const bytes = await packed(aPackage());
    const url = await fileOf(bytes);
    const file = await installer.open(wantedOf(url, bytes));
    expect(await names()).toHaveLength(1);
    expect(await buffer(file.chunks())).toEqual(bytes);
    await file.close();
    const wrong = installer.open(wantedOf(url, bytes, { sha256: '0'.repeat(64) }));
    expect(await wrong.catch(codeOf)).toBe('extension_package_mismatch');
    expect([file.size, await names()]).toEqual([bytes.byteLength, []]);
  });

  it('is not removed beside the folder of packages', async () => {
    const { installer, installed } = open();
    const other = join(place, 'other-1.0.0-abcdef');
    await mkdir(other);
    await mkdir(installed);
    for (const folder of [other, '../other-1.0.0-abcdef', '.', '', 'other']) await installer.remove(folder);
    expect((await stat(other)).isDirectory()).toBe(true);
  });
});

const big = Buffer.alloc(201 * 1_048_576);
const files = aPackage().slice(1);
const without = (name: string) => aPackage().filter((entry) => entry.name !== name);
const hostile: readonly (readonly [string, () => Buffer | Promise<Buffer>, string])[] = [
  ['a bomb', () => tgzOf([...aPackage(), { name: 'package/zeros', text: big }]), 'archive_unpacked_too_large'],
  [
    '6,000 entries',
    () => tgzOf(Array.from({ length: 6_000 }, (_, at) => ({ name: `package/${at}` }))),
    'archive_entries',
  ],
  ['a link', () => tgzOf([...aPackage(), link('SymbolicLink', '/etc/passwd')]), 'archive_file_type'],
  ['a hard link', () => tgzOf([...aPackage(), link('Link', 'package/package.json')]), 'archive_file_type'],
  [
    'a link in a zip',
    () => zipOf([...aPackage(), { name: 'package/l', text: '/etc', mode: 0o120_777 }]),
    'archive_file_type',
  ],
  ['an absolute path', () => tgzOf([...aPackage(), { name: '/etc/passwd', text: 'x' }]), 'archive_path'],
  ['a path above', () => zipOf([...aPackage(), { name: 'package/../../evil', text: 'x' }]), 'archive_path'],
  ['two top folders', () => tgzOf([...aPackage(), { name: 'other/a', text: 'x' }]), 'archive_top_folder'],
  ['text in place of an archive', () => Buffer.from('no archive'), 'archive_unreadable'],
  ['a damaged archive', () => gzipSync(Buffer.from('x'.repeat(2_000))).subarray(0, 30), 'archive_unreadable'],
  ['no manifest', () => tgzOf(without('package/package.json')), 'extension_manifest_invalid'],
  [
    'a manifest that is a folder',
    () => tgzOf([...files, { name: 'package/package.json/' }]),
    'extension_manifest_invalid',
  ],
  ['a manifest that is no JSON', () => tgzOf(aPackage('{')), 'extension_manifest_invalid'],
  [
    'a manifest of 70,000 bytes',
    () => tgzOf(aPackage(aManifest({ x: 'x'.repeat(70_000) }))),
    'extension_manifest_invalid',
  ],
  ['a manifest in another encoding', () => tgzOf([...files, latin()]), 'extension_manifest_invalid'],
  ['another slug', () => tgzOf(aPackage(aManifest({}, { slug: 'other' }))), 'extension_manifest_mismatch'],
  ['another version', () => tgzOf(aPackage(aManifest({ version: '1.2.1' }))), 'extension_manifest_mismatch'],
  ['a theme', () => tgzOf(aPackage(aManifest({}, { kind: 'theme' }))), 'extension_manifest_mismatch'],
  ['another api', () => tgzOf(aPackage(aManifest({}, { api: 2 }))), 'extension_api_unsupported'],
  [
    'a right it may not have',
    () => tgzOf(aPackage(aManifest({}, { rights: ['manage_extensions'] }))),
    'extension_right_forbidden',
  ],
  ['an unknown right', () => tgzOf(aPackage(aManifest({}, { rights: ['fly'] }))), 'extension_manifest_invalid'],
  [
    'an entry above the package',
    () => tgzOf(aPackage(aManifest({}, { entry: '../index.js' }))),
    'extension_manifest_invalid',
  ],
  [
    'an entry that is missing',
    () => tgzOf(aPackage(aManifest({}, { entry: './other.js' }))),
    'extension_manifest_invalid',
  ],
];

describe('a hostile package', () => {
  it.each(hostile)('with %s is refused, and nothing remains', async (_, make, code) => {
    const { installer, names } = open();
    const bytes = await make();
    expect(await installer.place(wantedOf(await fileOf(bytes), bytes)).catch(codeOf)).toBe(code);
    expect(await names()).toEqual([]);
  });

  it.each([
    ['another digest', { sha256: '0'.repeat(64) }, 'extension_package_mismatch'],
    ['another size', { size: 10 }, 'extension_package_mismatch'],
    ['an address without a file', { url: 'file:///nowhere/package' }, 'extension_package_unavailable'],
    ['the address of a folder', { url: pathToFileURL(tmpdir()).href }, 'extension_package_unavailable'],
    ['an address of another protocol', { url: 'ftp://example.org/a' }, 'extension_package_unavailable'],
  ])('with %s is refused, and nothing remains', async (_, changes, code) => {
    const { installer, names } = open();
    const bytes = await packed(aPackage());
    expect(await installer.place(wantedOf(await fileOf(bytes), bytes, changes)).catch(codeOf)).toBe(code);
    expect(await names()).toEqual([]);
  });
});

describe('what a killed process left', () => {
  it('is removed when it is old, packages in use are not', async () => {
    const { installer, installed, names } = open();
    expect(await installer.sweep(new Set(), new Date())).toBe(0);
    const bytes = await packed(aPackage());
    const url = await fileOf(bytes);
    const used = await installer.place(wantedOf(url, bytes));
    const orphan = await installer.place(wantedOf(url, bytes));
    for (const name of ['.incoming-aaaaaa/files', '.removed-bbbbbb/low-stock', 'other-folder'])
      await mkdir(join(installed, name), { recursive: true });
    const inUse = new Set([used.folder]);
    expect(await installer.sweep(inUse, new Date(Date.now() - hour))).toBe(0);
    const old = new Date(Date.now() - 2 * hour);
    for (const name of await names()) await utimes(join(installed, name), old, old);
    expect(await installer.sweep(inUse, new Date(Date.now() - hour))).toBe(3);
    expect((await names()).toSorted()).toEqual(['other-folder', used.folder].toSorted());
    expect(orphan.folder).not.toBe(used.folder);
  });
});

describe('a folder of EXTENSIONS_UNSIGNED', () => {
  it('is found by the slug of its manifest, and stays', async () => {
    const folder = join(place, 'development');
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), aManifest());
    await writeFile(join(folder, 'index.js'), 'export default {};');
    const broken = join(place, 'broken');
    await mkdir(broken);
    const { installer } = open({ unsigned: [broken, join(place, 'missing'), folder] });
    const found = await installer.findUnsigned('low-stock');
    expect(found).toMatchObject({
      folder,
      manifest: { version: '1.2.0' },
      sha256: digestOf(Buffer.from(aManifest())).sha256,
    });
    expect(await installer.findUnsigned('other')).toBeUndefined();
    expect(await installer.findUnsigned('broken').catch(codeOf)).toBe('extension_manifest_invalid');
    expect([installer.isUnsigned(folder), installer.isUnsigned(place)]).toEqual([true, false]);
    await installer.remove(folder);
    expect((await stat(folder)).isDirectory()).toBe(true);
    await rm(join(folder, 'index.js'));
    await symlink('/nowhere', join(folder, 'index.js'));
    expect(await installer.findUnsigned('low-stock').catch(codeOf)).toBe('extension_manifest_invalid');
  });
});

function link(type: 'SymbolicLink' | 'Link', target: string): TestEntry {
  return { name: 'package/link', type, target };
}

function latin(): TestEntry {
  return { name: 'package/package.json', text: Buffer.from(aManifest({ author: 'Zoë' }), 'latin1') };
}
