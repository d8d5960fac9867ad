import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileLines, type FileStats, type FileStore, isFileName, type OpenFile } from '@backroom/core/files';

const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } = constants;
const ownerOnly = 0o600;
const ownersFolder = 0o700;
/** Bytes per read. */
const CHUNK = 65_536;
const LINE_END = 10;

/** Files in one folder, which is created on the first write. Symbolic links are never followed and count as missing. */
export class FolderFiles implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(name: string, at: number, content: string | Uint8Array): Promise<number> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const path = this.#pathOf(name);
    if (at === 0) await mkdir(this.#folder, { recursive: true, mode: ownersFolder });
    const file = await opened(path, O_RDWR | (at === 0 ? O_CREAT : 0));
    if (!file) throw new RangeError('There is no such file.');
    try {
      if ((await file.stat()).size < at) throw new RangeError('The file is shorter than what is to stay of it.');
      await file.truncate(at);
      await writeAll(file, bytes, at);
      await file.sync();
    } finally {
      await file.close();
    }
    if (at === 0) await this.#flush();
    return at + bytes.byteLength;
  }

  async look(name: string): Promise<FileStats | undefined> {
    if (!isFileName(name)) return undefined;
    const found = await lstat(join(this.#folder, name)).catch(nothing);
    return found?.isFile() ? { size: found.size, writtenAt: found.mtime } : undefined;
  }

  async lines(name: string, from: number, most: number): Promise<FileLines> {
    const lines: string[] = [];
    let end = from;
    const file = isFileName(name) ? await opened(join(this.#folder, name), O_RDONLY) : undefined;
    try {
      while (file && lines.length < most) {
        const found = linesIn(await readChunk(file, end, CHUNK), most - lines.length);
        if (found.end === 0) break;
        lines.push(...found.lines);
        end += found.end;
      }
    } finally {
      await file?.close();
    }
    return { lines, end };
  }

  async open(name: string): Promise<OpenFile | undefined> {
    const file = isFileName(name) ? await opened(join(this.#folder, name), O_RDONLY) : undefined;
    if (!file) return undefined;
    const { size, mtime } = await file.stat();
    return {
      size,
      writtenAt: mtime,
      async *chunks() {
        for (let at = 0; at < size; at += CHUNK) yield await readChunk(file, at, Math.min(CHUNK, size - at));
      },
      close: () => file.close(),
    };
  }

  async copy(from: string, to: string, length: number): Promise<void> {
    const source = await opened(this.#pathOf(from), O_RDONLY);
    if (!source) throw new RangeError('There is no such file.');
    try {
      if ((await source.stat()).size < length) throw new RangeError('The file is shorter than what is to be copied.');
      await this.write(to, 0, '');
      for (let at = 0; at < length; at += CHUNK * 16)
        await this.write(to, at, await readChunk(source, at, Math.min(CHUNK * 16, length - at)));
    } finally {
      await source.close();
    }
  }

  async rename(from: string, to: string): Promise<void> {
    const path = this.#pathOf(from);
    const target = this.#pathOf(to);
    if (!(await this.look(from))) throw new RangeError('There is no such file.');
    await rename(path, target);
    await this.#flush();
  }

  async remove(name: string): Promise<void> {
    if (isFileName(name)) await unlink(join(this.#folder, name)).catch(nothing);
  }

  async removeOlder(before: Date, prefix = ''): Promise<number> {
    let removed = 0;
    for (const name of (await readdir(this.#folder).catch(nothing)) ?? []) {
      const found = name.startsWith(prefix) ? await this.look(name) : undefined;
      if (!found || found.writtenAt >= before) continue;
      await this.remove(name);
      removed += 1;
    }
    return removed;
  }

  #pathOf(name: string): string {
    if (!isFileName(name)) throw new RangeError('That is no name of a file.');
    return join(this.#folder, name);
  }

  /** Makes names durable: they are part of the folder. */
  async #flush(): Promise<void> {
    const folder = await open(this.#folder, O_RDONLY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}

/** Error codes of missing files and, with O_NOFOLLOW, of symbolic links. */
const absent: readonly (string | undefined)[] = ['ENOENT', 'ELOOP', 'EMLINK'];

function nothing(error: NodeJS.ErrnoException): undefined {
  if (!absent.includes(error.code)) throw error;
}

/** Opens a regular file; undefined for links, pipes, devices and folders. */
async function opened(path: string, flags: number): Promise<FileHandle | undefined> {
  const file = await open(path, flags | O_NOFOLLOW | O_NONBLOCK, ownerOnly).catch(nothing);
  if (!file) return undefined;
  const found = await file.stat();
  if (found.isFile()) return file;
  await file.close();
  return undefined;
}

async function readChunk(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** The complete lines at the start of these bytes, and the offset behind them. */
function linesIn(bytes: Buffer, most: number): FileLines {
  const lines: string[] = [];
  let end = 0;
  for (let at = bytes.indexOf(LINE_END); at >= 0 && lines.length < most; at = bytes.indexOf(LINE_END, end)) {
    lines.push(bytes.toString('utf8', end, at));
    end = at + 1;
  }
  return { lines, end };
}

async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  let written = 0;
  while (written < bytes.byteLength) {
    const { bytesWritten } = await file.write(bytes, written, bytes.byteLength - written, at + written);
    written += bytesWritten;
  }
}
