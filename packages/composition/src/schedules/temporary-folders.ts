import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One hour (ms); no request takes as long. */
const LIFETIME = 3_600_000;
/** Folders of forms with files, and of theme packages. */
const ourFolder = /^backroom-(?:form|theme)-[A-Za-z0-9]{6}$/;

/** Removes temporary folders that killed processes have left, and returns their number. */
export async function removeOldTemporaryFolders(now: number, root = tmpdir()): Promise<number> {
  let removed = 0;
  for (const name of (await readdir(root)).filter((each) => ourFolder.test(each))) {
    const path = join(root, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isDirectory() || found.mtimeMs > now - LIFETIME) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
