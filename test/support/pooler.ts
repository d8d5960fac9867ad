import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

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
  const [clients, sessions] = [new Set<Socket>(), new Set<Socket>()];
  const keep = (socket: Socket, among: Set<Socket>) => {
    among.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => among.delete(socket));
  };
  const server = createServer((client) => {
    const session = connect(Number(target.port), target.hostname);
    keep(client, clients);
    keep(session, sessions);
    const status = statusReader();
    client.on('data', (bytes) => {
      // The goodbye of a client is not handed on.
      if (bytes[0] !== 0x58) session.write(bytes);
    });
    session.on('data', (bytes: Buffer) => {
      status.read(bytes);
      if (!client.destroyed) client.write(bytes);
    });
    client.once('close', () => {
      if (status.last() !== 'I') session.destroy();
    });
    session.once('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lose = (sockets: Set<Socket>) => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: through.href,
    loseClients: () => lose(clients),
    async close() {
      const closed = once(server, 'close');
      server.close();
      lose(clients);
      lose(sessions);
      await closed;
    },
  };
}

/** Follows what the server says of its transaction: I, T or E in each ReadyForQuery. */
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
