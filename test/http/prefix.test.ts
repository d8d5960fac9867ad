import { createHttpApp, createInventoryMiddleware } from '@backroom/adapters-http';
import Koa, { type Middleware } from 'koa';
import { describe, expect, test } from 'vitest';
import { ana, openLog, running, serving } from '../support/http.ts';
import { tinyCore, tinyRoutes } from './tiny-interface.ts';

const ask = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, {
    redirect: 'manual',
    ...init,
    headers: { ...ana, ...(init.headers as Record<string, string>) },
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
};

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
    expect(await ask(`${server.url}/stock/v1/nothing`)).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    });
    for (const path of ['/', '/stock', '/stock/v12/things', '/things/7'])
      expect(await ask(server.url + path), path).toMatchObject({ text: 'the host' });
  });

  test('addresses in answers have the prefix', async () => {
    await using server = await running(hostApp({ prefix: 'stock' }));
    expect(await ask(`${server.url}/stock/things`, make)).toMatchObject({
      status: 201,
      headers: { location: '/stock/things/1' },
    });
    expect(JSON.parse((await ask(`${server.url}/stock/nothing`)).text)).toMatchObject({ instance: '/stock/nothing' });
  });

  test('that the host has taken off, addresses in answers have it too', async () => {
    const mounted: Middleware = (context, next) => {
      context.url = context.url.replace('/outer', '');
      return next();
    };
    await using server = await running(hostApp({ prefix: '/stock' }, mounted));
    expect(await ask(`${server.url}/outer/stock/things`, make)).toMatchObject({
      headers: { location: '/outer/stock/things/1' },
    });
  });

  test('the application moves as a block', async () => {
    await using server = await serving({ inventoryPrefix: '/stock' });
    expect(await ask(`${server.url}/stock/things/7`)).toMatchObject({ status: 200 });
    expect(await ask(`${server.url}/things/7`)).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    });
    expect(await ask(`${server.url}/stock/docs`)).toMatchObject({ status: 200 });
    expect(await ask(`${server.url}/docs`)).toMatchObject({ status: 404 });
  });

  test('a host that has read the body already is no obstacle', async () => {
    const reading: Middleware = async (context, next) => {
      const pieces: Buffer[] = [];
      for await (const piece of context.req) pieces.push(piece as Buffer);
      const rawBody = Buffer.concat(pieces).toString();
      Object.assign(context.request, { rawBody, body: JSON.parse(rawBody) });
      return next();
    };
    await using server = await running(hostApp({}, reading));
    expect(await ask(`${server.url}/things`, make)).toMatchObject({ status: 201, text: '{"name":"a"}' });
  });

  test('failures are emitted on the host app by default', async () => {
    const heard: unknown[] = [];
    const app = hostApp({});
    app.on('error', (error: Error) => heard.push(error.message));
    await using server = await running(app);
    expect((await ask(`${server.url}/broken`)).status).toBe(500);
    expect(heard).toEqual(['secret of the house']);
  });

  test('that is invalid is refused at once', () => {
    for (const prefix of ['/a b', '/../x', '/:x', '/{a}', '/a?b']) {
      expect(() => createHttpApp({ core: tinyCore(), inventoryPrefix: prefix }), prefix).toThrow('Not a path');
    }
  });

  test('two interfaces in one process are independent', async () => {
    const [first, second] = [openLog(), openLog()];
    await using one = await serving({ log: first });
    await using other = await serving({ log: second, apiVersion: '2.0.0' });
    expect((await ask(`${one.url}/things`)).headers['x-api-version']).toBe('1.4.1');
    expect((await ask(`${other.url}/things`)).headers['x-api-version']).toBe('2.0.0');
    expect([first.lines.length, second.lines.length]).toEqual([1, 1]);
  });
});
