import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Origin } from '@backroom/core';
import type { BodyKind, RequestBody, RestRequest, Upload } from '@backroom/core/interface';
import type { Context } from 'koa';
import type { ClientReader } from './client-address.ts';
import { KoaRequest } from './koa-request.ts';
import { paced } from './pacing.ts';
import { parseForm, parseJson } from './parse-body.ts';
import { readBody } from './read-body.ts';
import { readUpload } from './read-upload.ts';
import { requestIdOf } from './request-id.ts';

/** Mount point of an entry, and the reader of client addresses. */
export interface Mount {
  /** Empty at the root. */
  readonly prefix: string;
  readonly clientOf: ClientReader;
}

/** Reads a request below the mount's prefix; undefined if it is outside. */
export function readRequest(context: Context, { prefix, clientOf }: Mount): KoaRestRequest | undefined {
  const { path, search } = targetOf(context.req.url ?? '/');
  if (prefix !== '' && path !== prefix && !path.startsWith(`${prefix}/`)) return undefined;
  return new KoaRestRequest(context, {
    path: path.slice(prefix.length) || '/',
    prefix: outerPrefix(context) + prefix,
    search,
    origin: originOf(context.req, clientOf),
  });
}

export function originOf(request: IncomingMessage, clientOf: ClientReader): Origin {
  const { headers } = request;
  const agent = headers['user-agent'];
  const { address: ip, isSecure } = clientOf(request);
  return {
    requestId: requestIdOf(headers['x-request-id'] as string | undefined),
    ...(ip !== undefined && { ip }),
    ...(isSecure && { isSecure }),
    ...(agent !== undefined && { userAgent: escapeControls(agent).slice(0, 256) }),
  };
}

interface RequestTarget {
  readonly path: string;
  readonly prefix: string;
  readonly search: string;
  readonly origin: Origin;
}

/** State of a Koa request whose upload is observed. */
export interface UploadState {
  observe?: (upload: Upload) => Upload;
}

/** Adapts a Koa request to the core's interface. The body is read on demand. */
export class KoaRestRequest extends KoaRequest implements RestRequest {
  readonly path: string;
  readonly prefix: string;
  /** False if the percent-encoding of the path is malformed; the path is then as sent. */
  readonly isPathReadable: boolean;
  readonly #search: string;
  #query: RestRequest['query'] | undefined;
  #raw: Buffer | undefined;
  /** Digest of an uploaded file, up to the bytes read so far. */
  #digest: Hash | undefined;

  constructor(context: Context, { path, prefix, search, origin }: RequestTarget) {
    super(context, origin);
    const decoded = decodePath(path);
    this.path = decoded ?? path;
    this.isPathReadable = decoded !== undefined;
    this.prefix = prefix;
    this.#search = search;
  }

  get query(): RestRequest['query'] {
    this.#query ??= this.#search === '' ? [] : [...new URLSearchParams(this.#search)];
    return this.#query;
  }

  async body(accepts: readonly BodyKind[]): Promise<RequestBody> {
    const read = await readBody(this.context, accepts);
    if (!read) return { kind: 'none' };
    if (read.bytes === undefined) {
      const digest = createHash('sha256');
      this.#digest = digest;
      const upload = readUpload(this.context.req, read.kind === 'multipart', (chunk) => void digest.update(chunk));
      const { observe = (same: Upload): Upload => same } = this.context.state as UploadState;
      return { kind: 'upload', upload: observe(upload) };
    }
    this.#raw = read.bytes;
    const value = await paced(read.kind === 'json' ? parseJson(read.bytes) : parseForm(read.bytes));
    return { kind: read.kind, value };
  }

  fingerprint(): string {
    const hash = createHash('sha256').update(JSON.stringify([this.method, this.path, this.query]));
    if (this.#digest) return hash.update(this.#digest.copy().digest()).digest('hex');
    return (this.#raw ? hash.update(this.#raw) : hash).digest('hex');
  }
}

const origins = /^https?:\/\/[^/?#]*/i;

/** Path and query of a request target, also in absolute form (RFC 9112, 3.2.2) and of `*`, which counts as no path. */
export function targetOf(url: string): { readonly path: string; readonly search: string } {
  const local = url.startsWith('/') ? url : url.replace(origins, '').replace(/^\*/, '/*');
  const mark = local.indexOf('?');
  return mark < 0 ? { path: local, search: '' } : { path: local.slice(0, mark), search: local.slice(mark + 1) };
}

/** The prefix that a host program has removed from the path. */
function outerPrefix({ originalUrl, req: { url = '' } }: Context): string {
  return originalUrl !== url && originalUrl.endsWith(url) ? originalUrl.slice(0, -url.length) : '';
}

const encodedSlash = /%2f/gi;

/** Percent-decodes a path except slashes, which would create segments; undefined if the encoding is malformed. */
function decodePath(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path.replace(encodedSlash, '%252F'));
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters.
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

const escapeControls = (text: string): string =>
  text.replace(controls, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
