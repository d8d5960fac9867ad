import type { IncomingHttpHeaders } from 'node:http';
import { DomainError } from '@backroom/core';
import type { BodyKind } from '@backroom/core/interface';
import type { Context } from 'koa';
import bodyParser from 'koa-bodyparser';

/** Decompressed bytes of a body and their format; a file is not read yet. */
export type ReadBody =
  | { readonly kind: 'json' | 'form'; readonly bytes: Buffer }
  | { readonly kind: 'csv' | 'multipart'; readonly bytes?: undefined };

/** Maximum size of a body after decompression, unless the caller has a smaller limit: 1 MiB. */
export const LARGEST_BODY = 1_048_576;
// All media types count as text without a character set, so that the bytes are returned as sent and parsed by this package.
// The published types omit `encoding`.
const options = { enableTypes: ['text'], extendTypes: { text: ['*/*'] }, encoding: null };
type ByteReader = (context: Context, next: () => Promise<void>) => Promise<void>;
const readers = new Map<number, ByteReader>();
function readerFor(most: number): ByteReader {
  const reader = readers.get(most) ?? bodyParser({ ...options, textLimit: String(most) });
  readers.set(most, reader);
  return reader;
}

const nothingMore = async (): Promise<void> => {};

/**
 * Reads the body of a request, at most 1 MiB after decompression; undefined if there is none.
 * @throws DomainError `unsupported_media_type`, `payload_too_large`, `malformed_json`
 */
export async function readBody(context: Context, accepts: readonly BodyKind[]): Promise<ReadBody | undefined> {
  const { headers } = context.req;
  if (!hasBody(headers)) return undefined;
  const kind = kindOf(headers['content-type'] ?? '');
  if (kind === undefined || !accepts.includes(kind))
    throw unsupported('The body has a media type that is not understood here.');
  if (!inflatable.has(headers['content-encoding'] ?? 'identity'))
    throw unsupported('The body is compressed in an unknown way.');
  if (kind === 'csv' || kind === 'multipart') return { kind };
  const bytes = await bytesOf(context);
  return bytes.length === 0 ? undefined : { kind, bytes };
}

/** Whether the headers announce a body that is not empty. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;

const inflatable = new Set(['identity', 'gzip', 'deflate', 'br']);
const mediaType = /^([!#$%&'*+.^_`|~0-9a-z-]+)\/([!#$%&'*+.^_`|~0-9a-z-]+)[\t ]*(?:;(.*))?$/i;
const charset = /(?:^|;)[\t ]*charset[\t ]*=[\t ]*"?([^";\t ]*)"?/i;

function kindOf(contentType: string): ReadBody['kind'] | undefined {
  if (contentType === 'application/json') return 'json';
  const [, type = '', subtype = '', parameters = ''] = mediaType.exec(contentType.toLowerCase()) ?? [];
  if (!['utf-8', 'utf8'].includes(charset.exec(parameters)?.[1] ?? 'utf-8')) return undefined;
  if (type === 'text' && subtype === 'csv') return 'csv';
  if (type === 'multipart' && subtype === 'form-data') return 'multipart';
  if (type !== 'application') return undefined;
  if (subtype === 'json' || subtype.endsWith('+json')) return 'json';
  return subtype === 'x-www-form-urlencoded' ? 'form' : undefined;
}

/**
 * Reads the decompressed bytes of a body of any media type.
 * @throws DomainError `payload_too_large` for more than `most` bytes
 */
export async function bytesOf(context: Context, most: number = LARGEST_BODY): Promise<Buffer> {
  const { req, request } = context;
  if (request.body !== undefined) return withinLimit(bytesReadByHost(request.rawBody), most);
  try {
    await readWhole(context, readerFor(most));
  } catch (cause) {
    // The rest is drained unread, so that the connection can be reused.
    req.unpipe();
    req.resume();
    if (isTooLarge(cause)) throw tooLarge(most, cause);
    throw new DomainError('malformed', 'malformed_json', 'The body could not be read to its end.', {}, cause);
  }
  if (!Buffer.isBuffer(request.rawBody)) throw unsupported('The media type of the body is not valid.');
  return request.rawBody;
}

function withinLimit(bytes: Buffer, most: number): Buffer {
  if (bytes.length > most) throw tooLarge(most);
  return bytes;
}

function tooLarge(most: number, cause?: unknown): DomainError {
  const size = most < LARGEST_BODY ? `${most / 1_024} KiB` : '1 MiB';
  return new DomainError('too-large', 'payload_too_large', `The body is larger than ${size}.`, {}, cause);
}

/** Body already read by a parser of the host program, which keeps the raw text. */
function bytesReadByHost(rawBody: unknown): Buffer {
  if (Buffer.isBuffer(rawBody)) return rawBody;
  if (typeof rawBody === 'string') return Buffer.from(rawBody);
  throw new Error('The body was already parsed and its text not kept: mount the inventory before the body parser.');
}

/** Rejects if the connection is closed mid-body; a decompressing stream would wait forever. */
const readWhole = (context: Context, reader: ByteReader): Promise<void> =>
  new Promise((resolve, reject) => {
    const { req } = context;
    req.once('close', () => {
      if (!req.complete) reject(new Error('The connection broke.'));
    });
    reader(context, nothingMore).then(resolve, reject);
  });

const isTooLarge = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'type' in cause && cause.type === 'entity.too.large';

const unsupported = (message: string): DomainError =>
  new DomainError('unsupported-media', 'unsupported_media_type', message);
