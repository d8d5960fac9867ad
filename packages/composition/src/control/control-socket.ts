import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busy, type Progress, type SourceLine } from '@backroom/core';
import { type Backend, useCaseOf } from './backend.ts';
import { answerOf, type ControlRequest, onMessages, type Question, sendMessage } from './control-messages.ts';
import { Pieces, sendResponse, sendResult, unbundled } from './control-streams.ts';
import { remoteBackend } from './remote-backend.ts';

/** The file of a data folder that says where its server listens to commands. */
const NAME_FILE = 'backroom.socket';
/** Socket paths of 108 bytes and more are cut off by the system. */
const LONGEST_PATH = 100;

/** A server's ear for commands, which only the owner of the data may reach. */
export interface ControlSocket {
  close(): Promise<void>;
}

/** Starts to listen to commands for the data of this folder. */
export async function openControlSocket(
  folder: string,
  backendOf: (operator: string) => Backend,
): Promise<ControlSocket> {
  const place = await socketPlace(folder);
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    socket.on('error', () => socket.destroy());
    let backend: Backend | undefined;
    let file = new Pieces<FilePiece>(socket);
    socket.on('close', () => file.end(new Error('The command stopped before its file was read.')));
    onMessages<ControlRequest>(socket, (request) => {
      if (request.do === 'piece') return file.take(request.bytes);
      backend ??= backendOf(String(request.operator));
      file = new Pieces(socket);
      void attend({ backend, socket, file }, request);
    });
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

type FilePiece = Uint8Array | readonly SourceLine[];

/** What an answer is made with. */
interface Attending {
  readonly backend: Backend;
  readonly socket: Socket;
  readonly file: Pieces<FilePiece>;
}

async function attend({ backend, socket, file }: Attending, question: Question): Promise<void> {
  const tell = (progress: Progress) => sendMessage(socket, { progress });
  try {
    if (question.do === 'call') {
      const chunks = file as Pieces<Uint8Array>;
      const upload = question.hasFile ? { upload: { chunks, tell } } : {};
      await sendResponse(socket, await backend.call({ ...question.request, ...upload }, question.as));
    } else {
      const open = onlyOnce(() => unbundled(file as Pieces<readonly SourceLine[]>));
      const more = { ...(question.hasFile && { open }), ...(question.isHeard && { tell }) };
      const input = Object.keys(more).length > 0 ? { ...(question.input as object), ...more } : question.input;
      await sendResult(socket, await backend.run(useCaseOf(question.useCase), input, question.as));
    }
  } catch (error) {
    sendMessage(socket, answerOf(error));
  }
  file.discard();
}

/** What comes over a socket cannot be read a second time. */
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
