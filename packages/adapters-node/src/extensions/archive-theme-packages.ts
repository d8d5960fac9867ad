import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '@backroom/core';
import type { CataloguePackage } from '@backroom/core/commerce';
import { ARCHIVE_LIMITS, type ArchiveReader, archiveTooLarge, type UnpackedArchive } from '@backroom/core/files';
import type { OutboundClient } from '@backroom/core/outbound';
import {
  MANIFEST_BYTES,
  STYLE_BYTES,
  type ThemePackage,
  type ThemePackages,
  themeManifestInvalid,
  themePackageMismatch,
  themePackageUnavailable,
  themeStyleInvalid,
} from '@backroom/core/themes';
import { fetchPackage } from './fetch-package.ts';

interface ThemeArchivePorts {
  readonly outbound: OutboundClient;
  readonly archives: ArchiveReader;
}

const ownerOnly = 0o600;

/** Unpacks theme packages into temporary folders. */
export class ArchiveThemePackages implements ThemePackages {
  readonly #ports: ThemeArchivePorts;

  constructor(ports: ThemeArchivePorts) {
    this.#ports = ports;
  }

  unpack(content: AsyncIterable<Uint8Array>): Promise<ThemePackage> {
    return readThemePackage(this.#ports.archives, content);
  }

  fetch(file: CataloguePackage): Promise<ThemePackage> {
    const { outbound, archives } = this.#ports;
    return inTemporaryFolder(archives, async (path) => {
      const { size, sha256 } = await fetchPackage(outbound, file, path).catch(inWordsOfThemes);
      if (size !== file.size || sha256 !== file.sha256) throw themePackageMismatch();
      return sha256;
    });
  }
}

/**
 * Unpacks an archive into a temporary folder, and reads the two files that count.
 * @throws DomainError as `ThemePackages.unpack`
 */
export const readThemePackage = (archives: ArchiveReader, content: AsyncIterable<Uint8Array>): Promise<ThemePackage> =>
  inTemporaryFolder(archives, (path) => save(content, path));

/** Reads a package that is written to a path; the writer returns its digest. */
async function inTemporaryFolder(
  archives: ArchiveReader,
  write: (path: string) => Promise<string>,
): Promise<ThemePackage> {
  const folder = await mkdtemp(join(tmpdir(), 'backroom-theme-'));
  try {
    const archive = join(folder, 'package');
    const sha256 = await write(archive);
    const files = join(folder, 'files');
    const unpacked = await archives.unpack(archive, files);
    return {
      manifest: await textOf(unpacked, files, {
        name: 'theme.json',
        most: MANIFEST_BYTES,
        refuse: themeManifestInvalid,
      }),
      style: await textOf(unpacked, files, { name: 'theme.css', most: STYLE_BYTES, refuse: themeStyleInvalid }),
      sha256,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface RequiredFile {
  readonly name: string;
  readonly most: number;
  readonly refuse: (message: string) => DomainError;
}

async function textOf(
  { files }: UnpackedArchive,
  folder: string,
  { name, most, refuse }: RequiredFile,
): Promise<string> {
  const found = files.find(({ path }) => path === name);
  if (!found) throw refuse(`the package has no ${name}`);
  if (found.size > most) throw refuse(`${name} has more than ${most} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(join(folder, name)));
  } catch (error) {
    throw error instanceof TypeError ? refuse(`${name} is not UTF-8`) : error;
  }
}

/** Writes content to a new file, and returns its digest. */
async function save(content: AsyncIterable<Uint8Array>, path: string): Promise<string> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    content,
    async function* counted(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        size += chunk.byteLength;
        if (size > ARCHIVE_LIMITS.bytes) throw archiveTooLarge(ARCHIVE_LIMITS.bytes);
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx', mode: ownerOnly }),
  );
  return hash.digest('hex');
}

function inWordsOfThemes(error: unknown): never {
  if (error instanceof DomainError && error.code === 'extension_package_unavailable')
    throw themePackageUnavailable(error);
  if (error instanceof DomainError && error.code === 'extension_package_mismatch') throw themePackageMismatch();
  throw error;
}
