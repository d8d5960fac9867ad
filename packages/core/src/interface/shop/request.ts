import type { Origin } from '../../kernel/actor.ts';

/** Request body of the shop interface; other media types count as no body. */
export type ShopBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Fields in the order received; a file is a `SentFile`. */
  | { readonly kind: 'form'; readonly fields: readonly (readonly [string, unknown])[] }
  /** An item of a batch: interpreted as JSON and as a form. */
  | { readonly kind: 'both'; readonly value: Readonly<Record<string, unknown>> };

/** Size limits of a request body. */
export interface BodyLimits {
  /** After decompression. */
  readonly bytes: number;
  /** Maximum fields of a form, or members and list items of a JSON value at any depth. */
  readonly members: number;
  /** Maximum bytes of a form with files, whose files are kept outside of memory; 0 for forms within `bytes` only. */
  readonly uploadBytes: number;
}

/** Body limits without a valid credential: such bodies are read before permission is checked. */
export const anonymousBody: BodyLimits = { bytes: 64 * 1024, members: 1_000, uploadBytes: 0 };

/** Transport-independent request to the shop interface. */
export interface ShopRequest {
  /** As sent, in upper case. */
  readonly method: string;
  /** The decoded route path. */
  readonly path: string;
  /** Without `rest_route`. */
  readonly query: readonly (readonly [string, string])[];
  /** Public base address of the site: `https://shop.example`, without a trailing slash. */
  readonly baseUrl: string;
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
  /**
   * Reads the body, within these limits or those of the transport; called at most once.
   * @throws DomainError `malformed_json`, `payload_too_large`
   */
  body(limits?: Partial<BodyLimits>): Promise<ShopBody>;
  /** Digest of the body; called after it has been read. */
  fingerprint(): string;
  readonly origin: Origin;
}

/** Transport-independent response of the shop interface. */
export interface ShopResponse {
  readonly status: number;
  /** In their published spelling: `X-CMS-Total`. */
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON-serialisable value; undefined and null are sent without content. */
  readonly body: unknown;
  /** Indentation of the JSON text in spaces; 0 unless requested. */
  readonly indent: number;
  /** Milliseconds during which the same object is returned, so that its text and entity tag can be cached; usually 0. */
  readonly lasts: number;
  /** Whether caches must not store the response. */
  readonly isPrivate: boolean;
  /** Whether it contains secrets; its length must not depend on them, so it is never compressed. */
  readonly hasSecrets: boolean;
}

/** Creates a response with defaults for the members not given. */
export const responseOf = (parts: Pick<ShopResponse, 'status' | 'body'> & Partial<ShopResponse>): ShopResponse => ({
  headers: {},
  indent: 0,
  lasts: 0,
  isPrivate: false,
  hasSecrets: false,
  ...parts,
});
