import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { MemoryLog } from '@backroom/adapters-memory';
import { type OutboundOptions, UndiciOutboundClient } from '@backroom/adapters-outbound';
import type { DomainError } from '@backroom/core';
import type { OutboundRequest } from '@backroom/core/outbound';
import { describe, expect, it } from 'vitest';
import { makeAuthority } from '../support/certificates.ts';
import { startNameServer } from '../support/name-servers.ts';
import { startCountingServer } from '../support/outbound-servers.ts';

const log = new MemoryLog();
const send = (
  { port }: { readonly port: number },
  request: Partial<OutboundRequest> = {},
  options: Partial<OutboundOptions> = {},
) =>
  new UndiciOutboundClient({ log, allow: [`127.0.0.1:${port}`], ...options }).send({
    purpose: 'test',
    url: `http://127.0.0.1:${port}/`,
    ...request,
  });
const reasonOf = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'answered',
    ({ code, cause }: DomainError) => `${code}: ${(cause as Error).message}`,
  );
const text = ({ body }: { readonly body: Uint8Array }) => Buffer.from(body).toString();

describe('an outbound request', () => {
  it('sends method, headers and body, and returns the answer whatever its status', async () => {
    await using server = await startCountingServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.writeHead(422, { 'content-type': 'application/json', 'x-many': ['a', 'b'] });
        response.end(JSON.stringify({ headers: request.headers, body: Buffer.concat(chunks).toString() }));
      });
    });
    const answer = await send(server, { method: 'POST', headers: { 'X-Signature': 's' }, body: '{"a":1}' });
    expect(answer).toMatchObject({ status: 422, isCut: false, url: `${server.url}/` });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'x-many': 'a, b' });
    const { headers, body } = JSON.parse(text(answer));
    expect(body).toBe('{"a":1}');
    expect(headers).toMatchObject({ 'x-signature': 's', 'user-agent': 'Backroom', 'accept-encoding': 'gzip, br' });
    expect(headers).not.toHaveProperty('cookie');
  });

  it.each(['Host', 'cookie', 'User-Agent', 'Content-Length', 'transfer-encoding', 'Connection'])(
    'may not set the header %s',
    async (name) => {
      await expect(send({ port: 80 }, { headers: { [name]: 'x' } })).rejects.toThrow(TypeError);
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['identity', (body: string) => Buffer.from(body)],
  ])('decompresses %s', async (coding, compress) => {
    await using server = await startCountingServer((_, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(compress('hello'));
    });
    expect(text(await send(server))).toBe('hello');
  });

  it('reads no body for HEAD', async () => {
    await using server = await startCountingServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '99' }).end();
    });
    expect(await send(server, { method: 'HEAD' })).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  it('accepts an empty body with a coding', async () => {
    await using server = await startCountingServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end();
    });
    expect(text(await send(server))).toBe('');
  });
});

describe('redirects', () => {
  const chain = (length: number) =>
    startCountingServer((request, response) => {
      const step = Number((request.url ?? '').slice(1) || 0);
      if (step >= length) return response.end(`end ${request.headers.authorization ?? 'anonymous'}`);
      response.writeHead(302, { location: `/${step + 1}` }).end();
    });

  it('are followed three times', async () => {
    await using server = await chain(3);
    const answer = await send(server, { headers: { authorization: 'Bearer x' } });
    expect([text(answer), answer.url]).toEqual(['end Bearer x', `${server.url}/3`]);
  });

  it('are not followed more often', async () => {
    await using server = await chain(4);
    expect(await reasonOf(send(server))).toBe('outbound_failed: there are too many redirects');
    expect(server.requests).toHaveLength(4);
  });

  it('are not followed for a POST', async () => {
    await using server = await chain(1);
    expect((await send(server, { method: 'POST', body: 'x' })).status).toBe(302);
    expect(server.requests).toEqual(['POST /']);
  });

  it('to another origin lose the headers of the caller', async () => {
    await using other = await startCountingServer((request, response) => response.end(JSON.stringify(request.headers)));
    await using server = await startCountingServer((_, response) => {
      response.writeHead(307, { location: `${other.url}/` }).end();
    });
    const allow = [`127.0.0.1:${server.port}`, `127.0.0.1:${other.port}`];
    const headers = JSON.parse(
      text(await send(server, { headers: { authorization: 'Bearer x', 'x-key': 'k', accept: 'a/b' } }, { allow })),
    );
    expect(headers).toMatchObject({ accept: 'a/b' });
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('x-key');
  });
});

describe('hostile answers', () => {
  const started = () => performance.now();

  it('longer than the limit are refused, or cut', async () => {
    await using server = await startCountingServer((_, response) => response.end('x'.repeat(2_000)));
    expect(await reasonOf(send(server, { limits: { bodyBytes: 1_999 } }))).toBe(
      'outbound_failed: the body is longer than 1999 bytes',
    );
    expect((await send(server, { limits: { bodyBytes: 2_000 } })).body).toHaveLength(2_000);
    expect(await send(server, { limits: { bodyBytes: 10, longerBody: 'cut' } })).toMatchObject({
      isCut: true,
      body: Buffer.from('xxxxxxxxxx'),
    });
  });

  it('without end stop at the limit', async () => {
    await using server = await startCountingServer((_, response) => {
      const more = (): void => void response.write('x'.repeat(65_536), () => setImmediate(more));
      more();
    });
    expect(await reasonOf(send(server))).toBe('outbound_failed: the body is longer than 1048576 bytes');
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('that decompress to much more (%s) stop at the limit', async (coding, compress) => {
    const bomb = compress(Buffer.alloc(64 * 1_048_576));
    await using server = await startCountingServer((_, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(bomb);
    });
    const before = process.memoryUsage().arrayBuffers;
    expect(await reasonOf(send(server))).toBe('outbound_failed: the body is longer than 1048576 bytes');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1_048_576);
  });

  it('that decompress to nothing, for ever, stop at the limit', async () => {
    const empty = gzipSync('');
    await using server = await startCountingServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const block = Buffer.concat(Array.from({ length: 5_000 }, () => empty));
      const more = (): void => void response.write(block, () => setImmediate(more));
      more();
    });
    expect(await reasonOf(send(server))).toMatch(/^outbound_failed: the compressed body is longer than 1048576 bytes$/);
  });

  it.each(['deflate, gzip', 'zstd', 'gzip, gzip', 'nonsense'])('in the coding %j are refused', async (coding) => {
    await using server = await startCountingServer((_, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end('x');
    });
    expect(await reasonOf(send(server))).toBe('outbound_failed: the body has an unknown coding');
  });

  it('that do not match their declared coding are refused', async () => {
    await using server = await startCountingServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not compressed');
    });
    expect(await reasonOf(send(server))).toMatch(/^outbound_failed: the connection failed: Z_DATA_ERROR$/);
  });

  it.each<[string, (end: (answer: string) => void) => void]>([
    ['never begin', () => {}],
    ['never end their headers', (write) => write('HTTP/1.1 200 OK\r\nX-A: 1\r\n')],
    ['never end their body', (write) => write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx')],
    [
      'drip',
      (write) => {
        write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
        const timer = setInterval(() => write('x'), 20);
        setTimeout(() => clearInterval(timer), 2_000);
      },
    ],
  ])('that %s are ended by the time limit', async (_, answer) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {}).resume();
      answer((content) => void (socket.writable && socket.write(content)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const from = started();
    expect(await reasonOf(send(server.address() as AddressInfo, { limits: { totalMs: 300 } }))).toBe(
      'outbound_failed: the time is over',
    );
    expect(performance.now() - from).toBeLessThan(5_000);
    await new Promise((resolve) => server.close(resolve));
  });

  it('with endless headers are refused', async () => {
    await using server = await startCountingServer((_, response) => {
      response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end();
    });
    expect(await reasonOf(send(server))).toMatch(/^outbound_failed: the connection failed: UND_ERR_HEADERS_OVERFLOW$/);
  });

  it('that end early are failures', async () => {
    await using server = await startCountingServer((_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('x', () => response.destroy());
    });
    expect(await reasonOf(send(server))).toMatch(/^outbound_failed: the connection failed: /);
  });

  it('from a closed port are failures', async () => {
    const port = await (async () => {
      await using server = await startCountingServer(() => {});
      return server.port;
    })();
    expect(await reasonOf(send({ port }))).toBe('outbound_failed: the connection failed: ECONNREFUSED');
  });
});

describe('names', () => {
  it('are resolved once: the connection goes to the address that was checked', async () => {
    await using server = await startCountingServer((_, response) => response.end('reached'));
    // Public at first, this machine at every later look-up; a public address that never answers.
    await using names = await startNameServer((_, count) => (count === 0 ? ['198.41.0.4'] : ['127.0.0.1']));
    const client = new UndiciOutboundClient({ log, nameServers: [names.address], ports: [server.port] });
    const url = `http://rebinding.example:${server.port}/`;
    const limits = { totalMs: 500, connectMs: 300 };
    expect(await reasonOf(client.send({ purpose: 'test', url, limits }))).toMatch(/^outbound_failed: /);
    expect(await reasonOf(client.send({ purpose: 'test', url, limits }))).toMatch(/^outbound_refused: /);
    expect(names.lookups).toEqual(
      Array.from({ length: 2 }, () => ['A', 'AAAA'].map((type) => `${type} rebinding.example`)).flat(),
    );
    expect(server.connections()).toBe(0);
  });

  it('that are allowed lead to the addresses of the name server', async () => {
    await using server = await startCountingServer((request, response) => response.end(request.headers.host));
    await using names = await startNameServer(() => ['127.0.0.1']);
    const options = { nameServers: [names.address], allow: [`Feeds.Shop.LAN:${server.port}`] };
    const url = `http://feeds.shop.lan:${server.port}/`;
    expect(text(await send(server, { url }, options))).toBe(`feeds.shop.lan:${server.port}`);
    expect(await reasonOf(send(server, { url: url.replace(String(server.port), '81') }, options))).toBe(
      'outbound_refused: the port is not allowed',
    );
  });

  it('without an address are failures', async () => {
    await using names = await startNameServer(() => []);
    expect(await reasonOf(send({ port: 80 }, { url: 'http://none.example/' }, { nameServers: [names.address] }))).toBe(
      'outbound_failed: the host name has no address',
    );
  });

  it('that a name server does not answer end by the time limit', async () => {
    await using names = await startNameServer(() => undefined);
    const url = 'http://silent.example/';
    expect(
      await reasonOf(send({ port: 80 }, { url, limits: { totalMs: 300 } }, { nameServers: [names.address] })),
    ).toBe('outbound_failed: the time is over');
  });
});

describe('TLS', () => {
  it('is verified for the name, over the pinned address', async () => {
    const authority = makeAuthority('Test');
    const { certificate, key } = authority.issue(['feeds.shop.example']);
    const server = createTlsServer({ cert: certificate, key }, (_, response) => response.end('secure'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await using names = await startNameServer(() => ['127.0.0.1']);
    const options = {
      nameServers: [names.address],
      allow: [`feeds.shop.example:${port}`, `other.example:${port}`],
      ca: authority.certificate,
    };
    const url = `https://feeds.shop.example:${port}/`;
    expect(text(await send({ port }, { url, requiresTls: true }, options))).toBe('secure');
    expect(await reasonOf(send({ port }, { url: `https://other.example:${port}/` }, options))).toBe(
      'outbound_failed: the connection failed: ERR_TLS_CERT_ALTNAME_INVALID',
    );
    await new Promise((resolve) => server.close(resolve));
  });

  it('may be required, except of targets that are allowed', async () => {
    await using server = await startCountingServer((_, response) => response.end('plain'));
    expect(await reasonOf(send({ port: 80 }, { url: 'http://93.184.215.14/', requiresTls: true }))).toBe(
      'outbound_refused: the scheme is not https',
    );
    expect(text(await send(server, { requiresTls: true }))).toBe('plain');
  });
});

describe('concurrency', () => {
  it('is limited for each purpose; the others wait within their time', async () => {
    const waiting: (() => void)[] = [];
    await using server = await startCountingServer((_, response) => void waiting.push(() => response.end('x')));
    const client = new UndiciOutboundClient({ log, allow: [`127.0.0.1:${server.port}`], concurrent: 2 });
    const get = (purpose: string, totalMs = 5_000) =>
      reasonOf(client.send({ purpose, url: `${server.url}/${purpose}`, limits: { totalMs } }));
    const first = [get('a'), get('a'), get('a'), get('b')];
    const impatient = get('a', 100);
    expect(await impatient).toBe('outbound_failed: the time is over');
    await expect.poll(() => server.requests.length).toBe(3);
    expect(server.requests.filter((each) => each === 'GET /a')).toHaveLength(2);
    for (const end of waiting.splice(0)) end();
    await expect.poll(() => server.requests.length).toBe(4);
    for (const end of waiting.splice(0)) end();
    expect(await Promise.all(first)).toEqual(['answered', 'answered', 'answered', 'answered']);
  });
});

describe('the list of allowed targets', () => {
  it.each([
    'shop.lan',
    'http://shop.lan:80',
    'shop.lan:0',
    'shop.lan:65536',
    'a b:80',
    'user@shop.lan:80',
    ':80',
    'x/y:80',
  ])('has no entry %j', (entry) => {
    expect(() => new UndiciOutboundClient({ log, allow: [entry] })).toThrow(RangeError);
  });
});
