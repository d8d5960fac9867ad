import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on this machine that counts what reaches it. */
export interface CountingServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Connections, with or without a request. */
  connections(): number;
  /** Method and path of the requests. */
  readonly requests: readonly string[];
}

/** Starts a server on all addresses of this machine, IPv6 included. */
export async function startCountingServer(listener: RequestListener): Promise<CountingServer> {
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
