import { setTimeout as later } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { openProxy, type TestProxy } from '../support/proxy.ts';
import { sendJson } from '../support/send-json.ts';
import { type ServerProcess, signIn, startServer, withAdministrator } from './server-process.ts';

/** Interval between request starts (ms); a quarter of the requests read, the others record. */
const everyMillis = 10;
const quantity = 1_000_000;

interface Sent {
  readonly key: string;
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** The proxy is a balancer: it hands connections on to the primary, and after the promotion to the standby. */
describe('a primary that is killed under 100 requests a second, with a synchronous standby', () => {
  let servers: TestPostgres;
  let proxy: TestProxy;
  let server: ServerProcess;
  let token: string;
  let itemId = 0;
  beforeAll(async () => {
    servers = await startPostgres(undefined, { isDurable: true, replicas: 1, isSynchronous: true, isMortal: true });
    proxy = await openProxy(servers.url);
    server = await startServer(withAdministrator({ DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' }));
    token = await signIn(server.url);
    itemId = Number((await send('POST', '/items', { name: 'Lamp', quantity })).body.id);
  }, 120_000);
  afterAll(async () => {
    await server?.kill();
    await proxy?.close();
    await servers?.stop();
  });

  async function send(method: string, path: string, body?: unknown, key = ''): Promise<Sent> {
    const response = await sendJson(method, `${server.url}${path}`, body, { token, ...(key && { key }) });
    return { key, status: response.status, body: JSON.parse((await response.text()) || '{}') };
  }
  /** A request without an answer has status 0, and the cause as its code. */
  const attempt = (sent: Promise<Sent>, key = ''): Promise<Sent> =>
    sent.catch((error: Error) => ({ key, status: 0, body: { code: String(error.cause ?? error) } }));
  const record = (key: string) => send('POST', '/operations', { item_id: itemId, type: 'issue', quantity: 1 }, key);

  /** Starts requests until it is stopped, which a test that fails does too: later tests share the process. */
  function openLoad(requests: Promise<Sent>[]) {
    let isOver = false;
    const begun = performance.now();
    const sending = (async () => {
      while (!isOver) {
        const count = requests.length;
        const key = `failover-${count}`;
        requests.push(count % 4 === 0 ? attempt(send('GET', `/items/${itemId}`)) : attempt(record(key), key));
        await later(Math.max(0, begun + requests.length * everyMillis - performance.now()));
      }
    })();
    const stop = () => {
      isOver = true;
      return sending;
    };
    return { stop, [Symbol.asyncDispose]: stop };
  }

  it('is replaced by the standby: no 500, nothing acknowledged lost, each key recorded once', async () => {
    const requests: Promise<Sent>[] = [];
    await using load = openLoad(requests);
    await later(3_000);
    const primary = new pg.Client(servers.url);
    primary.on('error', () => {});
    await primary.connect();
    const replication = await primary.query('select sync_state from pg_stat_replication');
    expect(replication.rows).toEqual([{ sync_state: 'sync' }]);
    const standby = new pg.Client(servers.replicas[0]?.url ?? '');
    standby.on('error', () => {});
    await standby.connect();
    const killedAt = performance.now();
    process.kill(servers.pid, 'SIGKILL');
    await later(2_000);
    await standby.query('select pg_promote()');
    proxy.turnTo(servers.replicas[0]?.url ?? '');
    await vi.waitUntil(async () => (await record('first-after')).status === 201, { timeout: 60_000, interval: 100 });
    const backAfter = performance.now() - killedAt;
    await later(3_000);
    await load.stop();
    const answers = await Promise.all(requests);
    const statuses = Object.groupBy(answers, ({ status }) => String(status));
    process.stdout.write(
      `failover: writes go on ${(backAfter / 1_000).toFixed(1)} s after the kill; ${JSON.stringify(
        Object.fromEntries(Object.entries(statuses).map(([status, all]) => [status, all?.length])),
      )}\n`,
    );
    expect(statuses[0] ?? []).toEqual([]);
    expect(Object.keys(statuses).sort()).toEqual(['200', '201', '503']);
    for (const { body } of statuses['503'] ?? [])
      expect(['database_unavailable', 'commit_unknown', 'busy']).toContain(body.code);
    const acknowledged = answers.filter(({ status }) => status === 201);
    expect(acknowledged.length).toBeGreaterThan(200);
    const ids = new Set(acknowledged.map(({ body }) => Number(body.id)));
    const { rows } = await standby.query<{ found: number }>(
      'select count(*)::int as found from operation where id = any ($1)',
      [[...ids]],
    );
    expect(rows).toEqual([{ found: ids.size }]);
    // What was answered by 503 may have been done or not; done again with its key it is done once.
    const unsure = answers.filter(({ key, status }) => status === 503 && key !== '');
    for (const { key } of unsure) expect((await record(key)).status).toBe(201);
    const issued = await standby.query<{ all: number }>(
      `select count(*)::int as all from operation where item_id = $1 and type = 'issue'`,
      [itemId],
    );
    expect(issued.rows).toEqual([{ all: acknowledged.length + unsure.length + 1 }]);
    expect((await send('GET', `/items/${itemId}`)).body.quantity).toBe(
      quantity - acknowledged.length - unsure.length - 1,
    );
    expect(await server.differences()).toEqual([]);
    // The listening connection is back after at most one back-off, and there was never a second one.
    await vi.waitUntil(() => proxy.connected('backroom jobs').now === 1, { timeout: 31_000, interval: 100 });
    expect(proxy.connected('backroom jobs')).toEqual({ now: 1, most: 1 });
    await standby.end();
  }, 180_000);
});
