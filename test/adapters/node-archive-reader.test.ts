import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { NodeArchiveReader } from '@backroom/adapters-node';
import { ARCHIVE_LIMITS } from '@backroom/core/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveIn, type TestEntry, tgzOf, zipOf } from '../support/archives.ts';

const reader = new NodeArchiveReader();
let place: string;
let number = 0;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'backroom-archives-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

const forms = {
  zip: (entries: readonly TestEntry[]) => zipOf(entries),
  tgz: async (entries: readonly TestEntry[]) => tgzOf(entries),
};

/** Unpacks bytes; the outcome is the code of the refusal, or what was unpacked. */
async function unpack(bytes: Buffer, limits = {}) {
  number += 1;
  const into = join(place, `into-${number}`);
  const archive = await archiveIn(place, `archive-${number}`, bytes);
  const found = await reader.unpack(archive, into, limits).catch((error: { code: string }) => error.code);
  const isThere = await stat(into).then(
    () => true,
    () => false,
  );
  return { found, into, isThere };
}

const good: readonly TestEntry[] = [
  { name: 'package/' },
  { name: 'package/package.json', text: '{}' },
  { name: 'package/lib/deep/a.txt', text: 'word '.repeat(10_000) },
  { name: 'package/lib/Übersicht.txt', text: '' },
];
const long = `package/${'a'.repeat(150)}/${'b'.repeat(150)}.txt`;

/** Names that both forms can carry, with the refusal of the archive. */
const hostile: readonly (readonly [string, readonly TestEntry[], string])[] = [
  ['a path above', [{ name: 'package/../../etc/passwd', text: 'x' }], 'archive_path'],
  ['only a path above', [{ name: '../evil', text: 'x' }], 'archive_path'],
  ['an absolute path', [{ name: '/etc/passwd', text: 'x' }], 'archive_path'],
  ['a backslash', [{ name: 'package\\..\\..\\evil', text: 'x' }], 'archive_path'],
  ['a drive', [{ name: 'C:/evil', text: 'x' }], 'archive_path'],
  ['a stream of a file', [{ name: 'package/a.txt:hidden', text: 'x' }], 'archive_path'],
  ['a name of a device', [{ name: 'package/NUL.txt', text: 'x' }], 'archive_path'],
  ['a control character', [{ name: 'package/a\u0007b', text: 'x' }], 'archive_path'],
  ['an empty part', [{ name: 'package//a', text: 'x' }], 'archive_path'],
  ['a part that is a dot', [{ name: 'package/./a', text: 'x' }], 'archive_path'],
  ['a trailing dot', [{ name: 'package/a.', text: 'x' }], 'archive_path'],
  ['40 folders in each other', [{ name: `package/${'a/'.repeat(40)}b`, text: 'x' }], 'archive_path'],
  ['a long name', [{ name: `package/${'a'.repeat(201)}`, text: 'x' }], 'archive_path'],
  ['a name twice', [{ name: 'package/a' }, { name: 'package/a' }], 'archive_name_taken'],
  ['names that differ in case', [{ name: 'package/Read' }, { name: 'package/READ' }], 'archive_name_taken'],
  ['folders that differ in case', [{ name: 'package/Lib/a' }, { name: 'package/lib/b' }], 'archive_name_taken'],
  ['a file in a file', [{ name: 'package/a' }, { name: 'package/a/b' }], 'archive_name_taken'],
  ['two top folders', [{ name: 'package/a' }, { name: 'other/a' }], 'archive_top_folder'],
  ['a file beside the top folder', [{ name: 'package/a' }, { name: 'file' }], 'archive_top_folder'],
  ['no folder at all', [{ name: 'file' }], 'archive_top_folder'],
];

describe.each(Object.entries(forms))('an archive as %s', (_form, pack) => {
  it('is unpacked without its top folder, for its owner only', async () => {
    const { found, into } = await unpack(await pack(good));
    expect(found).toEqual({
      top: 'package',
      files: [
        { path: 'package.json', size: 2 },
        { path: 'lib/deep/a.txt', size: 50_000 },
        { path: 'lib/Übersicht.txt', size: 0 },
      ],
    });
    expect(await readFile(join(into, 'lib/deep/a.txt'), 'utf8')).toBe('word '.repeat(10_000));
    expect((await stat(join(into, 'lib/deep/a.txt'))).mode & 0o777).toBe(0o600);
    for (const folder of ['', 'lib', 'lib/deep']) expect((await stat(join(into, folder))).mode & 0o777).toBe(0o700);
  });

  it('may have long paths', async () => {
    expect((await unpack(await pack([{ name: long, text: 'x' }]))).found).toMatchObject({ files: [{ size: 1 }] });
  });

  it.each(hostile)('is refused for %s, and leaves nothing', async (_what, entries, code) => {
    const { found, isThere } = await unpack(await pack([...good.slice(0, 2), ...entries]));
    const alone = await unpack(await pack(entries));
    expect([found, isThere, alone.found, alone.isThere]).toEqual([code, false, code, false]);
  });

  it.each([
    [5_000, expect.objectContaining({ top: 'package' })],
    [5_001, 'archive_entries'],
  ])('has at most the permitted entries: %i', async (length, expected) => {
    const many = Array.from({ length }, (_, index) => ({ name: `package/${index}`, text: '' }));
    expect((await unpack(await pack(many))).found).toEqual(expected);
  });

  it('is refused where it inflates to more than permitted', async () => {
    const bomb = await pack([
      ...Array.from({ length: 21 }, (_, index) => ({ name: `package/${index}`, text: Buffer.alloc(10 * 1_048_576) })),
    ]);
    expect(bomb.byteLength).toBeLessThan(1_048_576);
    const { found, isThere } = await unpack(bomb);
    expect([found, isThere]).toEqual(['archive_unpacked_too_large', false]);
  }, 60_000);

  it('is refused where it is itself too large, before it is read', async () => {
    const large = await pack([{ name: 'package/a', text: randomBytes(4_000) }]);
    expect((await unpack(large, { bytes: large.byteLength - 1 })).found).toBe('archive_too_large');
    expect((await unpack(large, { bytes: large.byteLength })).found).toMatchObject({ top: 'package' });
  });

  it('is refused at every place at which it is cut or damaged, or has the same files', async () => {
    const whole = await pack([...good, { name: 'package/z', text: randomBytes(700) }]);
    const outcomes = new Set<unknown>();
    for (let at = 1; at < whole.byteLength - 1; at += Math.ceil(whole.byteLength / 30)) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0x5a, at);
      for (const bytes of [whole.subarray(0, at), damaged]) {
        const { found, isThere } = await unpack(bytes);
        expect(isThere).toBe(typeof found !== 'string');
        outcomes.add(typeof found === 'string' ? found : 'unpacked');
      }
    }
    expect([...outcomes]).toContain('archive_unreadable');
  });
});

describe('a zip', () => {
  it.each([
    ['a link', 0o120_777],
    ['a device', 0o020_666],
    ['a pipe', 0o010_666],
    ['a folder that is declared as a file', 0o040_755],
  ])('is refused for %s', async (_what, mode) => {
    const { found, isThere } = await unpack(await zipOf([{ name: 'package/link', text: '/etc/passwd', mode }]));
    expect([found, isThere]).toEqual(['archive_file_type', false]);
  });

  it('is refused for a NUL character in a name, and for a name that is not UTF-8', async () => {
    for (const name of ['package/a\0.txt', 'package/\u00ff\u00fe'])
      expect((await unpack(await zipOf([{ name, text: 'x' }], 'latin1'))).found).toBe('archive_path');
  });

  it('is refused where an entry inflates to more than it declares', async () => {
    const bytes = await zipOf([{ name: 'package/a', text: Buffer.alloc(100_000) }]);
    const declared = Buffer.alloc(4);
    declared.writeUInt32LE(100_000);
    for (let at = bytes.indexOf(declared); at >= 0; at = bytes.indexOf(declared, at + 1)) bytes.writeUInt32LE(10, at);
    expect((await unpack(bytes)).found).toBe('archive_unreadable');
  });

  it('is refused where the checksum of an entry does not fit', async () => {
    const bytes = await zipOf([{ name: 'package/a', text: 'word' }]);
    const directory = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    bytes.writeUInt32LE(1, directory + 16);
    expect((await unpack(bytes)).found).toBe('archive_unreadable');
  });

  it('is refused where an entry is encrypted or has another compression', async () => {
    for (const [offset, value] of [
      [8, 1],
      [10, 12],
    ] as const) {
      const bytes = await zipOf([{ name: 'package/a', text: 'word '.repeat(99) }]);
      bytes.writeUInt16LE(value, bytes.indexOf('PK\u0001\u0002', 0, 'latin1') + offset);
      expect((await unpack(bytes)).found).toBe('archive_unreadable');
    }
  });
});

describe('a tgz', () => {
  it.each(['SymbolicLink', 'Link', 'CharacterDevice', 'FIFO'] as const)('is refused for a %s', async (type) => {
    const target = type.endsWith('Link') ? { target: '../../etc/passwd' } : {};
    const { found, isThere } = await unpack(tgzOf([{ name: 'package/a', type, ...target }, ...good.slice(1)]));
    expect([found, isThere]).toEqual(['archive_file_type', false]);
  });

  it('may begin its names with a dot and a slash', async () => {
    expect((await unpack(tgzOf([{ name: './' }, { name: './package/a', text: 'x' }]))).found).toEqual({
      top: 'package',
      files: [{ path: 'a', size: 1 }],
    });
  });

  it('is refused where it is compressed twice', async () => {
    expect((await unpack(gzipSync(tgzOf(good)))).found).toBe('archive_unreadable');
  });

  it('is refused where its damage follows the header of a queued entry', async () => {
    // Inflating yields blocks of 16 KiB: the first one ends with the header of the last entry.
    const first = 16_384 - 3 * 512;
    const whole = tgzOf([
      { name: 'package/' },
      { name: 'package/a', text: randomBytes(first) },
      { name: 'package/b', text: randomBytes(40_000) },
    ]);
    for (let round = 0; round < 20; round += 1)
      expect((await unpack(whole.subarray(0, -9_000))).found).toBe('archive_unreadable');
  });

  it('is refused where it inflates to endless headers', async () => {
    const headers = gzipSync(Buffer.alloc(ARCHIVE_LIMITS.unpackedBytes + 20 * 1_048_576));
    expect(['archive_unpacked_too_large', 'archive_unreadable', 'archive_top_folder']).toContain(
      (await unpack(headers)).found,
    );
  });
});

describe('what is no archive', () => {
  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('<?php echo 1;')],
    ['two bytes of a zip', Buffer.from('PK')],
    ['two bytes of a tgz', Buffer.from([0x1f, 0x8b])],
    ['an empty tgz', tgzOf([])],
    ['zeros with gzip', gzipSync(Buffer.alloc(10))],
  ])('is refused: %s', async (_what, bytes) => {
    const { found, isThere } = await unpack(bytes);
    expect(isThere).toBe(false);
    expect(['archive_unreadable', 'archive_top_folder']).toContain(found);
  });

  it('is refused as an archive where it is a folder', async () => {
    await expect(reader.unpack(place, join(place, 'from-folder'))).rejects.toMatchObject({
      code: 'archive_unreadable',
    });
  });

  it('leaves a folder that exists as it is', async () => {
    const into = await mkdtemp(join(place, 'mine-'));
    await writeFile(join(into, 'mine'), 'x');
    const archive = await archiveIn(place, 'good.zip', await zipOf(good));
    await expect(reader.unpack(archive, into)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readdir(into)).toEqual(['mine']);
  });
});
