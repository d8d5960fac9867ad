import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { Readable } from 'node:stream';
import type { Core } from '@backroom/core';
import { INTERNAL_ERROR, NO_CONTENT, NOT_MODIFIED } from '@backroom/core/interface';
import { createHttpApp, type HttpAppOptions } from './app.ts';
import { serveInMemory } from './common/server.ts';

/** Options of a fetch application: those of a complete one, and how it learns the address of a client. */
export interface FetchOptions extends Omit<HttpAppOptions, 'core'> {
  /** The address of the client, for rate limits and the audit log; by default it is unknown. */
  readonly clientAddress?: (request: Request) => string | undefined;
}

/** Answers a request as a server does. Rejects if the request is aborted, or its body fails. */
export type FetchApp = (request: Request) => Promise<Response>;

/**
 * Creates the complete application for programs and frameworks on the Fetch standard; the host program
 * decides which paths reach it. Bodies stream in both directions, and the signal of a request ends it.
 * @example
 * const backroom = createFetchApp(core, { inventoryPrefix: '/stock' });
 * app.all('/stock/*', (context) => backroom(context.req.raw));
 */
export function createFetchApp(core: Core, { clientAddress, ...options }: FetchOptions = {}): FetchApp {
  const connect = serveInMemory(createHttpApp({ core, ...options }), { requireHostHeader: false });
  return (request) =>
    new Promise((resolve, reject) => {
      const url = new URL(request.url);
      const connection = connect({
        // Node's servers read these members of a socket.
        remoteAddress: clientAddress?.(request),
        localPort: Number(url.port) || defaultPorts[url.protocol],
        encrypted: url.protocol === 'https:',
      });
      const sent = send({
        createConnection: () => connection,
        method: request.method,
        path: url.pathname + url.search,
        headers: headersOf(request, url),
        setDefaultHeaders: false,
        signal: request.signal,
      });
      sent.on('error', reject);
      sent.once('response', (answer) => resolve(responseOf(request, answer)));
      sent.once('close', () => connection.destroy());
      writeBody(request, sent);
    });
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Headers that concern one connection only (RFC 9110, 7.6.1), or that are set for the connection in memory. */
const ofConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function headersOf(request: Request, url: URL): Record<string, string> {
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !ofConnection.has(name)));
  return {
    host: url.host,
    ...headers,
    connection: 'close',
    ...(request.body && { 'transfer-encoding': 'chunked' }),
  };
}

function writeBody({ body }: Request, sent: ClientRequest): void {
  if (!body) {
    sent.end();
    return;
  }
  const bytes = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  bytes.once('error', (cause) => sent.destroy(cause));
  // A refusal may come before the body was read to its end.
  sent.once('close', () => bytes.destroy());
  bytes.pipe(sent);
}

const withoutBody = new Set<number>([NO_CONTENT, NOT_MODIFIED]);

function responseOf({ method }: Request, answer: IncomingMessage): Response {
  const { statusCode: status = INTERNAL_ERROR, statusMessage: statusText = '', rawHeaders } = answer;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!notPassedOn.has(name.toLowerCase())) headers.append(name, rawHeaders[index + 1] ?? '');
  }
  if (method === 'HEAD' || withoutBody.has(status)) {
    answer.resume();
    return new Response(null, { status, statusText, headers });
  }
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, statusText, headers });
}

/** The host program writes its own date and framing. */
const notPassedOn = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);
