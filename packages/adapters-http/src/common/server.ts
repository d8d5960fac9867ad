import { chmod } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { framingFault } from './framing.ts';
import type { RefuseConnection } from './refuse-connection.ts';

/** A request handler such as a Koa app. */
export interface Listenable {
  callback(): RequestListener;
  /** Answers requests that Node cannot parse; without it the connection is closed. */
  readonly turnAway?: RefuseConnection;
}

/** Address to listen on. */
export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Name of the setting of the port, for errors. */
  readonly variable?: string;
}

/** A running server. */
export interface Listening {
  readonly address: { readonly host: string; readonly port: number; readonly url: string };
  /** Accepts no new connections, waits up to `graceMs` for running requests, then closes the remaining connections. */
  close(graceMs?: number): Promise<void>;
}

const second = 1_000;
const timeouts = {
  headersTimeout: 15 * second,
  /** For headers and body together. */
  requestTimeout: 60 * second,
  /** Longer than the usual minute of proxies, so that they close idle connections first. */
  keepAliveTimeout: 65 * second,
  connectionsCheckingInterval: 5 * second,
};

/**
 * Starts a server.
 * @throws Error that names the unavailable address
 */
export async function listen(app: Listenable, options: ListenOptions): Promise<Listening> {
  const server = createServer({ ...timeouts, requireHostHeader: false });
  const traffic = new Traffic(server, app);
  await bind(server, options);
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  let closing: Promise<void> | undefined;
  return {
    address: { host: bound.address, port: bound.port, url: `http://${name}:${bound.port}` },
    close: (graceMs = 10 * second) => {
      closing ??= traffic.stop(graceMs);
      return closing;
    },
  };
}

/**
 * Checks that an address is available, before work that would be in vain. Another process can still take it afterwards.
 * @throws Error that names the unavailable address
 */
export async function demandAvailable(options: ListenOptions): Promise<void> {
  if (options.port === 0) return;
  const server = createServer();
  await bind(server, options);
  await new Promise((resolve) => server.close(resolve));
}

const bind = (server: Server, options: ListenOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(unavailable(cause, options)));
    server.listen(options.port, options.host, resolve);
  });

/** A private socket of commands, which may run for hours. */
const withoutTimeouts = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 };

/** Starts a server on a Unix socket, or a named pipe of Windows, that only the user of this process can reach. */
export async function listenPrivately(app: Listenable, path: string): Promise<Pick<Listening, 'close'>> {
  const server = createServer(withoutTimeouts);
  const traffic = new Traffic(server, app);
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  } finally {
    process.umask(mask);
  }
  if (process.platform !== 'win32') await chmod(path, 0o600);
  return { close: (graceMs = 0) => traffic.stop(graceMs) };
}

/** Members of a socket that describe the client of a connection. */
export interface Peer {
  readonly remoteAddress: string | undefined;
  readonly localPort: number | undefined;
  readonly encrypted: boolean;
}

/**
 * Serves connections in memory, with the parser and the limits of a server; returns the client's end of a new connection at
 * each call.
 */
export function serveInMemory(app: Listenable, options: ServerOptions = withoutTimeouts): (peer?: Peer) => Duplex {
  const server = createServer(options, app.callback());
  if (app.turnAway) server.on('clientError', app.turnAway);
  return (peer) => {
    const [near, far] = duplexPair();
    server.emit('connection', Object.assign(far, peer, { destroySoon: () => far.end() }));
    return near;
  };
}

function unavailable(cause: NodeJS.ErrnoException, { host, port, variable }: ListenOptions): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'something else is listening there',
    EACCES: 'this process may not use that port',
    EADDRNOTAVAIL: 'this machine does not have that address',
  };
  const advice = cause.code === 'EADDRINUSE' && variable ? ` Set ${variable} to another port.` : '';
  const reason = reasons[cause.code ?? ''] ?? cause.message;
  return new Error(`Cannot listen on ${host}, port ${port}: ${reason}.${advice}`, { cause });
}

/** Tracks connections and running responses, so that the server can stop without aborting a response. */
class Traffic {
  readonly #server: Server;
  readonly #app: Listenable;
  readonly #handle: RequestListener;
  /** Connections without a request so far; Node does not count them as idle. */
  readonly #silent = new Set<Socket>();
  readonly #answering = new Map<Socket, ServerResponse>();
  /** Connections that are no longer read, because the start of the next request is uncertain. */
  readonly #refused = new WeakSet<Socket>();
  #isStopping = false;

  constructor(server: Server, app: Listenable) {
    this.#server = server;
    this.#app = app;
    this.#handle = app.callback();
    const take = (request: IncomingMessage, response: ServerResponse) => this.#take(request, response);
    server.on('request', take);
    // Unknown expectations may be ignored (RFC 9110, 10.1.1).
    server.on('checkExpectation', take);
    server.on('clientError', (cause, socket) => this.#takeUnreadable(cause, socket as Socket));
    server.on('connection', (socket) => {
      this.#silent.add(socket);
      socket.once('close', () => {
        this.#silent.delete(socket);
        this.#answering.delete(socket);
      });
    });
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#silent) socket.destroy();
    for (const response of this.#answering.values()) {
      // Event streams never end by themselves.
      if (isEventStream(response)) response.end();
      else endConnectionAfter(response);
    }
    const enough = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(enough);
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.#silent.delete(socket);
    if (this.#refused.has(socket)) return;
    const fault = framingFault(request);
    if (fault !== undefined) {
      this.#refuse(new Error(fault), socket);
      return;
    }
    // Of pipelined requests, the newest ends the connection.
    this.#answering.set(socket, response);
    response.once('close', () => this.#answered(socket, response));
    if (this.#isStopping) endConnectionAfter(response);
    this.#handle(request, response);
  }

  #answered(socket: Socket, response: ServerResponse): void {
    if (this.#answering.get(socket) === response) this.#answering.delete(socket);
    // The response may have begun before the shutdown, without `Connection: close`.
    if (this.#isStopping) setImmediate(() => this.#server.closeIdleConnections());
  }

  #takeUnreadable(cause: unknown, socket: Socket): void {
    if (this.#refused.has(socket)) return;
    const response = this.#answering.get(socket);
    // The unparsable bytes follow a valid request, which still gets its response; then the connection is closed.
    if (response?.req.complete) endConnectionAfter(response);
    else if (response?.headersSent) socket.destroy();
    else this.#turnAway(cause, socket);
  }

  /** Refuses a request and all later ones on its connection, after the responses to earlier ones. */
  #refuse(cause: unknown, socket: Socket): void {
    this.#refused.add(socket);
    const earlier = this.#answering.get(socket);
    if (!earlier) this.#turnAway(cause, socket);
    // The connection must not be closed before the earlier response has been sent.
    else earlier.once('close', () => socket.writable && this.#turnAway(cause, socket));
  }

  #turnAway(cause: unknown, socket: Socket): void {
    if (socket.writable && this.#app.turnAway) this.#app.turnAway(cause, socket);
    else socket.destroy();
  }
}

const isEventStream = (response: ServerResponse): boolean =>
  response.headersSent && String(response.getHeader('content-type')).startsWith('text/event-stream');

function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
