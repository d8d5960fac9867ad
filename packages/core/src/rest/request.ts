import type { Origin } from '../kernel/actor.ts';

/** The methods a route can have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The body of a request once it is read. */
export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json' | 'form'; readonly value: Readonly<Record<string, unknown>> };

/** A request as the core sees it, whatever carried it here. */
export interface RestRequest {
  /** As sent; `HEAD` and `OPTIONS` included. */
  readonly method: string;
  /** The decoded path below the interface's prefix, beginning with a slash. */
  readonly path: string;
  /** Where the interface is mounted; empty at the root. */
  readonly prefix: string;
  readonly query: readonly (readonly [string, string])[];
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
  /**
   * Reads the body; called once, after access is decided.
   * @throws DomainError `unsupported_media_type`, `malformed_json`, `payload_too_large`
   */
  body(accepts: readonly ('json' | 'form')[]): Promise<RequestBody>;
  /** A digest of path, query and body; called after `body`. */
  fingerprint(): string;
  readonly origin: Origin;
}

/** What is to be sent back. */
export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A value that JSON can say; undefined where there is nothing to say. */
  readonly body: unknown;
  /** Set where the body is not plain JSON. */
  readonly contentType?: string;
}
