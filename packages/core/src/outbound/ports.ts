/** Methods of outbound requests. */
export type OutboundMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';

/** Limits of one request. */
export interface OutboundLimits {
  /** Maximum bytes of the body, as received and decompressed. 1 MiB by default. */
  readonly bodyBytes: number;
  /** What becomes of a longer body: the request fails (the default), or the answer has its first `bodyBytes`. */
  readonly longerBody: 'refuse' | 'cut';
  /** Milliseconds for everything: name resolution, connections, redirects and body. 10,000 by default. */
  readonly totalMs: number;
  /** Milliseconds for each connection, TLS included. 5,000 by default. */
  readonly connectMs: number;
  /** Maximum redirects of GET and HEAD; 3 by default. Other methods are never redirected. */
  readonly redirects: number;
}

/** A request to a server outside of the installation. */
export interface OutboundRequest {
  /** The feature that sends it, such as `oembed`. Named in the log; concurrency is limited for each purpose. */
  readonly purpose: string;
  /** Absolute, `http:` or `https:`, without credentials. */
  readonly url: string;
  /** GET by default. */
  readonly method?: OutboundMethod;
  /** Not sent to another origin after a redirect, except `accept` and `accept-language`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Refuses `http:`, except to addresses that the operator allows. */
  readonly requiresTls?: boolean;
  readonly limits?: Partial<OutboundLimits>;
}

/** The answer, whatever its status. */
export interface OutboundAnswer {
  readonly status: number;
  /** By name in lower case; values of repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Uint8Array;
  /** The body as text, in the charset of its content type, UTF-8 by default; malformed characters are replaced. */
  text(): string;
  /** Whether the body was cut at `bodyBytes`. */
  readonly isCut: boolean;
  /** Where the answer comes from, after redirects. */
  readonly url: string;
}

/**
 * Sends requests to public servers only (docs/spec/shop-platform.md 12.3): a host name is resolved once, every address of it
 * must be public, and the connection goes to one of these addresses. Each redirect is checked like the first URL. Addresses
 * that the operator allows (OUTBOUND_ALLOW) are exempt. No cookies are kept, and no proxy settings are used.
 */
export interface OutboundClient {
  /**
   * Sends a request and reads the whole answer.
   * @throws DomainError `outbound_refused` if the rules forbid the URL or a redirect, before a connection to it is opened;
   * `outbound_failed` if there is no complete answer within the limits. The reason is logged and is not part of the message.
   */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
}

/** The ports of the outbound context. */
export interface OutboundPorts {
  readonly outbound: OutboundClient;
}
