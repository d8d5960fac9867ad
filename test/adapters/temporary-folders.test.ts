import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeOldTemporaryFolders } from '../../packages/composition/src/schedules/temporary-folders.ts';

it('temporary folders of forms and themes are removed after an hour, and nothing else', async () => {
  const root = await mkdtemp(join(tmpdir(), 'backroom-temporary-'));
  const now = Date.now();
  const old = new Date(now - 3_700_000);
  for (const name of [
    'backroom-form-Ab12Cd',
    'backroom-theme-Ab12Cd',
    'backroom-form-fresh1',
    'backroom-pack-Ab12Cd',
    'form',
  ]) {
    await mkdir(join(root, name));
    await writeFile(join(root, name, 'package'), 'x');
    if (!name.includes('fresh')) await utimes(join(root, name), old, old);
  }
  expect(await removeOldTemporaryFolders(now, root)).toBe(2);
  expect((await readdir(root)).toSorted()).toEqual(['backroom-form-fresh1', 'backroom-pack-Ab12Cd', 'form']);
  await rm(root, { recursive: true });
});
