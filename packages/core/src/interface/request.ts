import type { Origin } from '../kernel/actor.ts';
import type { Upload } from './inventory/upload.ts';

/** The methods a route can have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a route may take as its body: an object as JSON or as a form, or a file of rows by itself or in a form. */
export type BodyKind = 'json' | 'form' | 'csv' | 'multipart';

/** The body of a request once it is read; a file is read by whoever asks for its bytes. */
export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'upload'; readonly upload: Upload }
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
  body(accepts: readonly BodyKind[]): Promise<RequestBody>;
  /** A digest of path, query and body; called after the body was read to its end. */
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
  /** In place of `body`: what is sent while it is made. */
  readonly chunks?: AsyncIterable<string>;
}
