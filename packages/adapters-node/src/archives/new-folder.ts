import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { archiveUnpackedTooLarge } from '@backroom/core/files';

const ownerOnly = 0o600;
const ownersFolder = 0o700;

/** The folder that an archive is unpacked into. Paths have passed the rules of `ArchiveContents`. */
export class NewFolder {
  readonly #root: string;
  readonly #limit: number;
  readonly #folders = new Set<string>();
  #bytes = 0;

  /** @param limit maximum bytes of all files together */
  constructor(root: string, limit: number) {
    this.#root = root;
    this.#limit = limit;
  }

  async addFolder(path: string): Promise<void> {
    if (this.#folders.has(path)) return;
    await mkdir(join(this.#root, path), { recursive: true, mode: ownersFolder });
    this.#folders.add(path);
  }

  /**
   * Writes a file and returns its size.
   * @throws DomainError `archive_unpacked_too_large`
   */
  async addFile(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    await this.addFolder(dirname(path));
    await using file = await open(join(this.#root, path), 'wx', ownerOnly);
    const before = this.#bytes;
    for await (const chunk of content) {
      this.#bytes += chunk.byteLength;
      if (this.#bytes > this.#limit) throw archiveUnpackedTooLarge(this.#limit);
      await writeAll(file, chunk);
    }
    return this.#bytes - before;
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.byteLength - written);
    written += bytesWritten;
  }
}
