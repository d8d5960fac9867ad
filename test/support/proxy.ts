import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a proxy does with connections: hands bytes on, closes them after their first bytes, or keeps them without an answer. */
export type ProxyMode = 'open' | 'closing' | 'hanging';

/** A client's connection that the proxy has accepted. */
export interface Accepted {
  /** The `application_name` of its startup message. */
  readonly name: string;
  /** When it came, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** A TCP proxy before a PostgreSQL server. */
export interface TestProxy {
  /** The address of the server, through the proxy. */
  readonly url: string;
  /** Changes what is done with connections; `open` and `closing` end those that are there. */
  become(mode: ProxyMode): void;
  /** Hands later connections on to another server, and ends those that are there. */
  turnTo(url: string): void;
  /** Every connection so far. */
  readonly accepted: readonly Accepted[];
  /** How many clients with this name are connected, and how many were at most at the same time. */
  connected(name: string): { readonly now: number; readonly most: number };
  close(): Promise<void>;
}

/** Starts a proxy before the server with this address. */
export async function openProxy(url: string): Promise<TestProxy> {
  let target = new URL(url);
  let mode: ProxyMode = 'open';
  const sockets = new Set<Socket>();
  const accepted: Accepted[] = [];
  const counts = new Map<string, { now: number; most: number }>();
  const note = (socket: Socket, name: string) => {
    accepted.push({ name, at: performance.now() });
    const count = counts.get(name) ?? { now: 0, most: 0 };
    counts.set(name, count);
    count.now += 1;
    count.most = Math.max(count.most, count.now);
    socket.once('close', () => {
      count.now -= 1;
    });
  };
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  };
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((socket) => {
    keep(socket);
    socket.once('data', (first: Buffer) => {
      note(socket, applicationName(first));
      if (mode === 'closing') return socket.destroy();
      if (mode === 'hanging') return socket.resume();
      const onward = connect(Number(target.port), target.hostname);
      keep(onward);
      onward.once('close', () => socket.destroy());
      socket.once('close', () => onward.destroy());
      onward.write(first);
      // What hangs is accepted and not handed on, in both directions.
      socket.on('data', (bytes) => void (mode === 'hanging' || onward.write(bytes)));
      onward.on('data', (bytes) => void (mode === 'hanging' || socket.write(bytes)));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    accepted,
    become(next) {
      mode = next;
      if (next !== 'hanging') endAll();
    },
    turnTo(next) {
      target = new URL(next);
      endAll();
    },
    connected: (name) => ({ ...(counts.get(name) ?? { now: 0, most: 0 }) }),
    async close() {
      const closed = once(server, 'close');
      server.close();
      endAll();
      await closed;
    },
  };
}

/** Texts of a startup message follow its length and version, each ended by NUL: names and values in turn. */
function applicationName(startup: Buffer): string {
  const texts = startup.subarray(8).toString().split('\0');
  const index = texts.findIndex((text, at) => at % 2 === 0 && text === 'application_name');
  return index < 0 ? '' : (texts[index + 1] ?? '');
}
