import { createMetrics, createMetricsListener } from '@backroom/adapters-http';
import { describe, expect, test } from 'vitest';
import { ana, raw, running, serving } from '../support/http.ts';

const read = async (url: string, init: RequestInit = {}) => {
  const answer = await fetch(url, init);
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
};

describe('the documentation page', () => {
  test('is public and loads everything from here', async () => {
    await using server = await serving({ inventoryPrefix: '/stock' });
    for (const address of [`${server.url}/stock/docs`, `${server.url}/stock/docs/`]) {
      const { status, headers, text } = await read(address);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['content-security-policy']).toMatch(/^default-src 'self';.* frame-ancestors 'none'$/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(text).not.toMatch(/<script>|<style|style=|onclick|https?:/);
      for (const [, reference = ''] of text.matchAll(/(?:src|href)="([^"]*)"/g)) {
        if (reference.startsWith('data:')) continue;
        const file = await read(new URL(reference, address).href);
        expect([file.status, file.headers['content-type']?.split(';')[0]], reference).toEqual([
          200,
          reference.endsWith('.css') ? 'text/css' : 'text/javascript',
        ]);
      }
    }
  });

  test('has files that need not be fetched again', async () => {
    await using server = await serving();
    const { headers } = await read(`${server.url}/docs/swagger-ui.css`);
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' });
    expect(
      await read(`${server.url}/docs/swagger-ui.css`, { headers: { 'if-none-match': headers.etag ?? '' } }),
    ).toMatchObject({ status: 304, text: '' });
    expect(await read(`${server.url}/docs/swagger-ui.css`, { method: 'HEAD' })).toMatchObject({
      status: 200,
      text: '',
      headers: { etag: headers.etag },
    });
  });

  test('has no other files', async () => {
    await using server = await serving();
    for (const file of [
      'package.json',
      'index.html',
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e/package.json',
      'x/../start.js',
      'START.JS',
      '__proto__',
      '%',
    ]) {
      const answer = await raw(server.port, `GET /docs/${file} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer, file).toMatch(/^HTTP\/1\.1 404 [\s\S]*application\/problem\+json/);
    }
    expect((await read(`${server.url}/DOCS`)).status).toBe(404);
  });

  test('can only be read', async () => {
    await using server = await serving();
    expect(await read(`${server.url}/docs`, { method: 'POST' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, OPTIONS' },
    });
    expect(await read(`${server.url}/docs`, { method: 'OPTIONS' })).toMatchObject({
      status: 204,
      headers: { allow: 'GET, HEAD, OPTIONS' },
    });
  });
});

describe('the measurements', () => {
  const metricsToken = 'measure-me';
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  test('have the duration of requests by route pattern', async () => {
    await using server = await serving({ metricsToken });
    await read(`${server.url}/things/7`, { headers: ana });
    await read(`${server.url}/things/8`, { headers: ana });
    await read(`${server.url}/nothing/hidden`);
    await read(`${server.url}/broken`);
    const { status, headers, text } = await read(`${server.url}/metrics`, bearer(metricsToken));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('text/plain'),
      'cache-control': 'no-store',
    });
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/things/{id}",status_class="2xx"} 2',
    );
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status_class="4xx"} 1');
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/broken",status_class="5xx"} 1');
    expect(text).toMatch(/^http_requests_in_flight 1$/m);
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('hidden');
  });

  test('need their token', async () => {
    await using server = await serving({ metricsToken });
    expect(await read(`${server.url}/metrics`)).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="inventory"' },
    });
    for (const token of ['user.1', 'measure-m', 'measure-mee'])
      expect(await read(`${server.url}/metrics`, bearer(token)), token).toMatchObject({ status: 401 });
    expect(await read(`${server.url}/metrics`, { method: 'POST', ...bearer(metricsToken) })).toMatchObject({
      status: 405,
    });
  });

  test('are not there without a token', async () => {
    await using server = await serving({ metrics: createMetrics() });
    expect(await read(`${server.url}/metrics`, bearer('undefined'))).toMatchObject({ status: 404 });
  });

  test('can be had on a port of their own, and nothing else there', async () => {
    const metrics = createMetrics();
    await using server = await serving({ metrics });
    await using aside = await running(createMetricsListener(metrics));
    await read(`${server.url}/open`);
    expect((await read(`${aside.url}/metrics`)).text).toContain('route="/open"');
    expect((await read(`${aside.url}/open`)).status).toBe(404);
    expect((await read(`${aside.url}/metrics`, { method: 'POST' })).status).toBe(404);
  });
});
