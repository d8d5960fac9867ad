import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CATALOGUE_BYTES,
  catalogueTooLarge,
  catalogueUnavailable,
  type ExtensionCatalog,
  type FetchedCatalogue,
} from '@backroom/core/marketplace';

/** The extension catalogue as a file; its entity tag is made of time and size. */
export class FileExtensionCatalog implements ExtensionCatalog {
  readonly address: string;
  readonly #path: string;

  constructor(path: string) {
    this.#path = resolve(path);
    this.address = pathToFileURL(this.#path).href;
  }

  async fetch(etag: string | null): Promise<FetchedCatalogue> {
    const found = await stat(this.#path).catch((cause: unknown) => {
      throw catalogueUnavailable(`the file cannot be read: ${codeOf(cause)}`, cause);
    });
    // A pipe or a device would block, or never end.
    if (!found.isFile()) throw catalogueUnavailable('the path names no file');
    const current = `"${found.mtimeMs}-${found.size}-${found.ino}"`;
    if (current === etag) return { kind: 'unchanged' };
    return { kind: 'changed', text: await readLimited(this.#path), etag: current };
  }
}

/** Reads at most one byte more than permitted, also from a file that grows. */
async function readLimited(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const buffer = Buffer.alloc(CATALOGUE_BYTES + 1);
    let length = 0;
    while (length < buffer.byteLength) {
      const { bytesRead } = await file.read(buffer, length, buffer.byteLength - length);
      if (bytesRead === 0) return new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, length));
      length += bytesRead;
    }
  } catch (cause) {
    throw catalogueUnavailable(`the file cannot be read: ${codeOf(cause)}`, cause);
  }
  throw catalogueTooLarge(CATALOGUE_BYTES);
}

const codeOf = (cause: unknown): string => (cause as { readonly code?: string }).code ?? 'unknown';
