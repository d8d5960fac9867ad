/** A request as it was sent, for use cases that verify a signature over it. */
export interface SentRequest {
  readonly method: string;
  /** The decoded path, as published. */
  readonly path: string;
  /** Path and query, percent-encoded in one way: `/connector/v4/heartbeat/data?prefix=v2-`. */
  readonly target: string;
  /** SHA-256 of the body in hexadecimal digits; of the empty text without one. */
  digest(): string;
}
