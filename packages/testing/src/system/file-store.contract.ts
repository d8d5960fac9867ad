import type { FileStore } from '@backroom/core/files';
import { expect, it } from 'vitest';
import { contract } from '../contract.ts';

/** Names that lead elsewhere, hide, or are none. */
export const hostileNames = [
  ...['', '.', '..', '../outside', '..\\outside', '/etc/passwd', 'a/b', 'a\\b', './a', 'a/../../b', 'C:a', 'a:b'],
  ...[
    '.hidden',
    '-rf',
    'a\0b',
    'a\nb',
    'a\u2215b',
    'ä',
    'a b',
    '~',
    '~root',
    '%2e%2e%2fa',
    'a.',
    'CON ',
    `a${'b'.repeat(200)}`,
  ],
];

const bytes = (content: string): Uint8Array => Buffer.from(content);

/** Each test has an empty store. */
export const fileStoreContract = (implementation: string, open: () => Promise<FileStore>) =>
  contract(`FileStore: ${implementation}`, () => {
    const filled = async (...parts: readonly string[]) => {
      const store = await open();
      let size = 0;
      for (const part of parts) size = await store.write('a.csv', size, bytes(part));
      return { store, size };
    };
    const whole = async (store: FileStore, name = 'a.csv') => {
      const file = await store.open(name);
      if (!file) return undefined;
      const parts: Uint8Array[] = [];
      for await (const part of file.chunks()) parts.push(part);
      await file.close();
      return Buffer.concat(parts).toString();
    };

    it('returns what was written, part behind part', async () => {
      const { store, size } = await filled('one,', 'two,', 'three');
      expect(size).toBe(13);
      expect(await whole(store)).toBe('one,two,three');
      expect(await store.look('a.csv')).toMatchObject({ size: 13 });
    });

    it('truncates at the place that is written at', async () => {
      const { store } = await filled('one,', 'two,', 'torn');
      expect(await store.write('a.csv', 8, bytes('x'))).toBe(9);
      expect(await whole(store)).toBe('one,two,x');
    });

    it('refuses to write behind the end, and leaves the file as it was', async () => {
      const { store } = await filled('one');
      await expect(store.write('a.csv', 4, bytes('x'))).rejects.toThrow(RangeError);
      expect(await whole(store)).toBe('one');
      await expect(store.write('b.csv', 1, bytes('x'))).rejects.toThrow(RangeError);
      expect(await store.look('b.csv')).toBeUndefined();
    });

    it('returns nothing for missing files', async () => {
      const store = await open();
      expect(await store.look('a')).toBeUndefined();
      expect(await store.open('a')).toBeUndefined();
      expect(await store.lines('a', 0, 10)).toEqual({ lines: [], end: 0 });
      expect(await store.removeOlder(new Date())).toBe(0);
      await store.remove('a');
    });

    it('reads whole lines from a place on, up to a limit', async () => {
      const { store } = await filled('one\n', 'zwölf\n\n', 'last\ntorn');
      expect(await store.lines('a.csv', 0, 2)).toEqual({ lines: ['one', 'zwölf'], end: 11 });
      expect(await store.lines('a.csv', 11, 10)).toEqual({ lines: ['', 'last'], end: 17 });
      expect(await store.lines('a.csv', 17, 10)).toEqual({ lines: [], end: 17 });
      expect(await store.lines('a.csv', 99, 10)).toEqual({ lines: [], end: 99 });
    });

    it('reads many lines, though not at once', async () => {
      const line = `${'x'.repeat(999)}\n`;
      const { store } = await filled(line.repeat(300));
      const { lines, end } = await store.lines('a.csv', 1_000, 250);
      expect(new Set(lines)).toEqual(new Set(['x'.repeat(999)]));
      expect([lines.length, end]).toEqual([250, 251_000]);
    });

    it('reads a file as it was, also when it is renamed and its name is used again', async () => {
      const { store } = await filled('x'.repeat(200_000));
      const file = await store.open('a.csv');
      await store.rename('a.csv', 'b.csv');
      await store.write('a.csv', 0, bytes('new'));
      let length = 0;
      for await (const part of file?.chunks() ?? []) length += part.byteLength;
      await file?.close();
      expect(length).toBe(200_000);
    });

    it('copies the beginning of a file', async () => {
      const { store } = await filled('one,', 'two,', 'torn');
      await store.copy('a.csv', 'b.csv', 8);
      expect(await whole(store, 'b.csv')).toBe('one,two,');
      await expect(store.copy('a.csv', 'c.csv', 99)).rejects.toThrow(RangeError);
      await expect(store.copy('none', 'c.csv', 0)).rejects.toThrow(RangeError);
      expect(await store.look('c.csv')).toBeUndefined();
    });

    it('renames a file, in place of what had the name', async () => {
      const { store } = await filled('new');
      await store.write('b.csv', 0, bytes('old'));
      await store.rename('a.csv', 'b.csv');
      expect(await store.look('a.csv')).toBeUndefined();
      expect(await whole(store, 'b.csv')).toBe('new');
      await expect(store.rename('a.csv', 'c.csv')).rejects.toThrow(RangeError);
    });

    it('removes what is old, and only that', async () => {
      const { store } = await filled('x');
      const writtenAt = (await store.look('a.csv'))?.writtenAt ?? new Date(0);
      expect(await store.removeOlder(writtenAt)).toBe(0);
      expect(await store.removeOlder(new Date(writtenAt.getTime() + 1), 'b')).toBe(0);
      expect(await store.removeOlder(new Date(writtenAt.getTime() + 1))).toBe(1);
      expect(await store.look('a.csv')).toBeUndefined();
    });

    it.each(hostileNames)('has no file under %j and makes none', async (name) => {
      const { store } = await filled('x');
      await expect(store.write(name, 0, bytes('x'))).rejects.toThrow(RangeError);
      await expect(store.rename('a.csv', name)).rejects.toThrow(RangeError);
      await expect(store.copy('a.csv', name, 1)).rejects.toThrow(RangeError);
      await expect(store.copy(name, 'b.csv', 0)).rejects.toThrow(RangeError);
      expect(await store.look(name)).toBeUndefined();
      expect(await store.open(name)).toBeUndefined();
      expect((await store.lines(name, 0, 10)).lines).toEqual([]);
      await store.remove(name);
      expect(await whole(store)).toBe('x');
    });
  });
