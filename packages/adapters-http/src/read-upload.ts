import type { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { DomainError } from '@backroom/core';
import type { Upload } from '@backroom/core/rest';
import busboy from 'busboy';

const inflaters = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** The file that a request is, or that it brings in a form; its bytes are read when they are asked for. */
export function readUpload(request: IncomingMessage, isForm: boolean, heard: (chunk: Uint8Array) => void): Upload {
  return { chunks: hearing(request, isForm ? fileOf : inflated, heard) };
}

/** The bytes as they come; what nobody wants any more is let through, so that the connection can be used again. */
async function* hearing(
  request: IncomingMessage,
  open: (request: IncomingMessage) => Readable | Promise<Readable>,
  heard: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (request.readableEnded) throw new Error('The body was already read: mount the inventory before the body parser.');
  try {
    for await (const chunk of await open(request)) {
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

/** The first file of a form, whatever its field is called. */
function fileOf(request: IncomingMessage): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const form = busboy({ headers: request.headers, limits: { files: 1, fields: 20, fieldSize: 1_000, parts: 25 } });
    let hasFile = false;
    form.on('file', (_, file) => {
      hasFile = true;
      // It may fail before anybody reads it; whoever reads it then hears of it.
      file.on('error', () => {});
      resolve(file);
    });
    form.on('close', () => {
      if (!hasFile) reject(new DomainError('invalid', 'body_required', 'The form needs a file.'));
    });
    pipeline(inflated(request), form, (cause) => {
      if (cause) reject(unreadable(cause));
    });
  });
}
