import { describe, expect, test } from 'vitest';
import { ana, raw, serving } from '../support/http.ts';

const ask = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, {
    redirect: 'manual',
    ...init,
    headers: { ...ana, ...(init.headers as Record<string, string>) },
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
};
const line = (request: string) =>
  `${request} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer user.7\r\nConnection: close\r\n\r\n`;

describe('an address', () => {
  test('is the same with a slash behind it', async () => {
    await using server = await serving();
    expect(await ask(`${server.url}/things/`)).toMatchObject({ status: 200 });
    expect(await ask(`${server.url}/things/7/`)).toMatchObject({ status: 200, text: '{"id":7}' });
    expect(
      await ask(`${server.url}/things/`, {
        method: 'POST',
        body: '{"name":"a"}',
        headers: { 'content-type': 'application/json' },
      }),
    ).toMatchObject({ status: 201 });
  });

  test('that does not exist is not found for any caller', async () => {
    await using server = await serving();
    for (const path of ['/nothing', '/things/7/x', '/things/a', '/THINGS']) {
      const answer = await ask(`${server.url}${path}`);
      expect(answer, path).toMatchObject({
        status: 404,
        headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
      });
      expect(JSON.parse(answer.text)).toMatchObject({
        code: 'not_found',
        status: 404,
        instance: path,
        request_id: answer.headers['x-request-id'],
      });
    }
    expect((await fetch(`${server.url}/nothing`)).status).toBe(404);
  });

  test('is never tidied up into another', async () => {
    await using server = await serving();
    for (const path of [
      '//things',
      '/x/../things',
      '/./things',
      '/things//7',
      '/x/%2e%2e/things',
      '/things%2F7',
      '/things\\7',
      '*',
      '/things%00',
      '/things;a=b',
    ]) {
      expect(await raw(server.port, line(`GET ${path}`)), path).toMatch(/^HTTP\/1\.1 404 /);
    }
  });

  test('with broken percent-encoding is not found', async () => {
    await using server = await serving();
    for (const path of ['/%', '/%zz', '/things/%E0%A4%A', '/%ff', '/things/7%']) {
      expect(await raw(server.port, line(`GET ${path}`)), path).toMatch(/^HTTP\/1\.1 404 [\s\S]*"code":"not_found"/);
    }
    expect((await ask(`${server.url}/things?q=%ff%zz`)).status).toBe(200);
  });

  test('may be encoded without need, or absolute', async () => {
    await using server = await serving();
    expect(await raw(server.port, line('GET /%74hings/7'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await raw(server.port, line('GET http://shop.example/things/7'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('that is no path is reported as such', async () => {
    await using server = await serving();
    for (const target of ['*', '*/things', '*?q=a']) {
      const answer = await raw(server.port, line(`OPTIONS ${target}`));
      expect(answer, target).toMatch(/^HTTP\/1\.1 404 [\s\S]*"instance":"\/\*/);
    }
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
    const comparable = (headers: Record<string, string>) =>
      Object.entries(headers).filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name));
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(comparable(head.headers)).toEqual(comparable(get.headers));
    expect(head.headers['content-length']).toBe('8');
  });

  test('OPTIONS lists the methods for every caller', async () => {
    await using server = await serving();
    const answer = await fetch(`${server.url}/things/7`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe('GET, DELETE, HEAD, OPTIONS');
    expect(answer.headers.get('content-type')).toBeNull();
    expect((await fetch(`${server.url}/nothing`, { method: 'OPTIONS' })).status).toBe(404);
  });

  test('that the address does not have is refused to those signed in, and not disclosed to others', async () => {
    await using server = await serving();
    expect(await ask(`${server.url}/things`, { method: 'PUT' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, POST, HEAD, OPTIONS' },
    });
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
