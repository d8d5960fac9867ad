import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Statistics, StatisticsProvider } from '@backroom/core/connector';

const MEBIBYTE = 1_048_576;

/** Statistics of the host: platform, and the space that stored files use (MiB). */
export class HostStatistics implements StatisticsProvider {
  readonly #folder: string;

  constructor(filesFolder: string) {
    this.#folder = filesFolder;
  }

  async read(): Promise<Statistics> {
    const bytes = await sizeOf(this.#folder);
    return { platform: `${process.platform}-${process.arch}`, 'space-used': Math.round((bytes / MEBIBYTE) * 10) / 10 };
  }
}

/** Bytes of the files in a folder; a missing folder is empty, and files may vanish meanwhile. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let total = 0;
  for (const name of names) total += (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0;
  return total;
}
