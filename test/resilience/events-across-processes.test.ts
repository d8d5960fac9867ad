import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { readEvents } from '../support/event-reader.ts';
import { type ServerProcess, startServer, withAdministrator } from './server-process.ts';

let name: string;
let servers: readonly ServerProcess[];
let token: string;
beforeAll(async () => {
  name = await createDatabase();
  const variables = withAdministrator({ DATABASE_URL: serverUrl(name), JOB_WORKERS: '0', LOG_LEVEL: 'silent' });
  const first = await startServer(variables);
  servers = [first, await startServer(variables)];
  token = (await first.makeAccount({ role: 'admin', password: 'a-word-for-this-test-only' })).token;
}, 18_000);
afterAll(async () => {
  for (const server of servers ?? []) await server.kill();
  await dropDatabase(name);
});

const bearer = () => ({ authorization: `Bearer ${token}` });
const post = (path: string, body: unknown) =>
  fetch(`${servers[0]?.url}${path}`, {
    method: 'POST',
    headers: { ...bearer(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('sends a change of one process on the streams of the other within two seconds', async () => {
  const stream = await readEvents(servers[1]?.url ?? '', bearer());
  await stream.until(() => stream.raw.length > 0);
  expect((await post('/items', { name: 'A lamp', quantity: 3 })).status).toBe(201);
  expect(await stream.until(() => stream.topics().has('stock'))).toBe(true);
  stream.close();
});

it('makes few events of many changes', async () => {
  const stream = await readEvents(servers[1]?.url ?? '', bearer());
  await stream.until(() => stream.raw.length > 0);
  const began = performance.now();
  for (let number = 0; number < 100; number += 1) await post('/categories', { name: `Category ${number}` });
  const seconds = (performance.now() - began) / 1_000;
  expect(await stream.until(() => stream.topics().has('stock'))).toBe(true);
  await setTimeout(1_500);
  expect(stream.events.length).toBeLessThanOrEqual(Math.ceil(seconds) + 2);
  stream.close();
});

it('sends the change of a process that was killed before it announced it', async () => {
  const stream = await readEvents(servers[1]?.url ?? '', bearer());
  await stream.until(() => stream.raw.length > 0);
  const isHeard = () => stream.topics().has('settings');
  // Counters are compared every five seconds from the first stream of a process on: the first change may come before.
  for (let kills = 0; kills < 4 && !isHeard(); kills += 1) {
    const script = fileURLToPath(new URL('commit-and-die.ts', import.meta.url));
    const child = spawn(process.execPath, [script], { env: { DATABASE_URL: serverUrl(name) }, stdio: 'inherit' });
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
    await stream.until(isHeard, 8_000);
  }
  expect(isHeard()).toBe(true);
  stream.close();
});

it('ends the stream of a session that another process has ended', async () => {
  const own = await servers[0]?.makeAccount({ role: 'member', password: 'another-word-for-this-test' });
  const headers = { authorization: `Bearer ${own?.token}` };
  const stream = await readEvents(servers[1]?.url ?? '', headers);
  await stream.until(() => stream.raw.length > 0);
  expect((await fetch(`${servers[0]?.url}/users/logout`, { method: 'POST', headers })).status).toBe(204);
  expect(await Promise.race([stream.reading, setTimeout(2_000, 'late')])).toBe('ended');
  expect(stream.events.at(-1)).toMatchObject({ event: 'ended', data: { reason: 'session' } });
});
