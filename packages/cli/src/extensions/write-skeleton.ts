import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { skeletonOf } from './skeleton.ts';

/** The written files, relative to the folder. */
export interface WrittenSkeleton {
  readonly folder: string;
  readonly files: readonly string[];
}

/**
 * Writes a new extension into a folder, which must be empty or missing.
 * @throws Error with the reason
 */
export async function writeSkeleton(slug: string, path: string): Promise<WrittenSkeleton> {
  const folder = resolve(path);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error('the folder is not empty');
  const files = skeletonOf(slug);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text, { flag: 'wx' });
  }
  return { folder, files: Object.keys(files) };
}
