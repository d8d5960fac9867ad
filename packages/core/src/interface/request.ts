import type { Origin } from '../kernel/actor.ts';
import type { SessionCookie } from './endpoint.ts';
import type { Upload } from './inventory/upload.ts';
import type { LiveSource } from './live-source.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Accepted bodies: an object as JSON or form, or a file of rows, raw or in a multipart form. */
export type BodyKind = 'json' | 'form' | 'csv' | 'multipart';

/** A parsed request body; a file is streamed when its bytes are consumed. */
export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'upload'; readonly upload: Upload }
  | { readonly kind: 'json' | 'form'; readonly value: Readonly<Record<string, unknown>> };

/** Transport-independent request. */
export interface RestRequest {
  /** As sent; includes `HEAD` and `OPTIONS`. */
  readonly method: string;
  /** The decoded path below the interface's prefix, with a leading slash. */
  readonly path: string;
  /** Mount path of the interface; empty at the root. */
  readonly prefix: string;
  readonly query: readonly (readonly [string, string])[];
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
  /**
   * Reads the body; called once, after authorisation.
   * @throws DomainError `unsupported_media_type`, `malformed_json`, `payload_too_large`
   */
  body(accepts: readonly BodyKind[]): Promise<RequestBody>;
  /** Digest of path, query and body; called after the body has been read to its end. */
  fingerprint(): string;
  readonly origin: Origin;
}

/** Transport-independent response. */
export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON-serialisable value; undefined for an empty body. */
  readonly body: unknown;
  /** Whether it answers a reading request, which has an entity tag whatever its method. */
  readonly isRead?: boolean;
  /** Set if the body is not plain JSON. */
  readonly contentType?: string;
  /** Events in place of `body`, sent as they come. */
  readonly live?: LiveSource;
  /** The cookie of the session: a token, or null to end it. */
  readonly cookie?: SessionCookie | null;
  /** Streamed body, in place of `body`. */
  readonly chunks?: AsyncIterable<string>;
}
