import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderFiles } from '@backroom/adapters-node';
import { fileStoreContract } from '@backroom/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let place: string;
let folders = 0;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'backroom-files-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));
const freshFolder = () => {
  folders += 1;
  return join(place, String(folders), 'files');
};

fileStoreContract('a folder', async () => new FolderFiles(freshFolder()));

describe('a folder of files', () => {
  it('is made with its first file, and both are for their owner alone', async () => {
    const folder = freshFolder();
    await new FolderFiles(folder).write('a', 0, Buffer.from('x'));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o600);
  });

  it('follows no link, neither to read nor to write', async () => {
    const folder = freshFolder();
    await mkdir(folder, { recursive: true });
    const outside = join(folder, '..', 'secret');
    await writeFile(outside, 'secret\n');
    await symlink(outside, join(folder, 'link'));
    const files = new FolderFiles(folder);
    expect(await files.open('link')).toBeUndefined();
    expect(await files.look('link')).toBeUndefined();
    expect((await files.lines('link', 0, 10)).lines).toEqual([]);
    await expect(files.write('link', 0, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(files.copy('link', 'copy', 1)).rejects.toThrow(RangeError);
    await expect(files.rename('link', 'own')).rejects.toThrow(RangeError);
    expect(await readFile(outside, 'utf8')).toBe('secret\n');
    expect(await files.removeOlder(new Date(8e15))).toBe(0);
    expect(await readdir(folder)).toEqual(['link']);
  });

  it('takes a folder inside of it for no file', async () => {
    const folder = freshFolder();
    await mkdir(join(folder, 'inner'), { recursive: true });
    const files = new FolderFiles(folder);
    expect(await files.open('inner')).toBeUndefined();
    await expect(files.write('inner', 0, Buffer.from('x'))).rejects.toThrow();
    expect(await files.removeOlder(new Date(8e15))).toBe(0);
  });

  it('is shared by all who name it', async () => {
    const folder = freshFolder();
    await new FolderFiles(folder).write('a', 0, Buffer.from('x'));
    expect(await new FolderFiles(folder).look('a')).toMatchObject({ size: 1 });
  });
});
