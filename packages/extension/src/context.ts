/** Options of a request to one of the interfaces of the installation. */
export interface CallOptions {
  /** Query parameters; undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A JSON-serialisable body. */
  readonly body?: unknown;
  /** A repeated request with the same key takes effect once. */
  readonly idempotencyKey?: string;
}

/** The answer to a request, whatever its status. */
export interface CallResult {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON body; undefined if there is none. */
  readonly body: unknown;
}

/**
 * Requests to one interface of the installation, as the account of the extension and with its granted rights. Parameters
 * are validated, and effects are audited, as for any other client.
 */
export interface InterfaceCalls {
  request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options?: CallOptions,
  ): Promise<CallResult>;
  /** @throws ExtensionRefusal for a status of 400 and above */
  get(path: string, query?: CallOptions['query']): Promise<unknown>;
  /** @throws ExtensionRefusal for a status of 400 and above */
  post(path: string, body: unknown, options?: CallOptions): Promise<unknown>;
}

/** JSON values of this extension by key. They are kept when it is deactivated. */
export interface KeyValueStore {
  /** The value of a key; undefined if there is none. */
  get(key: string): Promise<unknown>;
  /**
   * Sets a value of at most 64 KiB as JSON, under a key of at most 200 characters.
   * @throws ExtensionRefusal `extension_store_full` beyond 10,000 keys
   */
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  /** At most 1,000 keys with this prefix, in ascending order. */
  keys(prefix?: string): Promise<readonly string[]>;
}

/** A request to a server outside of the installation. */
export interface FetchInit {
  /** GET by default. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer to `fetch`. */
export interface FetchResult {
  readonly status: number;
  /** Whether the status is one of 200 to 299. */
  readonly ok: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The log of this extension: `backroom extensions logs`. */
export interface ExtensionLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** What `jobs.submit` returns. */
export interface SubmittedJob {
  /** As `backroom jobs show` names it. */
  readonly id: string;
  /** False if one of the kind was waiting or running already: then its id is returned, and the input of this call is dropped. */
  readonly isNew: boolean;
}

/** Background jobs of the kinds that the extension declares. A kind has one job at a time. */
export interface ExtensionJobs {
  /** Submits a job; its input has at most 64 KiB as JSON. */
  submit(kind: string, input?: Readonly<Record<string, unknown>>): Promise<SubmittedJob>;
}

/** What an extension may use. At most 60 requests a second are answered; further ones are refused with `rate_limited`. */
export interface ExtensionContext {
  readonly slug: string;
  /** The shop interface: `shop.get('/shop/v3/products')`. */
  readonly shop: InterfaceCalls;
  /** The inventory interface: `inventory.get('/items')`. */
  readonly inventory: InterfaceCalls;
  readonly store: KeyValueStore;
  /**
   * Requests a public server; addresses of private networks are refused unless the operator allows them.
   * @throws ExtensionRefusal `outbound_refused`, `outbound_failed`
   */
  fetch(url: string, init?: FetchInit): Promise<FetchResult>;
  readonly log: ExtensionLog;
  readonly jobs: ExtensionJobs;
  /** The settings of the extension by their declared names: values of an administrator, else the defaults. */
  settings(): Promise<Readonly<Record<string, unknown>>>;
}
