import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ControlClient, type Listenable, listenPrivately, UnknownServer } from '@backroom/adapters-http';
import { demandOriginalFolder } from '@backroom/adapters-persistence';
import { type Backend, remoteBackend } from './backend.ts';
import { operatorName } from './operator.ts';
import { programVersion } from './version.ts';

/** File in the data folder with the path of the control socket. */
const NAME_FILE = 'backroom.socket';
/** Maximum bytes of a socket path: the system truncates paths of 108 bytes and more. */
const LONGEST_PATH = 100;

/** The control socket of a server: executes commands of the owner of the data folder. */
export interface ControlSocket {
  close(): Promise<void>;
}

/** A running server of another version than this program has the data open. */
export class OtherVersion extends Error {
  override readonly name = 'OtherVersion';
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

/**
 * Connects to the server of a data folder; undefined when none is listening.
 * @throws DataFolderCopied when the server that the folder names has another folder open
 * @throws OtherVersion when the server is not of the version of this program
 */
export async function connectControlSocket(folder: string): Promise<Backend | undefined> {
  const path = await readFile(join(folder, NAME_FILE), 'utf8').catch(() => undefined);
  if (path === undefined) return undefined;
  await demandOriginalFolder(folder);
  const client = new ControlClient(() => createConnection(path), operatorName());
  const server = await client.server().catch(undefinedIfNone);
  if (server === undefined) return undefined;
  const { version, url } = server;
  if (version === programVersion) return remoteBackend(client, url);
  throw new OtherVersion(
    `The running server is of version ${version}, and this program of version ${programVersion}. Restart the server.`,
  );
}

/** No process listens on the socket of a killed server; a server that is stopping closes the connection. */
function undefinedIfNone(cause: unknown): undefined {
  const { syscall } = cause as NodeJS.ErrnoException;
  if (syscall === 'connect' || cause instanceof UnknownServer) return undefined;
  throw cause;
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
