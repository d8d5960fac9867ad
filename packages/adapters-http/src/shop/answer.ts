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

/** The text of a long-lived body in every encoding. */
interface EncodedBody {
  readonly bytes: Readonly<Record<Encoding, Buffer>>;
  readonly etag: string;
}

/** Encodes responses of the shop interface; bodies of long-lived ones are encoded once and cached. */
export class ShopAnswers {
  readonly #headers: ShopHeaders;
  readonly #encoded = new WeakMap<object, Promise<EncodedBody>>();
  readonly #kept = new WeakMap<object, Promise<StoredAnswer>>();

  constructor(headers: ShopHeaders) {
    this.#headers = headers;
  }

  /** The cached encodings of a long-lived public response; undefined for any other. */
  async keep(response: ShopResponse, request: ShopRequest): Promise<StoredAnswer | undefined> {
    const { status, body, isPrivate } = response;
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isLasting(response, body) || isPrivate || !isReading || status !== OK) return undefined;
    const kept = this.#kept.get(body) ?? this.#make(response, body, request);
    this.#kept.set(body, kept);
    return kept;
  }

  /** Encodes a response that is not cached; the body of a long-lived one is cached all the same. */
  async prepare(response: ShopResponse, request: ShopRequest): Promise<Prepared> {
    const { status, headers, body, indent, isPrivate, hasSecrets } = response;
    const common = {
      ...this.#headers.common(request.baseUrl),
      ...besideIndex(headers, request),
      ...(isPrivate ? this.#headers.unkept : { 'cache-control': 'no-cache' }),
    };
    if (isLasting(response, body)) {
      const { bytes } = await this.#encode(body);
      const encoding = encodingFor(request.header('accept-encoding'));
      return {
        status,
        hasSecrets,
        headers: { ...common, vary: VARY, ...lengthOf(bytes, encoding) },
        body: bytes[encoding],
      };
    }
    return {
      status,
      hasSecrets,
      headers: { ...common, ...(body instanceof TextBody && { 'content-type': body.contentType }) },
      body: body instanceof TextBody ? body.text : textOf(body, indent),
    };
  }

  #encode(body: object): Promise<EncodedBody> {
    const encoded = this.#encoded.get(body) ?? encode(JSON.stringify(body));
    this.#encoded.set(body, encoded);
    return encoded;
  }

  async #make({ headers }: ShopResponse, body: object, request: ShopRequest): Promise<StoredAnswer> {
    return storedAnswer(await this.#encode(body), {
      ...this.#headers.common(request.baseUrl),
      ...besideIndex(headers, request),
      'cache-control': 'public, no-cache',
      vary: VARY,
    });
  }
}

const VARY = 'Origin, Authorization, Cookie, Accept-Encoding';

const isLasting = ({ lasts, hasSecrets }: ShopResponse, body: unknown): body is object =>
  lasts > 0 && !hasSecrets && typeof body === 'object' && body !== null;

async function encode(text: string): Promise<EncodedBody> {
  return { bytes: await encodeAll(text), etag: digestOf(text) };
}

const lengthOf = (bytes: EncodedBody['bytes'], encoding: Encoding) => ({
  'content-length': String(bytes[encoding].length),
  ...(encoding !== 'identity' && { 'content-encoding': encoding }),
});

/** Serialises a body; long bodies are streamed. */
function textOf(body: unknown, indent: number): Prepared['body'] {
  if (body === undefined || body === null) return undefined;
  return indent === 0 && isLong(body) ? new LongJson(body) : JSON.stringify(body, undefined, indent);
}

function storedAnswer({ bytes, etag }: EncodedBody, headers: Readonly<Record<string, string>>): StoredAnswer {
  const { 'content-type': _, ...withoutType } = headers;
  const etagOf = (encoding: Encoding) => ({ etag: encoding === 'identity' ? etag : taggedFor(encoding, etag) });
  const whole = (encoding: Encoding) => ({
    status: OK,
    headers: {
      ...headers,
      ...etagOf(encoding),
      ...lengthOf(bytes, encoding),
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
