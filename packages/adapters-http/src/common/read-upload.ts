import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { DomainError } from '@backroom/core';
import { LARGEST_UPLOAD, type Upload } from '@backroom/core/interface';
import busboy from 'busboy';

const inflaters = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** The file that a request is, or that it brings in a form; its bytes are read when they are asked for. */
export function readUpload(request: IncomingMessage, isForm: boolean, heard: (chunk: Uint8Array) => void): Upload {
  return { chunks: hearing(request, isForm ? fileOf : inflated, heard) };
}

/** The bytes as they come; what nobody wants any more is let through, so that the connection can be used again. */
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

/** The bytes without their compression. The request itself is never destroyed: its answer is still to be sent. */
function inflated(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  const known = Object.hasOwn(inflaters, encoding) ? inflaters[encoding as keyof typeof inflaters] : undefined;
  const bytes: Transform = known ? known() : new PassThrough();
  request.pipe(bytes);
  request.once('close', () => {
    if (!request.complete) bytes.destroy(new Error('The connection broke.'));
  });
  return bytes;
}

/** Bytes of a form beside its file: names, boundaries and other fields. */
const FRAMING = 64 * 1024;

/** Passes bytes on, and fails with `payload_too_large` as soon as there are more than a form with the largest file has. */
function limited(): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      length += chunk.length;
      if (length > LARGEST_UPLOAD + FRAMING) done(uploadTooLarge());
      else done(null, chunk);
    },
  });
}

const uploadTooLarge = (): DomainError =>
  new DomainError('too-large', 'payload_too_large', 'The form is larger than its file may be: 10 MiB.');

/**
 * The first file of a form, whatever its field is called. Its bytes end only when the whole form has ended well, so that
 * nothing is done with the file of a form that is too large.
 */
async function* fileOf(request: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  const { file, ended } = await openForm(request);
  try {
    yield* file;
  } catch (cause) {
    // The file fails because the form does.
    await ended;
    throw cause;
  }
  await ended;
}

interface OpenForm {
  readonly file: Readable;
  /** Rejects with the reason where the form is broken or too large. */
  readonly ended: Promise<void>;
}

async function openForm(request: IncomingMessage): Promise<OpenForm> {
  const form = busboy({ headers: request.headers, limits: { files: 1, fields: 20, fieldSize: 1_000, parts: 25 } });
  const found = new Promise<Readable>((resolve) => {
    form.on('file', (_, file) => {
      // Until the file is read, its failure is that of the form.
      file.on('error', () => {});
      resolve(file);
    });
  });
  // A failure ends the inflater with the rest of the pipeline: nothing more is inflated.
  const ended = pipeline(inflated(request), limited(), form).catch((cause: unknown) => {
    throw cause instanceof DomainError ? cause : unreadable(cause);
  });
  ended.catch(() => {});
  const file = await Promise.race([found, ended]);
  if (file) return { file, ended };
  throw new DomainError('invalid', 'body_required', 'The form needs a file.');
}
