import { connect, type Socket } from 'node:net';
import { openDatabaseFront } from './database-front.ts';

/** A pooler by transaction before a PostgreSQL server, as far as sessions of clients that are lost are concerned. */
export interface Pooler {
  readonly url: string;
  /** Breaks the connections of all clients off, as when their processes are killed. */
  loseClients(): void;
  close(): Promise<void>;
}

/**
 * Starts a pooler that treats sessions as poolers by transaction do: the session of a client that is lost inside a transaction
 * is ended, every other one is kept as it is for the next client.
 */
export async function openPooler(url: string): Promise<Pooler> {
  const target = new URL(url);
  const clients = new Set<Socket>();
  const front = await openDatabaseFront(url, (client, { track }) => {
    const session = track(connect(Number(target.port), target.hostname));
    clients.add(client);
    const status = statusReader();
    client.on('data', (bytes) => {
      // The Terminate message of a client is not forwarded.
      if (bytes[0] !== 0x58) session.write(bytes);
    });
    session.on('data', (bytes: Buffer) => {
      status.read(bytes);
      if (!client.destroyed) client.write(bytes);
    });
    client.once('close', () => {
      clients.delete(client);
      if (status.last() !== 'I') session.destroy();
    });
    session.once('close', () => client.destroy());
  });
  return {
    url: front.url,
    loseClients() {
      for (const client of clients) client.destroy();
    },
    close: front.close,
  };
}

/** Reads the transaction status (I, T or E) of each ReadyForQuery. */
function statusReader() {
  let rest = Buffer.alloc(0);
  let status = '';
  return {
    last: () => status,
    read(bytes: Buffer): void {
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const length = rest.readUInt32BE(1);
        if (rest[0] === 0x5a) status = String.fromCharCode(rest[5] ?? 0);
        rest = rest.subarray(1 + length);
      }
    },
  };
}
