import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '@backroom/core';
import busboy from 'busboy';
import { tooManyFields } from '../common/form-fields.ts';
import { invalidForm, type MultipartField } from '../common/multipart-fields.ts';
import { LARGEST_BODY } from '../common/read-body.ts';
import { inflated, limited } from '../common/read-upload.ts';

/** Maximum files of a form. */
const MOST_FILES = 10;
const ownerOnly = 0o600;

/** Limits of a form with files. */
export interface SpoolLimits {
  /** Maximum bytes of the form after decompression. */
  readonly bytes: number;
  readonly fields: number;
}

/** A form whose files are in a folder of its own until it is closed. */
export interface SpooledForm {
  readonly fields: readonly MultipartField[];
  /** SHA-256 digest of the body, in hexadecimal digits. */
  readonly digest: string;
  /** Removes the files. */
  close(): Promise<void>;
}

/**
 * Parses a multipart body of any size, and writes its files to disk as they arrive.
 * @throws DomainError `payload_too_large`, `rest_invalid_form`
 */
export async function spoolForm(request: IncomingMessage, limits: SpoolLimits): Promise<SpooledForm> {
  const folder = await mkdtemp(join(tmpdir(), 'backroom-form-'));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const form = new FormFiles(request, folder, limits);
    const hash = createHash('sha256');
    const hashed = new PassThrough().on('data', (chunk: Buffer) => void hash.update(chunk));
    await pipeline(inflated(request), limited(limits.bytes), hashed, form.parser);
    return { fields: await form.fields(), digest: hash.digest('hex'), close };
  } catch (cause) {
    await close();
    throw cause instanceof DomainError ? cause : invalidForm(cause);
  } finally {
    // The unread rest is drained, so that the connection can be reused.
    request.unpipe();
    request.resume();
  }
}

/** The fields of a form in the order received. */
class FormFiles {
  readonly parser: busboy.Busboy;
  readonly #folder: string;
  readonly #fields: MultipartField[] = [];
  readonly #written: Promise<void>[] = [];

  constructor({ headers }: IncomingMessage, folder: string, { fields }: SpoolLimits) {
    this.#folder = folder;
    const sizes = { fieldSize: LARGEST_BODY, fieldNameSize: LARGEST_BODY };
    this.parser = busboy({
      headers,
      defParamCharset: 'utf8',
      preservePath: true,
      limits: { ...sizes, fields, files: MOST_FILES },
    });
    this.parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) this.parser.destroy(invalidForm(new Error('a field is too long')));
      this.#fields.push([name, value]);
    });
    this.parser.on('file', (name, file, { filename, mimeType }) => {
      const saved = this.#save(name, file, { name: filename ?? '', type: mimeType });
      // A fault of the form is reported once, for the whole form.
      saved.catch(() => {});
      this.#written.push(saved);
    });
    for (const event of ['fieldsLimit', 'filesLimit'] as const)
      this.parser.on(event, () => this.parser.destroy(tooManyFields(event === 'fieldsLimit' ? fields : MOST_FILES)));
  }

  /** All fields, when their files have been written. */
  async fields(): Promise<readonly MultipartField[]> {
    await Promise.all(this.#written);
    return this.#fields;
  }

  async #save(name: string, file: Readable, about: { readonly name: string; readonly type: string }): Promise<void> {
    const place = this.#fields.push([name, '']) - 1;
    const path = join(this.#folder, String(place));
    const target = createWriteStream(path, { flags: 'wx', mode: ownerOnly });
    await pipeline(file, target);
    this.#fields[place] = [name, { ...about, size: target.bytesWritten, chunks: () => createReadStream(path) }];
  }
}
