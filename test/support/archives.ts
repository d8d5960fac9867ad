import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { Header, Pax } from 'tar';
import { ZipFile } from 'yazl';

/** An entry of an archive that a test writes, hostile ones too. */
export interface TestEntry {
  /** Folders end with `/`. */
  readonly name: string;
  readonly text?: string | Buffer;
  /** Of a zip: the bits of the Unix mode. */
  readonly mode?: number;
  /** Of a tar. */
  readonly type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'FIFO';
  readonly target?: string;
}

/** A zip. Names that its writer would refuse are written with others in their place, which are replaced in the bytes. */
export async function zipOf(entries: readonly TestEntry[], encoding: 'utf8' | 'latin1' = 'utf8'): Promise<Buffer> {
  const zip = new ZipFile();
  const places: [Buffer, Buffer][] = [];
  for (const [index, { name, text = '', mode }] of entries.entries()) {
    const bytes = Buffer.from(name, encoding);
    const place = isPlain.test(name) ? name : `@${index}@`.padEnd(bytes.byteLength, '_');
    if (place !== name) places.push([Buffer.from(place), bytes]);
    // A folder is written as an empty file, because the writer checks the names of folders.
    const folder = name.endsWith('/') ? { mode: 0o040_755 } : {};
    zip.addBuffer(Buffer.from(text), place, { mtime: new Date(0), ...folder, ...(mode === undefined ? {} : { mode }) });
  }
  zip.end();
  const bytes = await buffer(zip.outputStream as NodeJS.ReadableStream);
  for (const [place, name] of places) replaceAll(bytes, place, name);
  return bytes;
}

/** Names that the writer takes as they are. */
const isPlain = /^[a-z][\w/]*\w$/;

/** A tar with gzip. */
export function tgzOf(entries: readonly TestEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, text = '', type = name.endsWith('/') ? 'Directory' : 'File', target }) => {
    const content = Buffer.from(text);
    const header = new Header({ path: name, size: content.byteLength, type, mode: 0o777, mtime: new Date(0) });
    if (target !== undefined) header.linkpath = target;
    const head = Buffer.alloc(512);
    const needsPax = header.encode(head, 0);
    const pax = needsPax ? [new Pax({ path: name }).encode()] : [];
    return [...pax, head, content, Buffer.alloc((512 - (content.byteLength % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)]));
}

/** Writes an archive into a folder, and returns its path. */
export async function archiveIn(folder: string, name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

function replaceAll(bytes: Buffer, from: Buffer, to: Buffer): void {
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + from.byteLength)) to.copy(bytes, at);
}
