import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { makeAuthority } from './certificates.ts';
import type { AskShop } from './phone-client.ts';
import { basicHeader } from './shop-client.ts';

/** The front of a site: it ends TLS, and forwards the address of the client. */
export interface TlsProxy {
  /** A client of the shop interface over HTTPS, at an address of this machine: `127.0.0.7`. */
  clientAt(localAddress: string): AskShop;
  close(): Promise<void>;
}

/** Starts a proxy that hands requests on to a server without TLS. */
export async function openTlsProxy(upstream: () => string): Promise<TlsProxy> {
  const authority = makeAuthority('The authority of a test');
  const { certificate: cert, key } = authority.issue(['127.0.0.1']);
  const server = createServer({ cert, key }, (incoming, outgoing) => handOn(upstream(), incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    clientAt: (localAddress) => clientOf({ port, ca: authority.certificate, localAddress }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function handOn(upstream: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const headers = {
    ...incoming.headers,
    'x-forwarded-for': incoming.socket.remoteAddress,
    'x-forwarded-proto': 'https',
  };
  const onward = forward(new URL(incoming.url ?? '/', upstream), { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

interface ClientParts {
  readonly port: number;
  readonly ca: string;
  readonly localAddress: string;
}

const clientOf =
  (parts: ClientParts): AskShop =>
  async (method, route, { basic, bearer, body, headers = {} } = {}) => {
    const [path = '', query] = route.split('?');
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asking = request({
        ...parts,
        host: '127.0.0.1',
        agent: false,
        method,
        path: `/index.php?rest_route=${path}${query === undefined ? '' : `&${query}`}`,
        headers: {
          ...(basic && { authorization: basicHeader(basic) }),
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      });
      asking.on('response', resolve).on('error', reject);
      asking.end(body === undefined ? undefined : JSON.stringify(body));
    });
    const whole = await text(answer);
    return {
      status: answer.statusCode ?? 0,
      headers: new Headers(answer.headers as Record<string, string>),
      text: whole,
      body: whole === '' ? {} : JSON.parse(whole),
    };
  };
