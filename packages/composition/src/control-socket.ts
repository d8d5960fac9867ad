import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RestResponse } from '@backroom/core/rest';
import { type Backend, nameOf, useCaseOf } from './backend.ts';
import {
  answerOf,
  type ControlAnswer,
  type ControlRequest,
  onMessages,
  resultOf,
  sendMessage,
} from './control-messages.ts';

/** The file of a data folder that says where its server listens to commands. */
const NAME_FILE = 'backroom.socket';
/** Socket paths of 108 bytes and more are cut off by the system. */
const LONGEST_PATH = 100;

/** A server's ear for commands, which only the owner of the data may reach. */
export interface ControlSocket {
  close(): Promise<void>;
}

/** Starts to listen to commands for the data of this folder. */
export async function openControlSocket(folder: string, backend: Backend): Promise<ControlSocket> {
  const place = await socketPlace(folder);
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    socket.on('error', () => socket.destroy());
    onMessages<ControlRequest>(
      socket,
      (request) => void attend(backend, request).then((answer) => sendMessage(socket, answer)),
    );
  });
  await listenPrivately(server, place.path);
  await writeFile(join(folder, NAME_FILE), place.path, { mode: 0o600 });
  return {
    async close() {
      await rm(join(folder, NAME_FILE), { force: true });
      const closed = new Promise((resolve) => server.close(resolve));
      for (const connection of connections) connection.destroy();
      await closed;
      await place.remove();
    },
  };
}

/** Reaches the server that holds the data of this folder; undefined when none is listening. */
export async function connectControlSocket(folder: string): Promise<Backend | undefined> {
  const path = await readFile(join(folder, NAME_FILE), 'utf8').catch(() => undefined);
  if (path === undefined) return undefined;
  const socket = await connect(path).catch(() => undefined);
  return socket && remoteBackend(socket);
}

interface SocketPlace {
  readonly path: string;
  remove(): Promise<void>;
}

async function socketPlace(folder: string): Promise<SocketPlace> {
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
    return { path: `\\\\.\\pipe\\backroom-${name}`, remove: async () => {} };
  }
  const beside = join(folder, 'backroom.sock');
  if (Buffer.byteLength(beside) <= LONGEST_PATH) {
    // Left behind by a server that was killed; the lock of the folder says that it is gone.
    await rm(beside, { force: true });
    return { path: beside, remove: () => rm(beside, { force: true }) };
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

async function attend(backend: Backend, request: ControlRequest): Promise<ControlAnswer> {
  try {
    if (request.do === 'call') return { result: await backend.call(request.request, request.as) };
    return { result: await backend.run(useCaseOf(request.useCase), request.input, request.as) };
  } catch (error) {
    return answerOf(error);
  }
}

const connect = (path: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(path, () => resolve(socket));
    socket.once('error', reject);
  });

/** One question at a time; a connection that breaks fails the one that waits. */
function remoteBackend(socket: Socket): Backend {
  let waiting: { resolve: (answer: ControlAnswer) => void; reject: (error: Error) => void } | undefined;
  onMessages<ControlAnswer>(socket, (answer) => waiting?.resolve(answer));
  socket.on('error', () => socket.destroy());
  socket.on('close', () => waiting?.reject(new Error('The server stopped before it answered.')));
  const ask = async (request: ControlRequest): Promise<unknown> => {
    const answer = await new Promise<ControlAnswer>((resolve, reject) => {
      waiting = { resolve, reject };
      sendMessage(socket, request);
    });
    waiting = undefined;
    return resultOf(answer);
  };
  return {
    run: async <I, O>(useCase: unknown, input: I, as?: string) =>
      (await ask({ do: 'run', useCase: nameOf(useCase), input, as })) as O,
    call: async (request, as) => (await ask({ do: 'call', request, as })) as RestResponse,
    close: async () => void socket.destroy(),
  };
}
