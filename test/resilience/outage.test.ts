import type { Socket } from 'node:net';
import { type RunningServer, readSettings, serve } from '@backroom/composition';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectOnward, type DatabaseFront, openDatabaseFront } from '../support/database-front.ts';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { sendJson } from '../support/send-json.ts';

/** Opens a proxy that can be closed and reopened at the same port, as an outage of the server. */
async function openWay(url: string) {
  let front: DatabaseFront | undefined;
  let address = url;
  const mend = async () => {
    const pipeBoth = (client: Socket, tracking: Pick<DatabaseFront, 'track'>) =>
      void client.pipe(connectOnward(url, client, tracking)).pipe(client);
    front = await openDatabaseFront(url, pipeBoth, front?.port);
    address = front.url;
  };
  const cut = async () => front?.close();
  await mend();
  return { url: address, cut, mend };
}

describe('while PostgreSQL is away', () => {
  let name: string;
  let way: Awaited<ReturnType<typeof openWay>>;
  let server: RunningServer;
  let token = '';
  let itemId = 0;
  beforeAll(async () => {
    name = await createDatabase();
    way = await openWay(serverUrl(name));
    const environment = {
      DATABASE_URL: way.url,
      JWT_SECRET: 'a secret of at least thirty-two bytes',
      BOOTSTRAP_ADMIN_USERNAME: 'ada',
      BOOTSTRAP_ADMIN_PASSWORD: 'first-light-over-harbour',
      PORT: '0',
      LOG_LEVEL: 'silent',
      LOGIN_MIN_MS: '0',
    };
    server = await serve(readSettings(environment), { migrate: true });
    const login = await ask('POST', '/users/login', { username: 'ada', password: 'first-light-over-harbour' });
    token = String(login.body.access_token);
    itemId = Number((await ask('POST', '/items', { name: 'Lamp', quantity: 100 })).body.id);
  });
  afterAll(async () => {
    await way.mend().catch(() => {});
    await server?.close();
    await dropDatabase(name);
  });

  async function ask(method: string, path: string, body?: unknown, key?: string) {
    const response = await sendJson(method, `${server.url}${path}`, body, { token: token || undefined, key });
    const text = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: JSON.parse(text || '{}') as Record<string, unknown>,
      text,
    };
  }
  const issue = (key?: string) => ask('POST', '/operations', { item_id: itemId, type: 'issue', quantity: 1 }, key);
  const unavailable = { status: 503, retryAfter: '5', body: { code: 'database_unavailable' } };

  it.each([
    ['reading one thing', () => ask('GET', `/items/${itemId}`)],
    ['reading a list', () => ask('GET', '/operations')],
    ['recording', () => issue()],
    ['signing in', () => ask('POST', '/users/login', { username: 'ada', password: 'first-light-over-harbour' })],
  ])(
    'answers 503 database_unavailable to %s without details of the server, and works again when it is back',
    async (_, request) => {
      expect((await request()).status).toBeLessThan(300);
      await way.cut();
      const refused = await request();
      expect(refused).toMatchObject(unavailable);
      expect(refused.text).not.toMatch(/127\.0\.0\.1|ECONN|terminated|postgres/i);
      await way.mend();
      expect((await request()).status).toBeLessThan(300);
    },
  );

  it('is alive but not ready, and recovers by itself', async () => {
    const states = () =>
      Promise.all(['/health/live', '/health/ready'].map(async (path) => (await fetch(`${server.url}${path}`)).status));
    await way.cut();
    // The database is queried once a second.
    await expect.poll(states, { timeout: 10_000 }).toEqual([200, 503]);
    await way.mend();
    await expect.poll(states, { timeout: 10_000 }).toEqual([200, 200]);
  });

  it('answers 201 or 503 to running requests, and records each key once', async () => {
    const quantity = async () => Number((await ask('GET', `/items/${itemId}`)).body.quantity);
    const before = await quantity();
    const keys = Array.from({ length: 40 }, (_, index) => `under-way-${index}`);
    const first = keys.map((key) => issue(key));
    await Promise.race(first);
    await way.cut();
    const answers = await Promise.all(first);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      const code = answer.body.code === 'commit_unknown' ? 'commit_unknown' : 'database_unavailable';
      expect(answer).toMatchObject({ ...unavailable, body: { code } });
    }
    await way.mend();
    const again = await Promise.all(keys.map((key) => issue(key)));
    for (const [index, { status, body }] of again.entries()) {
      expect(status).toBe(201);
      if (answers[index]?.status === 201) expect(body.id).toBe(answers[index]?.body.id);
    }
    expect(await quantity()).toBe(before - keys.length);
  });

  it('outlives the end of all its sessions', async () => {
    await Promise.all(Array.from({ length: 10 }, () => ask('GET', `/items/${itemId}`)));
    const client = new pg.Client({ connectionString: serverUrl() });
    await client.connect();
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [name]);
    await client.end();
    await expect.poll(async () => (await ask('GET', `/items/${itemId}`)).status, { timeout: 5_000 }).toBe(200);
  });
});
