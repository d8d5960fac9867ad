/** The process of an extension: loads it, and passes calls on to it. Imported by `start.ts`. */
import { Socket } from 'node:net';
import { LineChannel } from '../protocol/line-channel.ts';
import { CHANNEL_DESCRIPTOR, type ProcessMessage, type ServerMessage } from '../protocol/messages.ts';
import { createContext } from './extension-context.ts';
import { hardenProcess } from './harden-process.ts';
import { LoadedExtension } from './loaded-extension.ts';
import { PendingRequests } from './pending-requests.ts';
import { refusalOf } from './refusal-of.ts';

const socket = new Socket({ fd: CHANNEL_DESCRIPTOR, readable: true, writable: true });
// The server is gone.
socket.once('close', () => process.exit(0));

let loaded: LoadedExtension | undefined;
const channel = new LineChannel<ProcessMessage, ServerMessage>(socket, {
  onMessage: (message) => void receive(message),
  onFault: (fault) => exitWith(fault),
});
const requests = new PendingRequests(channel);
hardenProcess();

function exitWith(reason: unknown): never {
  process.stderr.write(`${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}\n`);
  process.exit(1);
}

process.on('uncaughtException', exitWith);
process.on('unhandledRejection', exitWith);

async function receive(message: ServerMessage): Promise<void> {
  switch (message.type) {
    case 'load':
      return load(message.slug, message.entry);
    case 'call':
      return call(message.id, () => loaded?.call(message.operation, message.input));
    case 'result':
    case 'refusal':
      return requests.settle(message);
    case 'ping':
      return channel.send({ type: 'pong' });
    default:
      process.exit(0);
  }
}

async function load(slug: string, entry: string): Promise<void> {
  try {
    loaded = await LoadedExtension.load(entry, createContext(slug, requests, channel));
    channel.send({ type: 'loaded', declaration: loaded.declaration() });
  } catch (error) {
    channel.send({ type: 'not loaded', message: refusalOf(error).message });
  }
}

async function call(id: number, work: () => unknown): Promise<void> {
  try {
    const value = await work();
    channel.send({ type: 'result', id, ...(value !== undefined && { value }) });
  } catch (error) {
    channel.send({ type: 'refusal', id, refusal: refusalOf(error) });
  }
}
