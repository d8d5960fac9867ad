import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderExtensionLogs } from '@backroom/adapters-node';
import { afterAll, describe, expect, it } from 'vitest';

const folder = join(await mkdtemp(join(tmpdir(), 'backroom-logs-')), 'logs');
afterAll(() => rm(join(folder, '..'), { recursive: true }));
const at = new Date('2026-01-01T12:00:00Z');

describe('logs of extensions in a folder', () => {
  it('keep lines in order with their time, also those of other processes', async () => {
    const [one, two] = [new FolderExtensionLogs(folder), new FolderExtensionLogs(folder)];
    expect(await one.tail('mine', 10)).toEqual([]);
    one.append('mine', at, 'first\n\nsecond\n');
    await one.tail('mine', 1);
    two.append('mine', at, 'third');
    two.append('other', at, 'elsewhere');
    await two.tail('mine', 1);
    const time = '2026-01-01T12:00:00.000Z';
    expect(await one.tail('mine', 10)).toEqual([`${time} first`, `${time} second`, `${time} third`]);
    expect(await one.tail('mine', 2)).toEqual([`${time} second`, `${time} third`]);
    expect((await stat(join(folder, 'mine.log'))).mode & 0o777).toBe(0o600);
    await one.remove('mine');
    expect(await two.tail('mine', 10)).toEqual([]);
    expect(await two.tail('other', 10)).toHaveLength(1);
  });

  it('keep about the last MiB, and drop what exceeds the speed of writing', async () => {
    const logs = new FolderExtensionLogs(folder);
    for (let round = 0; round < 40; round += 1) {
      for (let line = 0; line < 100; line += 1) logs.append('loud', at, `${round} ${'x'.repeat(1_000)}`);
      await logs.tail('loud', 1);
    }
    for (let line = 0; line < 10_000; line += 1) logs.append('loud', at, 'x'.repeat(1_000));
    const kept = await logs.tail('loud', 100_000);
    const bytes = kept.join('\n').length;
    expect(bytes).toBeGreaterThan(400_000);
    expect(bytes).toBeLessThan(1_300_000);
    const files = (await readdir(folder)).filter((name) => name.startsWith('loud'));
    expect(files.length).toBeLessThanOrEqual(2);
  });

  it.each(['../up', 'a/b', '', '.hidden'])('have nothing of %j', async (slug) => {
    const logs = new FolderExtensionLogs(folder);
    logs.append(slug, at, 'x');
    expect(await logs.tail(slug, 10)).toEqual([]);
    await logs.remove(slug);
  });
});
