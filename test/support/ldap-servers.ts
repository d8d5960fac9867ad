import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { BerReader, FilterParser } from 'ldapts';
import { tlv } from './tlv.ts';

/** A listener on a free port of 127.0.0.1. */
export interface TestListener {
  readonly url: string;
  readonly port: number;
  /** How many connections were opened so far. */
  connections(): number;
  stop(): Promise<void>;
}

/** A server that accepts and never answers. */
export const silentServer = (): Promise<TestListener> => listen(() => {});

/** A listener that takes no further connection, like a host that does not answer at all. */
export async function fullServer(): Promise<Omit<TestListener, 'connections'>> {
  const script = `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, server.address().port + '\\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
    process.exit();
  });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const port = Number(line);
  const waiting = Array.from({ length: 5 }, () => createConnection(port, '127.0.0.1').on('error', () => {}));
  await once(waiting[0] as Socket, 'connect');
  const stop = async (): Promise<void> => {
    for (const socket of waiting) socket.destroy();
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { url: `ldap://127.0.0.1:${port}`, port, stop };
}

/** A way to another port that is cut, hard or gently, after a number of returned bytes. */
export const cuttingProxy = (port: number, bytes: number, isHard: boolean): Promise<TestListener> =>
  listen((socket) => {
    const target = createConnection(port, '127.0.0.1');
    let left = bytes;
    target.on('data', (chunk: Buffer) => {
      socket.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left > 0) return;
      setImmediate(() => (isHard ? socket.resetAndDestroy() : socket.end()));
      target.destroy();
    });
    socket.on('data', (chunk: Buffer) => target.write(chunk));
    socket.on('close', () => target.destroy());
    target.on('error', () => {});
  });

/** A listener that keeps what it is sent and never answers: what was sent to it may not have held a bind. */
export async function recordingServer(): Promise<TestListener & { received(): Buffer }> {
  const chunks: Buffer[] = [];
  const listener = await listen((socket) => socket.on('data', (chunk: Buffer) => chunks.push(chunk)));
  return { ...listener, received: () => Buffer.concat(chunks) };
}

/** The parts of a request of a client that tests need. */
export interface LdapRequest {
  readonly id: number;
  readonly kind: 'bind' | 'unbind' | 'search' | 'extended' | 'other';
  /** The name that is bound, or the base of the search. */
  readonly dn: string;
  /** Of a search: the filter as a text. */
  readonly filter: string;
  readonly scope: 'base' | 'one' | 'sub';
}

/** Speaks just enough LDAP to answer with what no honest server would; every bind succeeds unless it is answered otherwise. */
export const hostileServer = (answer: (request: LdapRequest, socket: Socket) => Buffer | undefined) =>
  listen((socket) => {
    let kept = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      kept = Buffer.concat([kept, chunk]);
      for (let length = messageLength(kept); length !== undefined; length = messageLength(kept)) {
        const request = readRequest(kept.subarray(0, length));
        kept = kept.subarray(length);
        const usual = request.kind === 'bind' ? bindAnswer(request.id) : undefined;
        const bytes = answer(request, socket) ?? usual;
        if (bytes !== undefined && !socket.destroyed) socket.write(bytes);
      }
    });
  });

/** The answer to a bind; 0 is success. */
export const bindAnswer = (id: number, code = 0): Buffer => message(id, result(0x61, code));

/** The answer to StartTLS. */
export const extendedAnswer = (id: number, code = 0): Buffer => message(id, result(0x78, code));

/** The end of a search, with the cookie of the next page where there is one. */
export const searchEnd = (id: number, code = 0, cookie?: string): Buffer =>
  message(id, result(0x65, code), ...(cookie === undefined ? [] : [pagedControl(cookie)]));

/** One entry that a search found. */
export const searchEntry = (
  id: number,
  dn: string,
  attributes: Readonly<Record<string, readonly (string | Buffer)[]>>,
): Buffer =>
  message(
    id,
    tlv(
      0x64,
      text(dn),
      tlv(
        0x30,
        ...Object.entries(attributes).map(([name, values]) => tlv(0x30, text(name), tlv(0x31, ...values.map(text)))),
      ),
    ),
  );

/** A message of LDAP with this content. */
export const message = (id: number, ...content: readonly Buffer[]): Buffer => tlv(0x30, integer(id), ...content);

const result = (tag: number, code: number): Buffer =>
  tlv(tag, tlv(0x0a, Buffer.of(code)), text(''), text('a secret sentence of the server'));

const pagedControl = (cookie: string): Buffer =>
  tlv(0xa0, tlv(0x30, text('1.2.840.113556.1.4.319'), tlv(0x04, tlv(0x30, integer(0), text(cookie)))));

const text = (value: string | Buffer): Buffer => tlv(0x04, Buffer.from(value as string));

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return tlv(0x02, bytes);
}

function messageLength(bytes: Buffer): number | undefined {
  const first = bytes[1];
  if (first === undefined) return undefined;
  const digits = first < 0x80 ? 0 : first & 0x7f;
  if (bytes.length < 2 + digits) return undefined;
  const length = 2 + digits + (digits === 0 ? first : bytes.readUIntBE(2, digits));
  return bytes.length < length ? undefined : length;
}

const kinds = { 96: 'bind', 66: 'unbind', 99: 'search', 119: 'extended' } as const;

function readRequest(bytes: Buffer): LdapRequest {
  const reader = new BerReader(bytes);
  reader.readSequence();
  const id = reader.readInt() ?? 0;
  const tag = reader.peek() ?? 0;
  const kind = kinds[tag as keyof typeof kinds] ?? 'other';
  const nothing = { id, kind, dn: '', filter: '', scope: 'sub' } as const;
  if (kind !== 'bind' && kind !== 'search') return nothing;
  reader.readSequence();
  if (kind === 'bind') reader.readInt();
  const dn = reader.readString() ?? '';
  if (kind === 'bind') return { ...nothing, dn };
  const scope = (['base', 'one', 'sub'] as const)[reader.readEnumeration() ?? 2] ?? 'sub';
  reader.readEnumeration();
  reader.readInt();
  reader.readInt();
  reader.readBoolean();
  return { id, kind, dn, scope, filter: FilterParser.parse(reader).toString() };
}

async function listen(serve: (socket: Socket) => void): Promise<TestListener> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client may hang up in the middle of an answer.
    socket.on('error', () => {});
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `ldap://127.0.0.1:${port}`, port, connections: () => count, stop };
}
