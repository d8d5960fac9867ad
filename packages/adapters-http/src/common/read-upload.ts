import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { DomainError } from '@backroom/core';
import { LARGEST_UPLOAD, type Upload } from '@backroom/core/interface';
import busboy from 'busboy';

const inflaters = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** The file in the body of a request or in its form; streamed on demand. */
export function readUpload(request: IncomingMessage, isForm: boolean, heard: (chunk: Uint8Array) => void): Upload {
  return { chunks: hearing(request, isForm ? fileOf : inflated, heard) };
}

/** Streams the bytes; the unread rest is drained, so that the connection can be reused. */
async function* hearing(
  request: IncomingMessage,
  open: (request: IncomingMessage) => AsyncIterable<Uint8Array>,
  heard: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (request.readableEnded) throw new Error('The body was already read: mount the inventory before the body parser.');
  try {
    for await (const chunk of open(request)) {
      heard(chunk);
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof DomainError ? cause : unreadable(cause);
  } finally {
    request.unpipe();
    request.resume();
  }
}

const unreadable = (cause: unknown): DomainError =>
  new DomainError('malformed', 'malformed_csv', 'The file could not be read to its end.', {}, cause);

/** Decompresses the body of a request. The request itself is never destroyed, because its response is still to be sent. */
export function inflated(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  const known = Object.hasOwn(inflaters, encoding) ? inflaters[encoding as keyof typeof inflaters] : undefined;
  const bytes: Transform = known ? known() : new PassThrough();
  request.pipe(bytes);
  request.once('close', () => {
    if (!request.complete) bytes.destroy(new Error('The connection broke.'));
  });
  return bytes;
}

/** Allowance for the bytes of a form besides its file: names, boundaries and other fields. */
const FRAMING = 64 * 1024;
const MEBIBYTE = 1_048_576;

/** Passes bytes on; fails with `payload_too_large` beyond the size of a form with one file of this size. */
export function limited(most: number): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      length += chunk.length;
      if (length > most + FRAMING) done(uploadTooLarge(most));
      else done(null, chunk);
    },
  });
}

const uploadTooLarge = (most: number): DomainError =>
  new DomainError('too-large', 'payload_too_large', `The form is larger than its file may be: ${most / MEBIBYTE} MiB.`);

/**
 * Streams the first file of a form, whatever its field name. Its bytes end only after the whole form has been parsed, so that
 * the file of a form that is too large is not processed.
 */
async function* fileOf(request: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  const { file, ended } = await openForm(request);
  try {
    yield* file;
  } catch (cause) {
    // The file fails because of the form.
    await ended;
    throw cause;
  }
  await ended;
}

interface OpenForm {
  readonly file: Readable;
  /** Rejects if the form is malformed or too large. */
  readonly ended: Promise<void>;
}

async function openForm(request: IncomingMessage): Promise<OpenForm> {
  const form = busboy({ headers: request.headers, limits: { files: 1, fields: 20, fieldSize: 1_000, parts: 25 } });
  const found = new Promise<Readable>((resolve) => {
    form.on('file', (_, file) => {
      // Until the file is read, its errors are reported for the form.
      file.on('error', () => {});
      resolve(file);
    });
  });
  // An error destroys the decompressor with the pipeline: nothing more is decompressed.
  const ended = pipeline(inflated(request), limited(LARGEST_UPLOAD), form).catch((cause: unknown) => {
    throw cause instanceof DomainError ? cause : unreadable(cause);
  });
  ended.catch(() => {});
  const file = await Promise.race([found, ended]);
  if (file) return { file, ended };
  throw new DomainError('invalid', 'body_required', 'The form needs a file.');
}
