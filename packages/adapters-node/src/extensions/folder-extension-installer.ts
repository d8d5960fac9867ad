import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type ExtensionInstaller,
  type ExtensionManifest,
  manifestInvalid,
  manifestMismatch,
  type PlacedPackage,
  packageMismatch,
  type RequestedPackage,
} from '@backroom/core/extensions';
import type { ArchiveReader, OpenFile } from '@backroom/core/files';
import type { OutboundClient } from '@backroom/core/outbound';
import { fetchPackage } from './fetch-package.ts';
import { demandEntry, readFolderManifest } from './folder-manifest.ts';

/** Absolute paths of the folders of extensions. */
export interface InstallerFolders {
  readonly installed: string;
  /** Folders that are used without a signature. */
  readonly unsigned: readonly string[];
}

interface InstallerPorts {
  readonly outbound: OutboundClient;
  readonly archives: ArchiveReader;
}

const ownersFolder = 0o700;
const INCOMING = '.incoming-';
const REMOVED = '.removed-';
/** Slug, version and six characters that make the name unique. */
const placedForm = /^[a-z0-9][a-z0-9_-]*-\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?-[0-9A-Za-z]{6}$/;

/** Keeps each installed package in a folder of its own, below one folder. */
export class FolderExtensionInstaller implements ExtensionInstaller {
  readonly #root: string;
  readonly #unsigned: readonly string[];
  readonly #ports: InstallerPorts;

  constructor({ installed, unsigned }: InstallerFolders, ports: InstallerPorts) {
    this.#root = installed;
    this.#unsigned = unsigned;
    this.#ports = ports;
  }

  async place(requested: RequestedPackage): Promise<PlacedPackage> {
    const { slug, version, file } = requested;
    const work = await this.#workFolder(INCOMING);
    try {
      const archive = await this.#fetch(requested, work);
      const unpacked = join(work, 'files');
      await this.#ports.archives.unpack(archive, unpacked);
      const { manifest } = await readFolderManifest(unpacked);
      demandExpected(manifest, requested);
      await demandEntry(unpacked, manifest);
      const folder = `${slug}-${version}-${basename(work).slice(INCOMING.length)}`;
      await rename(unpacked, join(this.#root, folder));
      return { folder, manifest, sha256: file.sha256 };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  async open(requested: RequestedPackage): Promise<OpenFile> {
    const work = await this.#workFolder(INCOMING);
    const close = () => rm(work, { recursive: true, force: true });
    try {
      const archive = await this.#fetch(requested, work);
      const { size, mtime } = await stat(archive);
      return { size, writtenAt: mtime, chunks: () => createReadStream(archive), close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  async findUnsigned(slug: string): Promise<PlacedPackage | undefined> {
    for (const folder of this.#unsigned) {
      const isNamed = basename(folder) === slug;
      const read = await readFolderManifest(folder).catch((error: unknown) => {
        if (isNamed) throw error;
        return undefined;
      });
      if (read?.manifest.slug === slug) {
        await demandEntry(folder, read.manifest);
        return { folder, ...read };
      }
    }
    return undefined;
  }

  async read(folder: string): Promise<PlacedPackage> {
    if (!placedForm.test(folder)) throw manifestInvalid('the folder is no installed package');
    return { folder, ...(await readFolderManifest(join(this.#root, folder))) };
  }

  isUnsigned(folder: string): boolean {
    return this.#unsigned.includes(folder);
  }

  async remove(folder: string): Promise<void> {
    if (!placedForm.test(folder)) return;
    const work = await this.#workFolder(REMOVED);
    try {
      await rename(join(this.#root, folder), join(work, folder)).catch(unlessMissing);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  async sweep(used: ReadonlySet<string>, before: Date): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.#root).catch(nothingThere)) {
      const isUnfinished = name.startsWith(INCOMING) || name.startsWith(REMOVED);
      if (!isUnfinished && (!placedForm.test(name) || used.has(name))) continue;
      const found = await stat(join(this.#root, name)).catch(() => undefined);
      if (found === undefined || found.mtime >= before) continue;
      if (isUnfinished) await rm(join(this.#root, name), { recursive: true, force: true });
      else await this.remove(name);
      removed += 1;
    }
    return removed;
  }

  /** Fetches a package into a folder, and returns its path. */
  async #fetch({ file }: RequestedPackage, work: string): Promise<string> {
    const archive = join(work, 'package');
    const fetched = await fetchPackage(this.#ports.outbound, file, archive);
    if (fetched.size !== file.size || fetched.sha256 !== file.sha256) throw packageMismatch();
    return archive;
  }

  async #workFolder(prefix: string): Promise<string> {
    await mkdir(this.#root, { recursive: true, mode: ownersFolder });
    return mkdtemp(join(this.#root, prefix));
  }
}

/**
 * Compares a manifest with the catalogue.
 * @throws DomainError `extension_manifest_mismatch`
 */
function demandExpected(manifest: ExtensionManifest, { slug, version }: RequestedPackage): void {
  const expected = { slug, version, kind: 'plugin' } as const;
  for (const member of ['slug', 'version', 'kind'] as const)
    if (manifest[member] !== expected[member]) throw manifestMismatch(member, manifest[member], expected[member]);
}

function unlessMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

function nothingThere(error: unknown): readonly string[] {
  unlessMissing(error);
  return [];
}
