import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Listenable, listenPrivately } from '@backroom/adapters-http';
import { NAME_FILE } from './control-socket.ts';

/** Maximum bytes of a socket path: the system truncates paths of 108 bytes and more. */
const LONGEST_PATH = 100;

/** The control socket of a server: executes commands of the owner of the data folder. */
export interface ControlSocket {
  close(): Promise<void>;
}

/** Serves the application for commands on the control socket of a data folder. */
export async function openControlSocket(folder: string, app: Listenable): Promise<ControlSocket> {
  const address = await socketAddress(folder);
  const listening = await listenPrivately(app, address.path);
  await writeFile(join(folder, NAME_FILE), address.path, { mode: 0o600 });
  return {
    async close() {
      await rm(join(folder, NAME_FILE), { force: true });
      await listening.close(0);
      await address.remove();
    },
  };
}

interface SocketAddress {
  readonly path: string;
  remove(): Promise<void>;
}

async function socketAddress(folder: string): Promise<SocketAddress> {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
    return { path: `\\\\.\\pipe\\backroom-${name}`, remove: async () => {} };
  }
  const path = join(folder, 'backroom.sock');
  if (Buffer.byteLength(path) <= LONGEST_PATH) {
    // Left over by a killed server: the lock of the folder proves that none is running.
    await rm(path, { force: true });
    return { path, remove: () => rm(path, { force: true }) };
  }
  const short = await mkdtemp(join(tmpdir(), 'backroom-'));
  return { path: join(short, 'socket'), remove: () => rm(short, { recursive: true, force: true }) };
}
