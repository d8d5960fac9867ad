import { once } from 'node:events';
import { Agent, request as send } from 'node:http';
import { connect } from 'node:net';
import { createHttpApp, listen } from '@backroom/adapters-http';
import { describe, expect, test } from 'vitest';
import { openLog, raw, serving } from '../support/http.ts';
import { shutGate, tinyCore, tinyRoutes } from './tiny-interface.ts';

const app = (gate = shutGate()) => createHttpApp({ core: tinyCore(), routes: tinyRoutes(gate) });
const local = { host: '127.0.0.1', port: 0 };

describe('what is no request', () => {
  test('is answered like every other refusal, and the connection ended', async () => {
    const log = openLog();
    await using server = await serving({ log });
    const good = 'Host: x\r\n';
    const garbage = [
      'hello\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc',
      `GET /open HTTP/1.1\r\n\r\n`,
      `GET /open HTTP/1.1\r\n${good}Bad Header: x\r\n\r\n`,
      `GET /a b HTTP/1.1\r\n${good}\r\n`,
      `POST /login HTTP/1.1\r\n${good}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `POST /login HTTP/1.1\r\n${good}Content-Length: -1\r\n\r\n`,
      `GET /open HTTP/1.1\r\n${good}Host: y\r\n\r\n`,
      `GET /open HTTP/1.1\r\n${good}host: x\r\n\r\n`,
      `GET /open HTTP/1.0\r\n${good}Host: y\r\n\r\n`,
      ...[
        'identity, chunked',
        'chunked, chunked',
        'gzip, chunked',
        'identity',
        'chunked\r\nTransfer-Encoding: chunked',
      ].map((coding) => `POST /login HTTP/1.1\r\n${good}Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`),
      `POST /login HTTP/1.1\r\n${good}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ];
    for (const bytes of garbage) {
      const answer = await raw(server.port, Buffer.from(bytes, 'latin1'));
      expect(answer, bytes).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(answer).toMatch(/\r\nconnection: close\r\n/);
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
      expect(body).toMatchObject({
        status: 400,
        code: 'malformed_request',
        request_id: /x-request-id: (\S+)/.exec(answer)?.[1],
      });
    }
    expect(log.lines.filter(({ facts }) => facts.status === 400).length).toBeGreaterThanOrEqual(garbage.length);
  });

  test('may be too large', async () => {
    await using server = await serving();
    const head = `GET /open HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await raw(server.port, head)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"payload_too_large"/);
    expect(await raw(server.port, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 413 /,
    );
  });

  test.each(['', 'Host: x\r\nHost: y\r\n', 'Host: x\r\nTransfer-Encoding: identity, chunked\r\n'])(
    'is refused after the answer to the request before it, and ends the connection: %j',
    async (lines) => {
      const gate = shutGate();
      const log = openLog();
      await using server = await serving({ routes: tinyRoutes(gate), log });
      const after = 'GET /open HTTP/1.1\r\nHost: x\r\n\r\n';
      const answers = raw(
        server.port,
        `GET /slow HTTP/1.1\r\nHost: x\r\n\r\nPOST /login HTTP/1.1\r\n${lines}\r\n${after}`,
      );
      await gate.reached;
      gate.open();
      expect((await answers).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
      expect(log.lines.filter(({ facts }) => facts.route === '/open')).toEqual([]);
    },
  );

  test('does not spoil the answer to the request before it', async () => {
    const gate = shutGate();
    await using server = await serving({ routes: tinyRoutes(gate) });
    const answers = raw(server.port, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n', 'garbage garbage\r\n\r\n');
    await gate.reached;
    gate.open();
    expect((await answers).match(/HTTP\/1\.1 \d+|\{.*\}/g)).toEqual(['HTTP/1.1 200', '{"slow":true}']);
  });
});

describe('a server', () => {
  test('names an address that is not available', async () => {
    const first = await listen(app(), local);
    const { port } = first.address;
    await expect(listen(app(), { ...local, port })).rejects.toThrow(
      `Cannot listen on 127.0.0.1, port ${port}: something else is listening there.`,
    );
    await first.close();
    await expect(listen(app(), { host: '203.0.113.1', port: 0 })).rejects.toThrow(
      'this machine does not have that address',
    );
  });

  test('publishes its address', async () => {
    const server = await listen(app(), { host: '::1', port: 0 });
    expect(server.address.url).toBe(`http://[::1]:${server.address.port}`);
    expect((await fetch(`${server.address.url}/open`)).status).toBe(200);
    await server.close();
  });

  test('serves several requests sent at once over one connection in their order', async () => {
    await using server = await serving();
    const answers = await raw(
      server.port,
      'GET /open HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\n\r\nGET /open HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });

  test('ignores unknown expectations', async () => {
    await using server = await serving();
    expect(
      await raw(server.port, 'GET /open HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n'),
    ).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a server that stops', () => {
  test('waits for a running request, and ends its connection with it', async () => {
    const gate = shutGate();
    const server = await listen(app(gate), local);
    const running = fetch(`${server.address.url}/slow`);
    await gate.reached;
    const stopped = server.close();
    await expect(fetch(`${server.address.url}/open`)).rejects.toThrow();
    gate.open();
    const answer = await running;
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(await answer.json()).toEqual({ slow: true });
    await stopped;
  });

  test('ends idle and silent connections at once', async () => {
    const server = await listen(app(), local);
    const agent = new Agent({ keepAlive: true });
    const [answer] = await once(send(`${server.address.url}/open`, { agent }).end(), 'response');
    answer.resume();
    await once(answer, 'end');
    const silent = connect(server.address.port, '127.0.0.1').on('error', () => {});
    await once(silent, 'connect');
    const since = performance.now();
    await server.close();
    expect(performance.now() - since).toBeLessThan(2_000);
    if (!silent.closed) await once(silent.resume(), 'close');
    agent.destroy();
  });

  test('answers requests of a busy connection meanwhile, and closes it with the last', async () => {
    const gate = shutGate();
    const server = await listen(app(gate), local);
    const socket = connect(server.address.port, '127.0.0.1');
    let answers = '';
    socket.on('data', (piece) => {
      answers += piece;
    });
    socket.write('POST /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await gate.reached;
    const stopped = server.close();
    socket.write('GET /open HTTP/1.1\r\nHost: x\r\n\r\n');
    gate.open();
    await stopped;
    if (!socket.closed) await once(socket, 'close');
    expect(answers).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*\{"slow":true\}/i);
  });

  test('waits no longer than configured', async () => {
    const gate = shutGate();
    const server = await listen(app(gate), local);
    const running = fetch(`${server.address.url}/slow`).catch(() => 'broken off');
    await gate.reached;
    await server.close(50);
    expect(await running).toBe('broken off');
    gate.open();
    await server.close();
  });
});
