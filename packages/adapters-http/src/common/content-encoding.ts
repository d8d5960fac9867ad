import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type ContentEncoding, taggedFor } from '@backroom/core/interface';
import type { Context, Middleware } from 'koa';
import compress from 'koa-compress';
import Negotiator from 'negotiator';
import { dropBody } from './write-answer.ts';

/** Encodings in which long-lived responses are cached. */
export type Encoding = ContentEncoding | 'identity';

/** Smallest first. */
const offered: readonly Encoding[] = ['br', 'gzip', 'identity'];

/**
 * The encoding that the client's `Accept-Encoding` prefers (RFC 9110, 12.5.3), of equal ones the smallest. `identity` also where the
 * client refuses every encoding.
 */
export function encodingFor(header: string | undefined): Encoding {
  if (header === undefined || header === '') return 'identity';
  const known = chosen.get(header);
  if (known) return known;
  const encoding = choose(header);
  if (chosen.size < most) chosen.set(header, encoding);
  return encoding;
}

/** Cache by header value: clients repeat the same few. */
const chosen = new Map<string, Encoding>();
const most = 100;

/** The order of encodings with equal weights, which the declarations of negotiator lack. */
interface EncodingNegotiator {
  encoding(available: string[], options: { readonly preferred: string[] }): string | undefined;
}

function choose(header: string): Encoding {
  const accepted: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const encoding = accepted.encoding([...offered], { preferred: [...offered] });
  return isNegotiated(encoding) ? encoding : 'identity';
}

const squeezeBrotli = promisify(brotliCompress);
const squeezeGzip = promisify(gzip);

/** Compresses a text in every encoding; done once per text, hence at the best quality. */
export async function encodeAll(text: string): Promise<Readonly<Record<Encoding, Buffer>>> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, gz] = await Promise.all([squeezeBrotli(identity, { params }), squeezeGzip(identity, { level: 9 })]);
  return { br, gzip: gz, identity };
}

/** Media types that are worth compressing; an event stream would arrive late. */
const isText = (type: string): boolean => type !== 'text/event-stream' && /^text\/|(?:json|xml|javascript)$/.test(type);

/** Gives HEAD the headers of GET; the length of a compressed answer is unknown before it is compressed. */
function announceEncoding(context: Context, encoding: ContentEncoding): void {
  dropBody(context);
  context.set('content-encoding', encoding);
}

const isNegotiated = (encoding: unknown): encoding is ContentEncoding => encoding === 'br' || encoding === 'gzip';

/** Bytes from which an answer is compressed. */
const COMPRESSED_FROM = 1024;

/** Of brotli, for answers that are compressed for each request. */
const QUICK_QUALITY = 4;

/**
 * Compresses answers from 1 KiB, and streams, by negotiation (RFC 9110, 12.5.3), with an entity tag for each encoding (8.8.3.3).
 * Answers with `compress` false are left alone: those with secrets, whose length would depend on what a stranger adds.
 */
export function compressAnswers(): Middleware {
  const compressing = compress({
    threshold: COMPRESSED_FROM,
    filter: isText,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_QUALITY } },
    zstd: false,
    deflate: false,
    wildcardAcceptEncoding: 'br',
  });
  const compressed = async (context: Context, encoding: ContentEncoding): Promise<void> => {
    const { response } = context;
    if (context.method === 'HEAD') announceEncoding(context, encoding);
    else await compressing(context, async () => undefined);
    const { etag, 'content-encoding': applied } = response.headers;
    if (typeof etag === 'string' && isNegotiated(applied)) response.set('etag', taggedFor(applied, etag));
  };
  const answered = (context: Context): Promise<void> | undefined => {
    if (!isCompressible(context)) return undefined;
    context.vary('Accept-Encoding');
    const chosen = encodingFor(context.get('accept-encoding'));
    return chosen === 'identity' ? undefined : compressed(context, chosen);
  };
  return (context, next) => next().then(() => answered(context));
}

function isCompressible({ response, respond, compress: isAllowed, body }: Context): boolean {
  if (respond === false || isAllowed === false || !body) return false;
  if ((response.length ?? COMPRESSED_FROM) < COMPRESSED_FROM || !isText(response.type)) return false;
  return response.headers['content-encoding'] === undefined;
}
