import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DomainError } from '@backroom/core';
import { packageMismatch, packageUnavailable } from '@backroom/core/extensions';
import type { PackageFile } from '@backroom/core/marketplace';
import type { OutboundClient } from '@backroom/core/outbound';

const OK = 200;
const ownerOnly = 0o600;

/** What was fetched. */
interface Fetched {
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Fetches a package into a new file, at most as many bytes as the catalogue names.
 * @throws DomainError `extension_package_unavailable`, `extension_package_mismatch`
 */
export async function fetchPackage(outbound: OutboundClient, file: PackageFile, path: string): Promise<Fetched> {
  await using target = await open(path, 'wx', ownerOnly);
  return await (file.url.startsWith('file:') ? copied(file, target) : downloaded(outbound, file, target));
}

async function downloaded(outbound: OutboundClient, { url, size }: PackageFile, target: FileHandle): Promise<Fetched> {
  const request = { purpose: 'extension package', url, requiresTls: true, maxBytes: size };
  const answer = await outbound
    .download(request, { write: (bytes) => writeAll(target, bytes) })
    .catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      throw packageUnavailable(error.code, error);
    });
  if (answer.status !== OK) throw packageUnavailable(`the source answered ${answer.status}`);
  return { size: answer.bytes, sha256: answer.sha256 };
}

async function copied({ url, size }: PackageFile, target: FileHandle): Promise<Fetched> {
  const hash = createHash('sha256');
  try {
    const source = fileURLToPath(url);
    const found = await stat(source);
    if (!found.isFile()) throw packageUnavailable('the path names no file');
    if (found.size !== size) throw packageMismatch();
    for await (const chunk of createReadStream(source, { end: size - 1 })) {
      hash.update(chunk as Buffer);
      await writeAll(target, chunk as Buffer);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof DomainError || !unreadable.includes(code ?? '')) throw error;
    throw packageUnavailable(`the file cannot be read: ${code}`, error);
  }
  return { size: (await target.stat()).size, sha256: hash.digest('hex') };
}

/** Codes of a source that cannot be read; others are faults of the storage. */
const unreadable = ['ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_FILE_URL_PATH'];

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.byteLength - written);
    written += bytesWritten;
  }
}
