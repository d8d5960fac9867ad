import { createHttpApp, createInventoryMiddleware } from '@backroom/adapters-http';
import Koa, { type Middleware } from 'koa';
import { describe, expect, test } from 'vitest';
import { ana, openLog, raw, running, serving, tinyCore, tinyRoutes } from '../support/http.ts';

const ask = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, { redirect: 'manual', ...init, headers: { ...ana, ...(init.headers as Record<string, string>) } });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
};
const line = (request: string) => `${request} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer user.7\r\nConnection: close\r\n\r\n`;

describe('an address', () => {
  test('is the same with a slash behind it', async () => {
    await using server = await serving();
    expect(await ask(`${server.url}/things/`)).toMatchObject({ status: 200 });
    expect(await ask(`${server.url}/things/7/`)).toMatchObject({ status: 200, text: '{"id":7}' });
    expect(await ask(`${server.url}/things/`, { method: 'POST', body: '{"name":"a"}', headers: { 'content-type': 'application/json' } })).toMatchObject({ status: 201 });
  });

  test('that does not exist is not found, whoever asks', async () => {
    await using server = await serving();
    for (const path of ['/', '/nothing', '/things/7/x', '/things/a', '/THINGS']) {
      const answer = await ask(`${server.url}${path}`);
      expect(answer, path).toMatchObject({ status: 404, headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' } });
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'not_found', status: 404, instance: path, request_id: answer.headers['x-request-id'] });
    }
    expect((await fetch(`${server.url}/nothing`)).status).toBe(404);
  });

  test('is never tidied up into another', async () => {
    await using server = await serving();
    for (const path of ['//things', '/x/../things', '/./things', '/things//7', '/x/%2e%2e/things', '/things%2F7', '/things\\7', '*', '/things%00', '/things;a=b']) {
      expect(await raw(server.port, line(`GET ${path}`)), path).toMatch(/^HTTP\/1\.1 404 /);
    }
  });

  test('with broken percent-encoding is not found', async () => {
    await using server = await serving();
    for (const path of ['/%', '/%zz', '/things/%E0%A4%A', '/%ff', '/things/7%']) {
      expect(await raw(server.port, line(`GET ${path}`)), path).toMatch(/^HTTP\/1\.1 404 [^]*"code":"not_found"/);
    }
    expect((await ask(`${server.url}/things?q=%ff%zz`)).status).toBe(200);
  });

  test('may be encoded without need, or given in full', async () => {
    await using server = await serving();
    expect(await raw(server.port, line('GET /%74hings/7'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await raw(server.port, line('GET http://shop.example/things/7'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('passes its query on as it was ordered and repeated', async () => {
    await using server = await serving();
    expect(await ask(`${server.url}/things?q=a+b%26`)).toMatchObject({ status: 200, text: '{"q":"a b&"}' });
    expect(await ask(`${server.url}/things?q=a&q=b`)).toMatchObject({ status: 422 });
    expect(await ask(`${server.url}/things?__proto__=a`)).toMatchObject({ status: 422 });
  });
});

describe('a method', () => {
  test('HEAD is GET without the body', async () => {
    await using server = await serving();
    const get = await ask(`${server.url}/things/7`);
    const head = await ask(`${server.url}/things/7`, { method: 'HEAD' });
    const comparable = ({ date: _, 'x-request-id': __, ...rest }: Record<string, string>) => rest;
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(comparable(head.headers)).toEqual(comparable(get.headers));
    expect(head.headers['content-length']).toBe('8');
  });

  test('OPTIONS tells the methods to everybody', async () => {
    await using server = await serving();
    const answer = await fetch(`${server.url}/things/7`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe('GET, DELETE, HEAD, OPTIONS');
    expect(answer.headers.get('content-type')).toBeNull();
    expect((await fetch(`${server.url}/nothing`, { method: 'OPTIONS' })).status).toBe(404);
  });

  test('that the address does not have is refused to those signed in, and nothing is told to others', async () => {
    await using server = await serving();
    expect(await ask(`${server.url}/things`, { method: 'PUT' })).toMatchObject({ status: 405, headers: { allow: 'GET, POST, HEAD, OPTIONS' } });
    const stranger = await fetch(`${server.url}/things`, { method: 'PUT' });
    expect([stranger.status, stranger.headers.get('allow')]).toEqual([401, null]);
    expect(await raw(server.port, line('PROPFIND /things'))).toMatch(/^HTTP\/1\.1 405 /);
  });

  test('that answers with nothing sends nothing', async () => {
    await using server = await serving();
    const answer = await ask(`${server.url}/things/7`, { method: 'DELETE' });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers).not.toHaveProperty('content-type');
  });
});

describe('below a prefix', () => {
  const make = { method: 'POST', body: '{"name":"a"}', headers: { 'content-type': 'application/json' } };
  const hostApp = (options: { prefix?: string }, before: Middleware = (_, next) => next()) => {
    const app = new Koa();
    app.use(before).use(createInventoryMiddleware(tinyCore(), { routes: tinyRoutes(), ...options }));
    app.use((context) => {
      context.body = 'the host';
    });
    return app;
  };

  test('of a host, what is outside belongs to the host', async () => {
    await using server = await running(hostApp({ prefix: '/stock/v1/' }));
    expect(await ask(`${server.url}/stock/v1/things/7`)).toMatchObject({ status: 200, text: '{"id":7}' });
    expect(await ask(`${server.url}/stock/v1`)).toMatchObject({ status: 404 });
    expect(await ask(`${server.url}/stock/v1/nothing`)).toMatchObject({ status: 404, headers: { 'content-type': 'application/problem+json' } });
    for (const path of ['/', '/stock', '/stock/v12/things', '/things/7']) expect(await ask(server.url + path), path).toMatchObject({ text: 'the host' });
  });

  test('addresses in answers have the prefix', async () => {
    await using server = await running(hostApp({ prefix: 'stock' }));
    expect(await ask(`${server.url}/stock/things`, make)).toMatchObject({ status: 201, headers: { location: '/stock/things/1' } });
    expect(JSON.parse((await ask(`${server.url}/stock/nothing`)).text)).toMatchObject({ instance: '/stock/nothing' });
  });

  test('that the host has taken off, addresses in answers have it too', async () => {
    const mounted: Middleware = (context, next) => {
      context.url = context.url.replace('/outer', '');
      return next();
    };
    await using server = await running(hostApp({ prefix: '/stock' }, mounted));
    expect(await ask(`${server.url}/outer/stock/things`, make)).toMatchObject({ headers: { location: '/outer/stock/things/1' } });
  });

  test('the application moves as a block', async () => {
    await using server = await serving({ inventoryPrefix: '/stock' });
    expect(await ask(`${server.url}/stock/things/7`)).toMatchObject({ status: 200 });
    expect(await ask(`${server.url}/things/7`)).toMatchObject({ status: 404, headers: { 'content-type': 'application/problem+json' } });
    expect(await ask(`${server.url}/stock/docs`)).toMatchObject({ status: 200 });
    expect(await ask(`${server.url}/docs`)).toMatchObject({ status: 404 });
  });

  test('a host that has read the body already is no obstacle', async () => {
    const reading: Middleware = async (context, next) => {
      const pieces: Buffer[] = [];
      for await (const piece of context.req) pieces.push(piece as Buffer);
      context.request.rawBody = Buffer.concat(pieces).toString();
      context.request.body = JSON.parse(context.request.rawBody as string);
      return next();
    };
    await using server = await running(hostApp({}, reading));
    expect(await ask(`${server.url}/things`, make)).toMatchObject({ status: 201, text: '{"name":"a"}' });
  });

  test('failures are told to the host app that has asked for nothing else', async () => {
    const heard: unknown[] = [];
    const app = hostApp({});
    app.on('error', (error: Error) => heard.push(error.message));
    await using server = await running(app);
    expect((await ask(`${server.url}/broken`)).status).toBe(500);
    expect(heard).toEqual(['secret of the house']);
  });

  test('that is none is refused at once', () => {
    for (const prefix of ['/a b', '/../x', '/:x', '/{a}', '/a?b']) {
      expect(() => createHttpApp({ core: tinyCore(), inventoryPrefix: prefix }), prefix).toThrow('Not a path');
    }
  });

  test('two interfaces in one process know nothing of each other', async () => {
    const [first, second] = [openLog(), openLog()];
    await using one = await serving({ log: first });
    await using other = await serving({ log: second, apiVersion: '2.0.0' });
    expect((await ask(`${one.url}/things`)).headers['x-api-version']).toBe('1.4.1');
    expect((await ask(`${other.url}/things`)).headers['x-api-version']).toBe('2.0.0');
    expect([first.lines.length, second.lines.length]).toEqual([1, 1]);
  });
});
