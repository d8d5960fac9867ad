import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { MadeAccount } from '../../resilience/server-process.ts';
import type { Exchange } from '../../support/exchanges.ts';
import { basicHeader } from '../../support/shop-client.ts';
import { bodyOf, type FloodRequest, isHead, type Sender, targetOf } from './requests.ts';

/** Time-out of one answer (ms). */
const PATIENCE = 30_000;

/** What a request got: an answer, or why there was none. */
export type Outcome = Exchange | { readonly silence: string };

/** Where requests go, and with which credentials. */
export interface Carrier {
  readonly url: URL;
  readonly agent: Agent;
  /** The id that the server logs with this request. */
  readonly id: string;
  accountOf(sender: Sender): MadeAccount | undefined;
}

/** Connections that are used again. */
export const floodAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request over a real socket. */
export const send = (flood: FloodRequest, carrier: Carrier): Promise<Outcome> =>
  flood.wire === undefined ? sendOrdinary(flood, carrier) : sendRaw(flood, carrier.url);

/** Every header of a request, in its order. */
export function headersOf(flood: FloodRequest, { id, accountOf }: Pick<Carrier, 'id' | 'accountOf'>) {
  const account = accountOf(flood.sender);
  const has = (wanted: string) => flood.headers.some(([name]) => name.toLowerCase() === wanted);
  const basic = account && flood.isBasic ? basicHeader([account.username, account.applicationPassword]) : undefined;
  const credential = account && !has('authorization') ? [['authorization', basic ?? `Bearer ${account.token}`]] : [];
  return [...(has('x-request-id') ? [] : [['x-request-id', id]]), ...credential, ...flood.headers];
}

function sendOrdinary(flood: FloodRequest, carrier: Carrier): Promise<Outcome> {
  const { url, agent } = carrier;
  const body = bodyOf(flood);
  const announced = body === undefined ? [] : [['content-length', String(body.length + (flood.isCut ? 50 : 0))]];
  const headers = [['host', url.host], ...headersOf(flood, carrier), ...announced].flat();
  const target = targetOf(flood);
  return new Promise((resolve) => {
    const sent = request(
      { host: url.hostname, port: url.port, method: flood.method, path: target, headers, agent },
      (received) => {
        const pieces: Buffer[] = [];
        const answered = () =>
          resolve({
            ...{
              method: isHead(flood) ? 'HEAD' : flood.method,
              status: received.statusCode ?? 0,
              text: inflated(pieces, received.headers),
            },
            headers: Object.fromEntries(Object.entries(received.headers).map(([name, value]) => [name, String(value)])),
            path: placeOf(flood, received.headers),
          });
        received.on('error', ({ message }) => resolve({ silence: `in the middle of the answer: ${message}` }));
        if (isEventStream(received.headers)) {
          answered();
          sent.destroy();
          return;
        }
        received.on('data', (piece: Buffer) => pieces.push(piece));
        received.on('end', answered);
      },
    );
    sent.setTimeout(PATIENCE, () => sent.destroy(new Error(`no answer within ${PATIENCE} ms`)));
    sent.on('error', ({ message }) => resolve({ silence: message }));
    if (!flood.isCut || body === undefined) sent.end(body);
    else sent.write(body, () => sent.socket?.end());
  });
}

/** An event stream has no end: its head is its answer. */
const isEventStream = ({ 'content-type': type }: IncomingHttpHeaders): boolean =>
  type?.startsWith('text/event-stream') === true;

/** The text of an answer, in any encoding that the request accepts. */
function inflated(pieces: readonly Buffer[], { 'content-encoding': encoding }: IncomingHttpHeaders): string {
  const bytes = Buffer.concat(pieces);
  if (bytes.length === 0 || encoding === undefined) return bytes.toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}

/** Sends bytes that are no ordinary request, and reads until the server closes the connection. */
function sendRaw(flood: FloodRequest, url: URL): Promise<Outcome> {
  const { wire = '' } = flood;
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname, () => socket.write(wire, 'latin1'));
    const pieces: Buffer[] = [];
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    socket.on('error', () => {});
    socket.setTimeout(PATIENCE, () => socket.destroy());
    socket.on('close', () => resolve(answerIn(Buffer.concat(pieces), flood)));
  });
}

function answerIn(received: Buffer, flood: FloodRequest): Outcome {
  const { method } = flood;
  const end = received.indexOf('\r\n\r\n');
  const [start = '', ...lines] = received.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(start)?.[1] ?? 0);
  if (status === 0) return { silence: `no answer: ${received.toString().slice(0, 100)}` };
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const rest = received.subarray(end + 4);
  const text = (headers['transfer-encoding'] === 'chunked' ? joined(rest) : rest).toString();
  return { ...{ method, path: placeOf(flood, headers), status, headers }, text };
}

/** Which interface answered: what never became a request is refused by the server itself, whatever it was for. */
function placeOf(flood: FloodRequest, headers: Readonly<Record<string, unknown>>): string {
  const isTurnedAway = headers.connection === 'close' && String(headers['content-type']).includes('problem');
  return isTurnedAway ? '/' : (targetOf(flood).split('?', 1)[0] ?? '');
}

/** The content of a body in chunks (RFC 9112, 7.1). */
function joined(chunked: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = chunked.indexOf('\r\n', at);
    const length = Number.parseInt(chunked.subarray(at, line).toString(), 16);
    if (line < 0 || !(length > 0)) return Buffer.concat(pieces);
    pieces.push(chunked.subarray(line + 2, line + 2 + length));
    at = line + length + 4;
  }
}

/** One line with which the request can be sent again. */
export function reproduction(flood: FloodRequest): string {
  if (flood.wire !== undefined) return `raw ${shortened(JSON.stringify(flood.wire))}`;
  const body = bodyOf(flood);
  const who = flood.sender === 'anonymous' ? '' : ` as ${flood.sender}${flood.isBasic ? ' (Basic)' : ''}`;
  const headers = flood.headers.map(([name, value]) => ` -H ${JSON.stringify(`${name}: ${value}`)}`).join('');
  const said = body === undefined ? '' : ` --data ${JSON.stringify(body.toString(flood.encode ? 'base64' : 'utf8'))}`;
  const cut = flood.isCut ? ' (cut before its announced end)' : '';
  return `${flood.method} ${targetOf(flood)}${who}${shortened(headers)}${shortened(said)}${cut}`;
}

const shortened = (text: string): string =>
  text.length <= 600 ? text : `${text.slice(0, 400)}… (${text.length} characters)`;
