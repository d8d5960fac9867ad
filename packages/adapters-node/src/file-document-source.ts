import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DocumentRules, DocumentSource, FetchedDocument } from '@backroom/core/outbound';

/** A document of the operator as a file; its entity tag is made of time and size. */
export class FileDocumentSource implements DocumentSource {
  readonly address: string;
  readonly #path: string;
  readonly #rules: DocumentRules;

  constructor(path: string, rules: DocumentRules) {
    this.#path = resolve(path);
    this.#rules = rules;
    this.address = pathToFileURL(this.#path).href;
  }

  async fetch(etag: string | null): Promise<FetchedDocument> {
    const found = await stat(this.#path).catch((cause: unknown) => {
      throw this.#unreadable(cause);
    });
    // A pipe or a device would block, or never end.
    if (!found.isFile()) throw this.#rules.unavailable('the path names no file');
    const current = `"${found.mtimeMs}-${found.size}-${found.ino}"`;
    if (current === etag) return { kind: 'unchanged' };
    return { kind: 'changed', text: await this.#readLimited(), etag: current };
  }

  /** Reads at most one byte more than permitted, also from a file that grows. */
  async #readLimited(): Promise<string> {
    const { maxBytes, tooLarge } = this.#rules;
    try {
      await using file = await open(this.#path);
      const buffer = Buffer.alloc(maxBytes + 1);
      let length = 0;
      while (length < buffer.byteLength) {
        const { bytesRead } = await file.read(buffer, length, buffer.byteLength - length);
        if (bytesRead === 0) return new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, length));
        length += bytesRead;
      }
    } catch (cause) {
      throw this.#unreadable(cause);
    }
    throw tooLarge(maxBytes);
  }

  #unreadable(cause: unknown) {
    const { code = 'unknown' } = cause as { readonly code?: string };
    return this.#rules.unavailable(`the file cannot be read: ${code}`, cause);
  }
}
