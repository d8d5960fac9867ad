import { request } from 'node:http';

/** The part of a published body that tests read; the rest is compared with the shape of its route. */
export interface Published {
  readonly [member: string]: unknown;
  readonly id: number;
  readonly version: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly {
    readonly field: string;
    readonly code: string;
    readonly pointer?: string;
    readonly in?: string;
  }[];
  readonly username: string;
  readonly sku: string;
  readonly group_id: string;
  readonly access_token: string;
  readonly generated_password: string;
  readonly quantity: number;
  readonly name: string;
}

/** What came back. */
export interface Answered<T = Published> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Parsed when it is JSON. */
  readonly body: T;
}

/** What a request has beside its method and path. */
export interface ClientRequestInit {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly text?: string | Uint8Array;
}

/** Sends requests in the name of one account. */
export interface Client {
  readonly token: string | undefined;
  ask<T = Published>(method: string, path: string, init?: ClientRequestInit): Promise<Answered<T>>;
  get<T = Published>(path: string, headers?: ClientRequestInit['headers']): Promise<Answered<T>>;
  list(path: string, headers?: ClientRequestInit['headers']): Promise<Answered<readonly Published[]>>;
  post<T = Published>(path: string, body?: unknown, headers?: ClientRequestInit['headers']): Promise<Answered<T>>;
  put<T = Published>(path: string, body?: unknown, headers?: ClientRequestInit['headers']): Promise<Answered<T>>;
  patch<T = Published>(path: string, body?: unknown, headers?: ClientRequestInit['headers']): Promise<Answered<T>>;
  delete<T = Published>(path: string, headers?: ClientRequestInit['headers']): Promise<Answered<T>>;
}

/** Carries a request to the server and back. */
export type Carry = (method: string, path: string, init: ClientRequestInit) => Promise<Answered<never>>;

/** Makes the client of the holder of a token; without one, an anonymous client. */
export function clientOf(carry: Carry, token?: string): Client {
  const ask = async <T>(method: string, path: string, init: ClientRequestInit = {}): Promise<Answered<T>> =>
    carry(method, path, {
      ...init,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...init.headers },
    });
  const withBody =
    (method: string) =>
    <T>(path: string, body?: unknown, headers: ClientRequestInit['headers'] = {}) =>
      ask<T>(method, path, { headers, ...(body !== undefined && { body }) });
  return {
    token,
    ask,
    get: (path, headers = {}) => ask('GET', path, { headers }),
    list: (path, headers = {}) => ask('GET', path, { headers }),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    delete: (path, headers = {}) => ask('DELETE', path, { headers }),
  };
}

/** Sends header lines unchanged, also the same one twice; `fetch` would sort them. */
export const askWithRawHeaders = (url: string, headers: readonly string[]): Promise<Answered<never>> =>
  new Promise((resolve, reject) => {
    const host = new URL(url).host;
    const sent = request(url, { headers: ['host', host, ...headers] as never, agent: false }, (received) => {
      const pieces: Buffer[] = [];
      received.on('data', (piece: Buffer) => pieces.push(piece));
      received.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        const names = Object.entries(received.headers).map(([name, value]) => [name, String(value)]);
        resolve({ status: received.statusCode ?? 0, headers: Object.fromEntries(names), text, body: bodyOf(text) });
      });
    });
    sent.on('error', reject).end();
  });

/** The value of a JSON text, of any other text the text. */
export function bodyOf(text: string): never {
  try {
    return JSON.parse(text) as never;
  } catch {
    return text as never;
  }
}
