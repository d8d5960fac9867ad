import type { FileStore } from '../../files/index.ts';
import type { AllKeys, Key } from '../engine/row-keys.ts';

/** Keys per write. */
const BLOCK = 10_000;

/** Writes keys to a file, one JSON value per line. */
export async function writeKeys(files: FileStore, name: string, keys: AllKeys): Promise<void> {
  let size = await files.write(name, 0, '');
  for (let from = 0; from < keys.count; from += BLOCK) {
    const count = Math.min(BLOCK, keys.count - from);
    const lines = Array.from({ length: count }, (_, index) => `${JSON.stringify(keys.at(from + index))}\n`);
    size = await files.write(name, size, lines.join(''));
  }
}

/** Reads up to `most` keys from a byte offset; returns them and the end offset. */
export async function readKeys(
  files: FileStore,
  name: string,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<{ readonly keys: readonly Key[]; readonly end: number }> {
  const { lines, end } = await files.lines(name, from, most);
  return { keys: lines.map((line) => JSON.parse(line) as Key), end };
}
