import { setTimeout } from 'node:timers/promises';
import { type RunningServer, readSettings, serve } from '@backroom/composition';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openFreezingProxy } from '../support/freezing-proxy.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { sendJson } from '../support/send-json.ts';
import { listen } from '../support/statements.ts';

const seconds = { lock: 1, statement: 2, answer: 3 };
/** What a request may take on a busy machine beyond the limit that ends it. */
const grace = 6_000;

describe('while PostgreSQL does not answer in time', () => {
  let postgres: TestPostgres;
  let way: Awaited<ReturnType<typeof openFreezingProxy>>;
  let server: RunningServer;
  let other: pg.Client;
  let token = '';
  let itemId = 0;
  const stopped = new Set<number>();

  beforeAll(async () => {
    postgres = await startPostgres();
    way = await openFreezingProxy(postgres.url);
    const environment = {
      DATABASE_URL: way.url,
      DATABASE_POOL_SIZE: '4',
      DATABASE_LOCK_TIMEOUT_SECONDS: String(seconds.lock),
      DATABASE_STATEMENT_TIMEOUT_SECONDS: String(seconds.statement),
      DATABASE_ANSWER_TIMEOUT_SECONDS: String(seconds.answer),
      JWT_SECRET: 'a secret of at least thirty-two bytes',
      BOOTSTRAP_ADMIN_USERNAME: 'ada',
      BOOTSTRAP_ADMIN_PASSWORD: 'first-light-over-harbour',
      ...{ PORT: '0', LOG_LEVEL: 'silent', LOGIN_MIN_MS: '0', JOB_WORKERS: '0' },
    };
    server = await serve(readSettings(environment), { migrate: true });
    const login = await ask('POST', '/users/login', { username: 'ada', password: 'first-light-over-harbour' });
    token = String(login.body.access_token);
    itemId = Number((await ask('POST', '/items', { name: 'Lamp', sku: 'lamp', quantity: 100 })).body.id);
    other = new pg.Client(postgres.url);
    await other.connect();
  });
  afterEach(async () => {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    stopped.clear();
    await other.query('rollback');
  });
  afterAll(async () => {
    await server?.close();
    await other?.end();
    await way?.close();
    await postgres?.stop();
  });

  async function ask(method: string, path: string, body?: unknown, key?: string) {
    const since = performance.now();
    const response = await sendJson(method, `${server.url}${path}`, body, { token: token || undefined, key });
    const text = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      millis: performance.now() - since,
      body: JSON.parse(text || '{}') as Record<string, unknown>,
    };
  }
  const issue = (key?: string) => ask('POST', '/operations', { item_id: itemId, type: 'issue', quantity: 1 }, key);
  const quantity = async () => Number((await ask('GET', `/items/${itemId}`)).body.quantity);
  const ready = async () => {
    const since = performance.now();
    const { status } = await fetch(`${server.url}/health/ready`);
    return { status, millis: performance.now() - since };
  };
  const lockItems = () => other.query('begin; lock table item in access exclusive mode');

  it.each([
    ['reading one thing', () => ask('GET', `/items/${itemId}`)],
    ['reading a list', () => ask('GET', '/items')],
    ['changing', () => ask('PATCH', `/items/${itemId}`, { description: 'bright' })],
    ['recording', () => issue()],
  ])('answers 503 busy to %s behind a lock', async (_, request) => {
    const before = await quantity();
    await lockItems();
    const answer = await request();
    expect(answer).toMatchObject({ status: 503, retryAfter: '1', body: { code: 'busy' } });
    expect(answer.millis).toBeLessThan(seconds.lock * 1_000 + grace);
    await other.query('rollback');
    expect(await quantity()).toBe(before);
  });

  it('allows an import to wait longer', async () => {
    await lockItems();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
    const body = 'sku,name\nlamp,Lamp two\n';
    const imported = fetch(`${server.url}/items/import`, { method: 'POST', headers, body });
    await setTimeout(seconds.statement * 1_000 + 500);
    await other.query('rollback');
    expect((await imported).status).toBe(200);
  });

  it('answers 503 while the processes of its connections are suspended, and continues with new ones', async () => {
    const { rows } = await other.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'backroom' and state = 'idle'`,
    );
    for (const { pid } of rows) {
      process.kill(pid, 'SIGSTOP');
      stopped.add(pid);
    }
    expect(rows.length).toBeGreaterThan(0);
    const answers = await Promise.all([ask('GET', '/items'), issue(), ask('GET', `/items/${itemId}`)]);
    for (const answer of answers) {
      if (answer.status < 300) continue;
      expect(answer).toMatchObject({ status: 503, retryAfter: '5', body: { code: 'database_unavailable' } });
      expect(answer.millis).toBeLessThan(seconds.answer * 1_000 + grace);
    }
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
    await expect.poll(async () => (await ask('GET', '/items')).status, { timeout: 30_000 }).toBe(200);
  });

  it('is not ready after two seconds, when the processes of all its connections are suspended', async () => {
    await setTimeout(1_100);
    const { rows } = await other.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    for (const { pid } of rows) {
      process.kill(pid, 'SIGSTOP');
      stopped.add(pid);
    }
    const answers = await Promise.all(Array.from({ length: 20 }, ready));
    for (const { status, millis } of answers) {
      expect(status).toBe(503);
      expect(millis).toBeLessThan(2_000 + grace);
    }
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    stopped.clear();
    await expect.poll(async () => (await ready()).status, { timeout: 30_000 }).toBe(200);
  });

  it('queries the database for readiness once a second, however many requests', async () => {
    await setTimeout(1_100);
    const listening = listen();
    for (let round = 0; round < 10; round += 1) await Promise.all([ready(), ready(), ready()]);
    listening.stop();
    const looks = listening.sent.filter(({ text }) => text === 'select 1');
    expect(looks.length).toBeGreaterThan(0);
    expect(looks.length).toBeLessThan(10);
  });

  it.each([
    ['never reaches the server', 'commit', 0],
    ['is done, but not answered', 'answer', 1],
  ] as const)('answers 503 commit_unknown when a commit %s, and does it once', async (_, what, done) => {
    const before = await quantity();
    way.freezeNext(what);
    const answer = await issue();
    expect(answer).toMatchObject({ status: 503, retryAfter: '5', body: { code: 'commit_unknown' } });
    expect(answer.millis).toBeLessThan(seconds.answer * 1_000 + grace);
    await expect.poll(quantity, { timeout: 30_000 }).toBe(before - done);

    way.freezeNext(what);
    const key = `frozen-${done}`;
    expect((await issue(key)).body.code).toBe('commit_unknown');
    const again = await issue(key);
    expect(again.status).toBe(201);
    expect(await quantity()).toBe(before - done - 1);
  });

  it('ends although a commit of background work is not answered', async () => {
    way.freezeNext('answer', 'background');
    await expect.poll(way.isArmed, { timeout: 30_000 }).toBe(false);
    await server.close();
    await expect(fetch(`${server.url}/health`)).rejects.toThrow();
  });
});
