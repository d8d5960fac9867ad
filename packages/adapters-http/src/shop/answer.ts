import type { ShopRequest, ShopResponse } from '@backroom/core/interface';
import { isFresh, linkHeader, NOT_MODIFIED, OK, TextBody, taggedFor } from '@backroom/core/interface';
import { type Encoding, encodeAll, encodingFor } from '../common/content-encoding.ts';
import { isLong, LongJson } from '../common/long-json.ts';
import { digestOf, type Prepared } from '../common/write-answer.ts';
import type { ShopHeaders } from './headers.ts';
import { serviceLink } from './headers.ts';

/** A cached response in every encoding, complete and as 304. */
export interface StoredAnswer {
  readonly whole: Readonly<Record<Encoding, Prepared & { readonly body: Buffer }>>;
  readonly unchanged: Readonly<Record<Encoding, Prepared>>;
}

/** Encodes responses of the shop interface; long-lived ones are encoded once and cached. */
export class ShopAnswers {
  readonly #headers: ShopHeaders;
  readonly #kept = new WeakMap<object, Promise<StoredAnswer>>();

  constructor(headers: ShopHeaders) {
    this.#headers = headers;
  }

  /** The cached encodings of a long-lived response; undefined for any other. */
  async keep(response: ShopResponse, request: ShopRequest): Promise<StoredAnswer | undefined> {
    const { status, body, lasts, isPrivate } = response;
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (lasts === 0 || isPrivate || !isReading || status !== OK || typeof body !== 'object' || body === null)
      return undefined;
    const kept = this.#kept.get(body) ?? this.#make(response, request);
    this.#kept.set(body, kept);
    return kept;
  }

  /** Encodes a response that is not cached. */
  prepare({ status, headers, body, indent, isPrivate, hasSecrets }: ShopResponse, request: ShopRequest): Prepared {
    return {
      status,
      hasSecrets,
      headers: {
        ...this.#headers.common(request.baseUrl),
        ...besideIndex(headers, request),
        ...(isPrivate ? this.#headers.unkept : { 'cache-control': 'no-cache' }),
        ...(body instanceof TextBody && { 'content-type': body.contentType }),
      },
      body: body instanceof TextBody ? body.text : textOf(body, indent),
    };
  }

  #make({ body, headers }: ShopResponse, request: ShopRequest): Promise<StoredAnswer> {
    return makeKept(JSON.stringify(body), {
      ...this.#headers.common(request.baseUrl),
      ...besideIndex(headers, request),
      'cache-control': 'public, no-cache',
      vary: 'Origin, Authorization, Cookie, Accept-Encoding',
    });
  }
}

/** Serialises a body; long bodies are streamed. */
function textOf(body: unknown, indent: number): Prepared['body'] {
  if (body === undefined || body === null) return undefined;
  return indent === 0 && isLong(body) ? new LongJson(body) : JSON.stringify(body, undefined, indent);
}

async function makeKept(text: string, headers: Readonly<Record<string, string>>): Promise<StoredAnswer> {
  const bytes = await encodeAll(text);
  const etag = digestOf(text);
  const { 'content-type': _, ...withoutType } = headers;
  const etagOf = (encoding: Encoding) => ({ etag: encoding === 'identity' ? etag : taggedFor(encoding, etag) });
  const whole = (encoding: Encoding) => ({
    status: OK,
    headers: {
      ...headers,
      ...etagOf(encoding),
      'content-length': String(bytes[encoding].length),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    },
    body: bytes[encoding],
  });
  const unchanged = (encoding: Encoding): Prepared => ({
    status: NOT_MODIFIED,
    headers: { ...withoutType, ...etagOf(encoding) },
    body: undefined,
  });
  return {
    whole: { identity: whole('identity'), gzip: whole('gzip'), br: whole('br') },
    unchanged: { identity: unchanged('identity'), gzip: unchanged('gzip'), br: unchanged('br') },
  };
}

/** Selects the encoding of a cached response for a client. */
export function chooseForm(
  { whole, unchanged }: StoredAnswer,
  { accepts, knows }: { readonly accepts: string | undefined; readonly knows: string | undefined },
): Prepared {
  const encoding = encodingFor(accepts);
  const isKnown = knows !== undefined && isFresh(unchanged[encoding].headers.etag ?? '', knows);
  return isKnown ? unchanged[encoding] : whole[encoding];
}

/** Omits page links if the header would become too long. */
function linksWith(service: string, pages: string | undefined): Readonly<Record<string, string>> {
  const link = pages === undefined ? undefined : linkHeader([service, pages]);
  return link === undefined ? {} : { link };
}

/** Appends page links to the index link. */
const besideIndex = ({ Link, ...headers }: ShopResponse['headers'], { baseUrl }: ShopRequest) => ({
  ...headers,
  ...linksWith(serviceLink(baseUrl), Link),
});
