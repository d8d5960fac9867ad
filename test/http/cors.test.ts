import { describe, expect, test } from 'vitest';
import { ana, serving } from '../support/http.ts';

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers: { ...ana, ...headers } });
  return { status: answer.status, headers: Object.fromEntries(answer.headers) };
};

describe('scripts of other origins', () => {
  const corsOrigins = ['https://app.example', 'http://localhost:5173'];

  test('get no headers unless their origin is on the list', async () => {
    await using server = await serving({ corsOrigins });
    for (const origin of [
      'https://evil.example',
      'https://app.example.evil',
      'null',
      'http://app.example',
      'https://APP.example',
    ]) {
      const { headers } = await ask(`${server.url}/things`, { origin });
      expect(headers, origin).not.toHaveProperty('access-control-allow-origin');
      expect(headers.vary).toBe('Authorization, Cookie, Origin');
    }
  });

  test('from the list may read answers, refusals too', async () => {
    await using server = await serving({ corsOrigins });
    for (const path of ['/things', '/nothing', '/broken']) {
      const { headers } = await ask(server.url + path, { origin: 'http://localhost:5173' });
      expect(headers, path).toMatchObject({ 'access-control-allow-origin': 'http://localhost:5173' });
      expect(headers['access-control-expose-headers']).toContain('X-Total-Count');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test('may learn by a preflight what they may send', async () => {
    await using server = await serving({ corsOrigins });
    const preflight = {
      origin: 'https://app.example',
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization',
    };
    const answer = await fetch(`${server.url}/things/7`, { method: 'OPTIONS', headers: preflight });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-methods': 'GET, DELETE, HEAD, OPTIONS',
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      'access-control-max-age': '600',
    });
  });

  test('are named one by one, as browsers name them', async () => {
    for (const origin of [
      '*',
      'app.example',
      'https://app.example/',
      'https://app.example/x',
      'https://App.example',
      'https://app.example:443',
      'null',
      '',
    ]) {
      await expect(serving({ corsOrigins: [origin] }), origin).rejects.toThrow('Not an origin');
    }
  });
});
