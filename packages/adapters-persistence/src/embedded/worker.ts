import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { BackendDied, PgliteBackend } from './backend.ts';
import { openFolder, startParams } from './open-folder.ts';
import type { DataSource, FromWorker, ToWorker } from './port-messages.ts';
import { SessionQueue } from './session-queue.ts';

// The thread of the embedded database: it can be busy for seconds without keeping the program from anything.

const port = parentPort;
if (port === null) throw new Error('This module is the body of a worker thread.');

const { source, patienceMillis } = workerData as { readonly source: DataSource; readonly patienceMillis: number };
const pglite = await openPglite(source);
const backend = new PgliteBackend(pglite);
const replies = new Map<number, Buffer[]>();

/** Replies of about this size are sent at once, so that the reader works while the backend goes on. */
const sentAtOnce = 64 * 1024;

const queue = new SessionQueue({
  backend,
  greeting: backend.greeting,
  patienceMillis,
  output: {
    deliver(id, bytes) {
      if (replies.size === 0) queueMicrotask(sendReplies);
      const parts = replies.get(id) ?? [];
      parts.push(bytes);
      replies.set(id, parts);
      if (parts.reduce((size, part) => size + part.length, 0) >= sentAtOnce) sendReply(id, parts);
    },
    end(id) {
      sendReplies();
      send({ type: 'end', id });
    },
  },
});

port.on('message', (message: ToWorker) => {
  try {
    receive(message);
  } catch (error) {
    die(error);
  }
});
send({ type: 'ready' });

function openPglite(from: DataSource): Promise<PGlite> {
  if (from.kind === 'folder') return openFolder(from.folder);
  const { template } = from;
  return PGlite.create({
    startParams,
    ...(template && { loadDataDir: blobOf(template) }),
  });
}

/** A blob that is read at once; Node reads its own in pieces of 64 KiB. */
function blobOf(bytes: Uint8Array): Blob {
  return Object.assign(new Blob(), { arrayBuffer: async () => new Uint8Array(bytes).buffer });
}

function receive(message: ToWorker): void {
  if (message.type === 'open') queue.open(message.id);
  else if (message.type === 'bytes') queue.receive(message.id, message.bytes);
  else if (message.type === 'gone') queue.drop(message.id);
  else if (message.type === 'ask') send({ type: 'taken', id: message.id });
  else if (message.type === 'dump') void dump();
  else void close();
}

async function dump(): Promise<void> {
  try {
    await pglite.exec('checkpoint');
    const dumped = await pglite.dumpDataDir('none');
    const bytes = new Uint8Array(await dumped.arrayBuffer());
    send({ type: 'dumped', bytes }, bytes);
  } catch (error) {
    send({ type: 'dumped', failure: String(error) });
  }
}

async function close(): Promise<void> {
  queue.dropAll();
  await pglite.close();
  process.exit(0);
}

/** Reports that nothing can be served any more, which ends all waits, and ends the thread. */
function die(error: unknown): void {
  sendReplies();
  const code = error instanceof BackendDied ? error.code : undefined;
  send({ type: 'dead', reason: error instanceof Error ? error.message : String(error), code });
  process.exit(1);
}

function sendReplies(): void {
  for (const [id, parts] of replies) sendReply(id, parts);
}

function sendReply(id: number, parts: readonly Buffer[]): void {
  replies.delete(id);
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  send({ type: 'bytes', id, bytes }, bytes);
}

function send(message: FromWorker, transferred?: Uint8Array<ArrayBuffer>): void {
  port?.postMessage(message, transferred === undefined ? [] : [transferred.buffer]);
}
