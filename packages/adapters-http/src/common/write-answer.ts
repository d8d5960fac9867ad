import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type LiveSource, OK, type RestRequest, type RestResponse, unlessFresh } from '@backroom/core/interface';
import type { Context } from 'koa';
import { EventStream } from '../events/event-stream.ts';
import { LongJson } from './long-json.ts';

/** A response whose body is not JSON. */
export interface RenderedPage extends Omit<RestResponse, 'body' | 'contentType' | 'chunks'> {
  /** A file is streamed with a known size and opened only when it is read. */
  readonly content: string | Buffer | FileContent;
  readonly contentType: string;
}

/** A file streamed as it is read. */
export interface FileContent {
  /** Bytes; undefined if unknown before the end. */
  readonly size: number | undefined;
  chunks(): AsyncIterable<Uint8Array>;
}

/** A response encoded for sending. */
export interface Prepared {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | Readable | undefined;
  /** Whether it is never compressed; by default, whether caches must not store it. */
  readonly hasSecrets?: boolean;
}

/** Encodes a response: its text and entity tag, or 304 if the client's cached copy is still valid. */
export function prepareAnswer(answer: RestResponse | RenderedPage, request: RestRequest): Prepared {
  const { status, contentType = 'application/json; charset=utf-8' } = answer;
  if ('chunks' in answer && answer.chunks)
    return {
      status,
      headers: { ...answer.headers, 'content-type': contentType },
      body: flowing(answer.chunks, request),
    };
  if ('live' in answer && answer.live)
    return liveAnswer({ status, headers: answer.headers, contentType, live: answer.live }, request);
  const content = 'content' in answer ? answer.content : undefined;
  if (isFile(content)) return fileAnswer({ ...answer, contentType, content }, request);
  const body = 'content' in answer ? content : answer.body === undefined ? undefined : JSON.stringify(answer.body);
  if (body === undefined) return { status, headers: answer.headers, body };
  const isReading = request.method === 'GET' || request.method === 'HEAD' || ('isRead' in answer && answer.isRead);
  const headers: Record<string, string> = { ...answer.headers, 'content-type': contentType };
  if (!isReading || status !== OK) return { status, headers, body };
  const etag = headers.etag ?? (mayBeKept(headers) ? digestOf(body) : undefined);
  if (etag === undefined) return { status, headers, body };
  headers.etag = etag;
  const fresh = unlessFresh({ status, headers, body }, request.header('if-none-match'));
  return { status: fresh.status, headers: fresh.headers, body: fresh.body === undefined ? undefined : body };
}

interface LiveAnswer extends Pick<RestResponse, 'status' | 'headers'> {
  readonly contentType: string;
  readonly live: LiveSource;
}

function liveAnswer({ status, headers, contentType, live }: LiveAnswer, request: RestRequest): Prepared {
  const stream = new EventStream(live, request.header('last-event-id'));
  if (request.method === 'HEAD') stream.destroy();
  const body = request.method === 'HEAD' ? Readable.from([]) : stream;
  return { status, headers: { ...headers, 'content-type': contentType }, body };
}

const isFile = (content: RenderedPage['content'] | undefined): content is FileContent =>
  typeof content === 'object' && !Buffer.isBuffer(content);

interface FilePage extends Omit<RenderedPage, 'content'> {
  readonly content: FileContent;
}

function fileAnswer({ status, headers, contentType, content }: FilePage, { method }: RestRequest): Prepared {
  const body = Readable.from(method === 'HEAD' ? [] : content.chunks(), { highWaterMark: 2 });
  return {
    status,
    headers: {
      ...headers,
      'content-type': contentType,
      ...(content.size !== undefined && { 'content-length': String(content.size) }),
    },
    body,
  };
}

/** Sends a prepared response with the common headers. */
export function writeAnswer(
  context: Context,
  { status, headers, body, hasSecrets = !mayBeKept(headers) }: Prepared,
  common: Readonly<Record<string, string>>,
): void {
  context.status = status;
  if (hasSecrets) context.compress = false;
  setHeaders(context, common);
  setHeaders(context, headers);
  if (body instanceof Readable && !(body instanceof LongJson)) context.vary('Accept');
  // Koa omits the body for HEAD, and the content headers if the status allows no body.
  context.body = body ?? '';
}

/** Leaves an answer to HEAD without a body and without a length. */
export function dropBody(context: Context): void {
  context.body = '';
  context.remove('content-length');
}

/** As `context.set`, whose conversions these values do not need. */
function setHeaders({ res }: Context, headers: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(headers)) res.setHeader(name, headers[name] ?? '');
}

/**
 * Sends a complete response directly, bypassing Koa: fast path for the most frequent requests.
 */
export function writeReady(context: Context, { status, headers, body }: Prepared, requestId: string): void {
  const { res, req } = context;
  context.respond = false;
  res.writeHead(status, { ...headers, 'x-request-id': requestId });
  if (body === undefined || req.method === 'HEAD') res.end();
  else res.end(body);
}

/** Streams chunks on demand; stops when the client disconnects. */
function flowing(chunks: AsyncIterable<string>, { method }: RestRequest): Readable {
  if (method !== 'HEAD') return Readable.from(chunks, { highWaterMark: 2 });
  void chunks[Symbol.asyncIterator]().return?.();
  return Readable.from([]);
}

const mayBeKept = (headers: RestResponse['headers']): boolean => !headers['cache-control']?.includes('no-store');

/** A strong entity tag derived from the content (RFC 9110, 8.8.3). */
export const digestOf = (content: string | Buffer): string => `"${hash('sha256', content, 'base64url').slice(0, 27)}"`;
