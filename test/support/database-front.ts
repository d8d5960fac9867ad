import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP server on loopback in front of a database server. */
export interface DatabaseFront {
  /** The URL of the database, through this server. */
  readonly url: string;
  readonly port: number;
  /** Adds a socket to those that `destroyAll` and `close` destroy. */
  track(socket: Socket): Socket;
  destroyAll(): void;
  /** Stops listening and destroys all tracked sockets. */
  close(): Promise<void>;
}

/** Listens in front of the database at `url`; client sockets are tracked. */
export async function openDatabaseFront(
  url: string,
  onClient: (client: Socket, front: Pick<DatabaseFront, 'track'>) => void,
  port = 0,
): Promise<DatabaseFront> {
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => onClient(track(client), { track })).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: through.href,
    port: Number(through.port),
    track,
    destroyAll,
    async close() {
      const closed = once(server, 'close');
      server.close();
      destroyAll();
      await closed;
    },
  };
}

/** Connects to the database at `url`; the end of either socket ends the other. */
export function connectOnward(url: string, client: Socket, { track }: Pick<DatabaseFront, 'track'>): Socket {
  const { port, hostname } = new URL(url);
  const onward = track(connect(Number(port), hostname));
  onward.once('close', () => client.destroy());
  client.once('close', () => onward.destroy());
  return onward;
}
