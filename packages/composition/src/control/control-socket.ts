import { readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { ControlClient, UnknownServer } from '@backroom/adapters-http/control';
import { demandOriginalFolder } from '@backroom/adapters-persistence';
import { type Backend, remoteBackend } from './backend.ts';
import { operatorName } from './operator.ts';
import { programVersion } from './version.ts';

/** File in the data folder with the path of the control socket. */
export const NAME_FILE = 'backroom.socket';

/** A running server of another version than this program has the data open. */
export class OtherVersion extends Error {
  override readonly name = 'OtherVersion';
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
