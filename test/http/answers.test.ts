import { describe, expect, test } from 'vitest';
import { ana, openLog, serving } from '../support/http.ts';

const ask = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(url, { method, headers: { ...ana, ...headers } });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
};

describe('every answer', () => {
  test('keeps browsers from doing anything with it but reading it', async () => {
    await using server = await serving();
    for (const path of ['/things', '/nothing', '/broken', '/open']) {
      const { headers } = await ask(server.url + path);
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        vary: 'Authorization, Cookie',
      });
      for (const name of ['server', 'x-powered-by', 'strict-transport-security', 'access-control-allow-origin'])
        expect(headers).not.toHaveProperty(name);
    }
  });

  test('sends HSTS where the world uses https', async () => {
    await using server = await serving({ publicUrl: 'https://stock.example' });
    expect((await ask(`${server.url}/open`)).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('has the request id of the caller where that is harmless, else one of its own', async () => {
    await using server = await serving();
    expect((await ask(`${server.url}/open`, { 'x-request-id': 'Shop_1.2-3' })).headers['x-request-id']).toBe(
      'Shop_1.2-3',
    );
    for (const id of ['', 'a b', 'a'.repeat(65), 'a,b', '<script>']) {
      expect((await ask(`${server.url}/open`, { 'x-request-id': id })).headers['x-request-id'], id).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/,
      );
    }
  });

  test('shows the version of the interface to those signed in', async () => {
    await using server = await serving();
    expect((await ask(`${server.url}/things/x`)).headers).not.toHaveProperty('x-api-version');
    expect((await ask(`${server.url}/things?x=y`)).headers['x-api-version']).toBe('1.4.1');
    expect((await fetch(`${server.url}/open`)).headers.get('x-api-version')).toBeNull();
  });

  test('shows only the id of an internal failure; the log has the rest', async () => {
    const log = openLog();
    await using server = await serving({ log });
    for (const path of ['/broken', '/unsayable']) {
      const { status, headers, text } = await ask(server.url + path);
      expect([status, headers['content-type']]).toEqual([500, 'application/problem+json']);
      expect(JSON.parse(text)).toMatchObject({ code: 'internal_error', request_id: headers['x-request-id'] });
      expect(text).not.toMatch(/secret|BigInt|\.ts/);
    }
    const failures = log.lines.filter(({ level }) => level === 'error');
    expect(failures.map(({ event, cause }) => [event, (cause as Error).message])).toEqual([
      ['request failed', 'secret of the house'],
      ['request failed', expect.stringContaining('BigInt')],
    ]);
  });

  test('has the time to retry', async () => {
    await using server = await serving();
    expect(await ask(`${server.url}/limited`)).toMatchObject({ status: 429, headers: { 'retry-after': '3' } });
  });
});

describe('an entity tag', () => {
  test('is the version of the object where it has one', async () => {
    await using server = await serving();
    expect((await ask(`${server.url}/things/7`)).headers.etag).toBe('"3"');
  });

  test('else it is a digest of the answer', async () => {
    await using server = await serving();
    const first = await ask(`${server.url}/things?q=a`);
    expect(first.headers.etag).toMatch(/^"[\w-]{27}"$/);
    expect((await ask(`${server.url}/things?q=a`)).headers.etag).toBe(first.headers.etag);
    expect((await ask(`${server.url}/things?q=b`)).headers.etag).not.toBe(first.headers.etag);
    expect((await ask(`${server.url}/things?q=a`, {}, 'HEAD')).headers.etag).toBe(first.headers.etag);
  });

  test('is omitted for what may not be kept, for refusals, and for changes', async () => {
    await using server = await serving();
    expect((await ask(`${server.url}/users/me`)).headers).toMatchObject({ 'cache-control': 'no-store' });
    expect((await ask(`${server.url}/users/me`)).headers).not.toHaveProperty('etag');
    expect((await ask(`${server.url}/nothing`)).headers).not.toHaveProperty('etag');
  });

  test('that the caller has already spares the answer', async () => {
    await using server = await serving();
    for (const path of ['/things/7', '/things?q=a']) {
      const { etag = '' } = (await ask(server.url + path)).headers;
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await ask(server.url + path, { 'if-none-match': known });
        expect(again, known).toMatchObject({
          status: 304,
          text: '',
          headers: { etag, 'cache-control': 'private, no-cache' },
        });
        expect(again.headers).not.toHaveProperty('content-type');
      }
      expect((await ask(server.url + path, { 'if-none-match': etag }, 'HEAD')).status).toBe(304);
      expect((await ask(server.url + path, { 'if-none-match': '"x"' })).status).toBe(200);
    }
    expect((await ask(`${server.url}/things/7`, { 'if-none-match': '*' }, 'DELETE')).status).toBe(204);
  });
});

describe('an Accept header', () => {
  test('that allows JSON in any way gets JSON', async () => {
    await using server = await serving();
    for (const accept of [
      '*/*',
      'application/json',
      'application/*',
      'text/html,*/*;q=0.1',
      'Application/JSON;q=0.5, text/plain',
    ]) {
      expect((await ask(`${server.url}/things`, { accept })).status, accept).toBe(200);
    }
  });

  test('that excludes JSON is refused before anything is done', async () => {
    await using server = await serving();
    for (const accept of ['text/html', 'application/xml, text/*', 'application/json;q=0, */*']) {
      const answer = await ask(`${server.url}/things/7`, { accept }, 'DELETE');
      expect(answer, accept).toMatchObject({ status: 406, headers: { 'content-type': 'application/problem+json' } });
      expect(JSON.parse(answer.text)).toMatchObject({ code: 'not_acceptable' });
    }
    expect((await fetch(`${server.url}/open`, { headers: { accept: 'text/html' } })).status).toBe(406);
  });

  test('comes after authentication and permission', async () => {
    await using server = await serving();
    const accept = 'text/html';
    expect((await fetch(`${server.url}/things`, { headers: { accept } })).status).toBe(401);
    expect((await ask(`${server.url}/nothing`, { accept })).status).toBe(404);
    expect((await ask(`${server.url}/things`, { accept }, 'PUT')).status).toBe(405);
  });
});
