import type { Socket } from 'node:net';
import { connectOnward, openDatabaseFront } from './database-front.ts';

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
  let target = url;
  let mode: ProxyMode = 'open';
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
  const front = await openDatabaseFront(url, (client, { track }) => {
    client.once('data', (first: Buffer) => {
      note(client, applicationName(first));
      if (mode === 'closing') return client.destroy();
      if (mode === 'hanging') return client.resume();
      const onward = connectOnward(target, client, { track });
      onward.write(first);
      // A hanging connection forwards nothing in either direction.
      client.on('data', (bytes) => void (mode === 'hanging' || onward.write(bytes)));
      onward.on('data', (bytes) => void (mode === 'hanging' || client.write(bytes)));
    });
  });
  return {
    url: front.url,
    accepted,
    become(next) {
      mode = next;
      if (next !== 'hanging') front.destroyAll();
    },
    turnTo(next) {
      target = next;
      front.destroyAll();
    },
    connected: (name) => ({ ...(counts.get(name) ?? { now: 0, most: 0 }) }),
    close: front.close,
  };
}

/** Texts of a startup message follow its length and version, each ended by NUL: names and values in turn. */
function applicationName(startup: Buffer): string {
  const texts = startup.subarray(8).toString().split('\0');
  const index = texts.findIndex((text, at) => at % 2 === 0 && text === 'application_name');
  return index < 0 ? '' : (texts[index + 1] ?? '');
}
