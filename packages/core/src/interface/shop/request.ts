import type { Origin } from '../../kernel/actor.ts';

/** The body of a request to the shop interface; other media types count as no body. */
export type ShopBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Fields in the order in which they came; a file is a `SentFile`. */
  | { readonly kind: 'form'; readonly fields: readonly (readonly [string, unknown])[] }
  /** An item of a batch: read as JSON and as a form alike. */
  | { readonly kind: 'both'; readonly value: Readonly<Record<string, unknown>> };

/** The size of a body that is accepted. */
export interface BodyLimits {
  /** After inflation. */
  readonly bytes: number;
  /** Fields of a form, or members and list items of a JSON value at any depth. */
  readonly members: number;
}

/** Limits of callers without a valid credential: their bodies are read before permission is checked. */
export const anonymousBody: BodyLimits = { bytes: 64 * 1024, members: 1_000 };

/** A request to the shop interface, whatever carried it here. */
export interface ShopRequest {
  /** As sent, in capitals. */
  readonly method: string;
  /** The decoded route that is asked for. */
  readonly path: string;
  /** Without `rest_route`. */
  readonly query: readonly (readonly [string, string])[];
  /** Where the world sees the site: `https://shop.example`, without a slash at its end. */
  readonly baseUrl: string;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
  /**
   * Reads the body, within these limits or those of the carrier; called at most once.
   * @throws DomainError `malformed_json`, `payload_too_large`
   */
  body(limits?: BodyLimits): Promise<ShopBody>;
  /** A digest of the body, called after it was read. */
  fingerprint(): string;
  readonly origin: Origin;
}

/** What is to be sent back. */
export interface ShopResponse {
  readonly status: number;
  /** In the spelling in which they are published: `X-CMS-Total`. */
  readonly headers: Readonly<Record<string, string>>;
  /** A value that JSON can say; undefined and null are sent without content. */
  readonly body: unknown;
  /** How many blanks the text of the body is indented by; 0 unless asked for. */
  readonly indent: number;
  /** For so many milliseconds the same object each time, so that its text and entity tag can be kept; 0 for most. */
  readonly lasts: number;
  /** For nobody but whoever asked: no cache may keep it. */
  readonly isPrivate: boolean;
}

/** An answer that is plain but for what is given. */
export const responseOf = (parts: Pick<ShopResponse, 'status' | 'body'> & Partial<ShopResponse>): ShopResponse => ({
  headers: {},
  indent: 0,
  lasts: 0,
  isPrivate: false,
  ...parts,
});
