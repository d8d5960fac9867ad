import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What becomes of a commit: it never reaches the server, or the server's answer never comes back. */
export type Freeze = 'commit' | 'answer';

/** A way to the database server that can freeze a connection in the moment of a commit, without closing it. */
export async function openFreezingWay(url: string) {
  const { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  let armed: Freeze | undefined;
  const server = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    let frozen: Freeze | undefined;
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    socket.on('data', (data: Buffer) => {
      if (armed !== undefined && data.includes('commit\0')) [frozen, armed] = [armed, undefined];
      if (frozen !== 'commit') onward.write(data);
    });
    onward.on('data', (data: Buffer) => {
      if (frozen === undefined) socket.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.port = String((server.address() as { port: number }).port);
  return {
    url: through.href,
    /** Freezes the connection of the next commit. */
    freezeNext: (what: Freeze) => {
      armed = what;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
