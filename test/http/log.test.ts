import { describe, expect, test } from 'vitest';
import { ana, openLog, serving } from '../support/http.ts';

const ask = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers: { ...ana, ...headers } });
  return { status: answer.status, headers: Object.fromEntries(answer.headers) };
};

describe('the log', () => {
  test('has one line for each request, and nothing of what was in it', async () => {
    const log = openLog();
    await using server = await serving({ log });
    await ask(`${server.url}/things/7`, { 'x-request-id': 'r-1' });
    await ask(`${server.url}/things?q=hidden`);
    await ask(`${server.url}/hidden`);
    await fetch(`${server.url}/login`, {
      method: 'POST',
      body: '{"username":"hidden"',
      headers: { 'content-type': 'application/json' },
    });
    await fetch(`${server.url}/things`, { headers: { authorization: 'Bearer hidden' } });
    expect(
      log.lines.map(({ level, event, facts: { ms: _, requestId: __, ...facts } }) => ({ level, event, ...facts })),
    ).toEqual([
      {
        level: 'info',
        event: 'request',
        method: 'GET',
        route: '/things/{id}',
        status: 200,
        userId: 7,
        ip: '127.0.0.1',
      },
      { level: 'info', event: 'request', method: 'GET', route: '/things', status: 200, userId: 7, ip: '127.0.0.1' },
      {
        level: 'info',
        event: 'request',
        method: 'GET',
        route: undefined,
        status: 404,
        userId: undefined,
        ip: '127.0.0.1',
      },
      {
        level: 'info',
        event: 'request',
        method: 'POST',
        route: '/login',
        status: 400,
        userId: undefined,
        ip: '127.0.0.1',
      },
      {
        level: 'info',
        event: 'request',
        method: 'GET',
        route: '/things',
        status: 401,
        userId: undefined,
        ip: '127.0.0.1',
      },
    ]);
    expect(log.lines[0]?.facts).toMatchObject({ requestId: 'r-1', ms: expect.any(Number) });
    expect(JSON.stringify(log.lines)).not.toContain('hidden');
  });

  test('sets failures apart', async () => {
    const log = openLog();
    await using server = await serving({ log });
    await ask(`${server.url}/broken`);
    expect(log.lines.map(({ level, event }) => [level, event])).toEqual([
      ['error', 'request failed'],
      ['warn', 'request'],
    ]);
  });
});
