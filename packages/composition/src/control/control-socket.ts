import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demandOriginalFolder } from '@backroom/adapters-persistence';
import { busy, type Progress } from '@backroom/core';
import type { SourceLine } from '@backroom/core/interchange';
import { type Backend, useCaseNamed } from './backend.ts';
import { answerOf, type ControlCommand, type ControlRequest, onMessages, sendMessage } from './control-messages.ts';
import { ChunkStream, sendResponse, sendResult, unbatched } from './control-streams.ts';
import { remoteBackend } from './remote-backend.ts';

/** File in the data folder with the path of the control socket. */
const NAME_FILE = 'backroom.socket';
/** Maximum bytes of a socket path: the system truncates paths of 108 bytes and more. */
const LONGEST_PATH = 100;

/** The control socket of a server: executes commands of the owner of the data folder. */
export interface ControlSocket {
  close(): Promise<void>;
}

/** Opens the control socket of a data folder. */
export async function openControlSocket(
  folder: string,
  backendOf: (operator: string) => Backend,
): Promise<ControlSocket> {
  const address = await socketAddress(folder);
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    socket.on('error', () => socket.destroy());
    let backend: Backend | undefined;
    let file = new ChunkStream<FileChunk>(socket);
    socket.on('close', () => file.end(new Error('The command stopped before its file was read.')));
    onMessages<ControlRequest>(socket, (request) => {
      if (request.do === 'piece') return file.push(request.bytes);
      backend ??= backendOf(String(request.operator));
      file = new ChunkStream(socket);
      void execute({ backend, socket, file }, request);
    });
  });
  await listenPrivately(server, address.path);
  await writeFile(join(folder, NAME_FILE), address.path, { mode: 0o600 });
  return {
    async close() {
      await rm(join(folder, NAME_FILE), { force: true });
      const closed = new Promise((resolve) => server.close(resolve));
      for (const connection of connections) connection.destroy();
      await closed;
      await address.remove();
    },
  };
}

/**
 * Connects to the server of a data folder; undefined when none is listening.
 * @throws DataFolderCopied when the server that the folder names has another folder open
 */
export async function connectControlSocket(folder: string): Promise<Backend | undefined> {
  const path = await readFile(join(folder, NAME_FILE), 'utf8').catch(() => undefined);
  if (path === undefined) return undefined;
  await demandOriginalFolder(folder);
  const socket = await connect(path).catch(() => undefined);
  return socket && remoteBackend(socket);
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

async function listenPrivately(server: Server, path: string): Promise<void> {
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  } finally {
    process.umask(mask);
  }
  if (process.platform !== 'win32') await chmod(path, 0o600);
}

type FileChunk = Uint8Array | readonly SourceLine[];

interface ControlSession {
  readonly backend: Backend;
  readonly socket: Socket;
  readonly file: ChunkStream<FileChunk>;
}

async function execute({ backend, socket, file }: ControlSession, command: ControlCommand): Promise<void> {
  const tell = (progress: Progress) => sendMessage(socket, { progress });
  try {
    if (command.do === 'call') {
      const chunks = file as ChunkStream<Uint8Array>;
      const upload = command.hasFile ? { upload: { chunks, tell } } : {};
      await sendResponse(socket, await backend.call({ ...command.request, ...upload }, command.as));
    } else {
      const open = onlyOnce(() => unbatched(file as ChunkStream<readonly SourceLine[]>));
      const more = { ...(command.hasFile && { open }), ...(command.isHeard && { tell }) };
      const input = Object.keys(more).length > 0 ? { ...(command.input as object), ...more } : command.input;
      await sendResult(socket, await backend.run(useCaseNamed(command.useCase), input, command.as));
    }
  } catch (error) {
    sendMessage(socket, answerOf(error));
  }
  file.discard();
}

/** A file from a socket cannot be read again. */
function onlyOnce<T>(open: () => T): () => T {
  let isOpened = false;
  return () => {
    if (isOpened) throw busy();
    isOpened = true;
    return open();
  };
}

const connect = (path: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(path, () => resolve(socket));
    socket.once('error', reject);
  });
