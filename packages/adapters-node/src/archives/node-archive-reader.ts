import { mkdir, open, rm } from 'node:fs/promises';
import { DomainError } from '@backroom/core';
import {
  ARCHIVE_LIMITS,
  ArchiveContents,
  type ArchiveFile,
  type ArchiveLimits,
  type ArchiveReader,
  archiveTooLarge,
  archiveUnreadable,
  type UnpackedArchive,
} from '@backroom/core/files';
import type { SourceEntry } from './archive-source.ts';
import { NewFolder } from './new-folder.ts';
import { tarEntries } from './tar-entries.ts';
import { zipEntries } from './zip-entries.ts';

/** Unpacks zip and tgz archives; inflates and writes in the threads of Node. */
export class NodeArchiveReader implements ArchiveReader {
  async unpack(archive: string, into: string, limits: Partial<ArchiveLimits> = {}): Promise<UnpackedArchive> {
    const all = { ...ARCHIVE_LIMITS, ...limits };
    const entries = await entriesOf(archive, all);
    await mkdir(into, { mode: 0o700 });
    try {
      return await unpackAll(entries, into, all);
    } catch (error) {
      await rm(into, { recursive: true, force: true });
      throw refusalOf(error);
    }
  }
}

/** Recognises the form by the first bytes. */
async function entriesOf(path: string, limits: ArchiveLimits): Promise<AsyncGenerator<SourceEntry>> {
  await using file = await open(path);
  const found = await file.stat();
  if (!found.isFile()) throw archiveUnreadable();
  if (found.size > limits.bytes) throw archiveTooLarge(limits.bytes);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
  if (buffer.readUInt16BE() === 0x1f_8b) return tarEntries(path, limits.unpackedBytes);
  if (buffer.toString('latin1', 0, 2) === 'PK') return zipEntries(path);
  throw archiveUnreadable();
}

async function unpackAll(
  entries: AsyncIterable<SourceEntry>,
  into: string,
  limits: ArchiveLimits,
): Promise<UnpackedArchive> {
  const contents = new ArchiveContents(limits.entries);
  const folder = new NewFolder(into, limits.unpackedBytes);
  const files: ArchiveFile[] = [];
  for await (const entry of entries) {
    const accepted = contents.accept(entry);
    if (accepted?.kind === 'folder') await folder.addFolder(accepted.path);
    if (accepted?.kind === 'file')
      files.push({ path: accepted.path, size: await folder.addFile(accepted.path, entry.content()) });
  }
  return { top: contents.demandTop(), files };
}

/** Error codes of the storage, unrelated to the archive. */
const storageCodes: readonly (string | undefined)[] = [
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOSPC',
  'EPERM',
  'EROFS',
];

function refusalOf(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof DomainError || storageCodes.includes(code) ? error : archiveUnreadable(error);
}
