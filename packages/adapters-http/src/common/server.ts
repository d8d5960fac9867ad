import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { framingFault } from './framing.ts';
import type { TurnAway } from './turn-away.ts';

/** What can be listened with: a Koa app, for example. */
export interface Listenable {
  callback(): RequestListener;
  /** Answers what never became a request; without it the connection is just closed. */
  readonly turnAway?: TurnAway;
}

/** Where to listen. */
export interface ListenOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/** A server that is listening. */
export interface Listening {
  readonly address: { readonly host: string; readonly port: number; readonly url: string };
  /** Accepts nothing new, lets running requests end for so many milliseconds, then breaks what is left. */
  close(graceMs?: number): Promise<void>;
}

const second = 1_000;
const timeouts = {
  headersTimeout: 15 * second,
  /** For headers and body together. */
  requestTimeout: 60 * second,
  /** Longer than the minute after which proxies usually give up a connection, so that they are the first to do so. */
  keepAliveTimeout: 65 * second,
  connectionsCheckingInterval: 5 * second,
};

/**
 * Starts to listen.
 * @throws Error that says which address cannot be had
 */
export async function listen(app: Listenable, { host, port }: ListenOptions): Promise<Listening> {
  const server = createServer({ ...timeouts, requireHostHeader: false });
  const traffic = new Traffic(server, app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(unavailable(cause, { host, port })));
    server.listen(port, host, resolve);
  });
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

function unavailable(cause: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'something else is listening there',
    EACCES: 'this process may not use that port',
    EADDRNOTAVAIL: 'this machine does not have that address',
  };
  return new Error(`Cannot listen on ${host}, port ${port}: ${reasons[cause.code ?? ''] ?? cause.message}.`, { cause });
}

/** Who is connected and what is being answered, so that a server can stop without breaking off an answer. */
class Traffic {
  readonly #server: Server;
  readonly #app: Listenable;
  readonly #handle: RequestListener;
  /** Connections that have not asked for anything yet; Node does not count them as idle. */
  readonly #silent = new Set<Socket>();
  readonly #answering = new Map<Socket, ServerResponse>();
  /** Connections of which nothing more is read: where the next request begins is not certain. */
  readonly #refused = new WeakSet<Socket>();
  #isStopping = false;

  constructor(server: Server, app: Listenable) {
    this.#server = server;
    this.#app = app;
    this.#handle = app.callback();
    const take = (request: IncomingMessage, response: ServerResponse) => this.#take(request, response);
    server.on('request', take);
    // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1).
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
    for (const response of this.#answering.values()) endConnectionAfter(response);
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
    // Of several requests that a connection sent without waiting, the newest is the one that ends it.
    this.#answering.set(socket, response);
    response.once('close', () => this.#answered(socket, response));
    if (this.#isStopping) endConnectionAfter(response);
    this.#handle(request, response);
  }

  #answered(socket: Socket, response: ServerResponse): void {
    if (this.#answering.get(socket) === response) this.#answering.delete(socket);
    // The answer may have begun before anybody knew that it should be the last.
    if (this.#isStopping) setImmediate(() => this.#server.closeIdleConnections());
  }

  #takeUnreadable(cause: unknown, socket: Socket): void {
    if (this.#refused.has(socket)) return;
    const response = this.#answering.get(socket);
    // What could not be read follows a good request: that one still gets its answer, and only that.
    if (response?.req.complete) endConnectionAfter(response);
    else if (response?.headersSent) socket.destroy();
    else this.#turnAway(cause, socket);
  }

  /** Refuses a request and all that follow it on its connection, after the answers to those before it. */
  #refuse(cause: unknown, socket: Socket): void {
    this.#refused.add(socket);
    const earlier = this.#answering.get(socket);
    if (!earlier) this.#turnAway(cause, socket);
    // A connection that ends with the earlier answer must not be cut off before that is sent.
    else earlier.once('close', () => socket.writable && this.#turnAway(cause, socket));
  }

  #turnAway(cause: unknown, socket: Socket): void {
    if (socket.writable && this.#app.turnAway) this.#app.turnAway(cause, socket);
    else socket.destroy();
  }
}

function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
