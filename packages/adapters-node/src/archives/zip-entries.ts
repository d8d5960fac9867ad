import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { SourceEntry } from './archive-source.ts';

/** Bits of Unix modes in the external attributes. */
const TYPE_MASK = 0o170_000;
const REGULAR = 0o100_000;
const FOLDER = 0o040_000;

/** The entries of a zip, from its central directory. */
export async function* zipEntries(path: string): AsyncGenerator<SourceEntry> {
  // Names are checked by the rules of all archives, so they come as bytes.
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      yield { name, kind: kindOf(entry, name), content: () => contentOf(zip, entry) };
    }
  } finally {
    zip.close();
  }
}

function nameOf({ fileName }: Entry): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fileName as unknown as Buffer);
  } catch {
    return undefined;
  }
}

function kindOf({ externalFileAttributes, uncompressedSize }: Entry, name: string | undefined): SourceEntry['kind'] {
  const type = (externalFileAttributes >>> 16) & TYPE_MASK;
  const isNamedFolder = name?.endsWith('/') === true;
  if (type === FOLDER || (type === 0 && isNamedFolder))
    return isNamedFolder && uncompressedSize === 0 ? 'folder' : 'other';
  return (type === REGULAR || type === 0) && !isNamedFolder ? 'file' : 'other';
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let sum = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    sum = crc32(chunk as Buffer, sum);
    yield chunk as Buffer;
  }
  if (sum !== entry.crc32) throw new Error('the checksum of an entry does not fit');
}
