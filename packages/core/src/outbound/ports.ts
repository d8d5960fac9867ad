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

/** A file to be fetched by GET, saved as it is sent. */
export interface OutboundDownload extends Pick<OutboundRequest, 'purpose' | 'url' | 'headers' | 'requiresTls'> {
  /** Maximum bytes of the file. */
  readonly maxBytes: number;
  /** Milliseconds for everything; 120,000 by default. */
  readonly totalMs?: number;
}

/** Receives a file in order; the sender waits for each write. */
export interface DownloadSink {
  /** Takes the next bytes: 1 MiB, fewer at the end of the file. An error ends the download, which rejects with it. */
  write(bytes: Uint8Array): Promise<void>;
}

/** A finished download, whatever its status. */
export interface OutboundFile {
  readonly status: number;
  /** Bytes of the file; 0 unless the status is 200. */
  readonly bytes: number;
  /** SHA-256 of these bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** Where the file comes from, after redirects. */
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
  /**
   * Writes the body of an answer with status 200 to a sink, in memory of a few MiB whatever its size. No content coding is
   * requested, and none is undone: the bytes are those of the file. Other statuses write nothing. When it rejects, the
   * sink may have received a part of the file.
   * @throws DomainError `outbound_refused` and `outbound_failed` like `send`, the latter also for a file of more than
   * `maxBytes`, of which at most `maxBytes` are written; RangeError if `maxBytes` is no positive integer
   */
  download(request: OutboundDownload, sink: DownloadSink): Promise<OutboundFile>;
}

/** A document of the operator at its source, or the confirmation that it is the known one. */
export type FetchedDocument =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly text: string; readonly etag: string | null };

/** The source of a document of the operator: a file, or an address on the web. */
export interface DocumentSource {
  /** Where it is, as an absolute URL without query; null if none is configured. */
  readonly address: string | null;
  /**
   * Reads the document; one with the given entity tag is not read again. Stops reading at the limit of its rules.
   * @throws DomainError those of its rules: unavailable, too large
   */
  fetch(etag: string | null): Promise<FetchedDocument>;
}

/** What is known about a document of the operator, without its text. */
export interface DocumentState {
  /** Rises with each accepted document. */
  readonly revision: number;
  /** The source of the last good copy; null without one. */
  readonly address: string | null;
  readonly etag: string | null;
  /** Version of the last good copy; null for documents without versions. */
  readonly version: number | null;
  /** The key that signed the last good copy; null for an unsigned one. */
  readonly keyId: string | null;
  readonly acceptedAt: Date | null;
  /** The last attempt to read the source, whatever its outcome. */
  readonly checkedAt: Date | null;
  /** Why the last attempt failed; null after a success. */
  readonly fault: { readonly code: string; readonly message: string } | null;
  /** Ids of revoked keys, of all accepted documents. */
  readonly revokedKeys: readonly string[];
}

/** The state of one document and its last good copy, for all processes of an installation. */
export interface DocumentCopyStore {
  /** The state; before the first attempt all members are null or empty, and the revision is 0. */
  read(): Promise<DocumentState>;
  /** As `read`, and locks the state until the surrounding unit of work ends. */
  hold(): Promise<DocumentState>;
  /** The last good copy with its revision; undefined without one. */
  document(): Promise<{ readonly revision: number; readonly text: string } | undefined>;
  /** Replaces the state; with a document, the last good copy too. */
  save(state: DocumentState, document?: string): Promise<void>;
}

/** The ports of the outbound context. */
export interface OutboundPorts {
  readonly outbound: OutboundClient;
}

/** Whether the database or another adapter supplies each port. */
export const outboundPorts = { outbound: 'service' } as const;
