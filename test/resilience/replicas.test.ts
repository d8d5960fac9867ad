import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { openReportReading, RecentWrites, type ReportReading } from '@backroom/adapters-persistence';
import { type RunningServer, readSettings, serve } from '@backroom/composition';
import type { Question } from '@backroom/core/analytics';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, migrations, openWith, rows, snapshotId, type Tables } from '../support/persistence.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { drawing } from '../support/report-draws.ts';
import { randomFacts, storeFacts } from '../support/report-facts.ts';
import { sendJson } from '../support/send-json.ts';
import { listen } from '../support/statements.ts';

const ada = 7;
const ben = 8;
const count: Question = {
  orders: {
    ...{ kind: 'groups', from: 'order', keys: {}, orderBy: [], where: { op: 'all', of: [] } },
    measures: ['rows'],
  },
};
/** Reads two tables, in this order. */
const both: Question = {
  ...count,
  downloads: {
    ...{ kind: 'groups', from: 'download', keys: {}, orderBy: [], where: { op: 'all', of: [] } },
    measures: ['rows'],
  },
};
/** A lag (ms) so long that the speed of the machine does not matter. */
const lag = 600_000;
const patient = { timeout: 60_000, interval: 20 };

describe('reports that are read from a replica', () => {
  let server: TestPostgres;
  let database: Database;
  let primary: pg.Client;
  let replica: pg.Client;
  let reading: ReportReading;
  let passed = 0;
  const elapsed = () => performance.now() + passed;

  beforeAll(async () => {
    server = await startPostgres(undefined, { isDurable: true, replicas: 1 });
    primary = new pg.Client(server.url);
    replica = new pg.Client(server.replicas[0]?.url ?? '');
    await Promise.all([primary.connect(), replica.connect()]);
    replica.on('error', () => {});
    database = await openReporting();
    await database.migrate();
    await storeFacts(database, randomFacts(drawing(5), 40));
  });
  afterAll(async () => {
    await database?.close();
    await Promise.all([primary?.end(), replica?.end().catch(() => {})]);
    await server?.stop();
  });
  beforeEach(async () => {
    await replica.query('select pg_wal_replay_resume()');
    await caughtUp();
    reading = open();
    await lookUntil(ok);
  });
  afterEach(() => reading?.close());

  let recentWrites = new RecentWrites(elapsed, lag);
  const openReporting = () =>
    openWith<Tables>(
      { kind: 'server', url: server.url, poolSize: 4, onCommit: (account) => recentWrites.note(account) },
      { entities: rows, migrations },
    );
  interface Changes {
    readonly statementMillis?: number;
    readonly urls?: readonly string[];
    readonly watchTimeoutMillis?: number;
    readonly recentWrites?: RecentWrites;
  }
  function open(changes: Changes = {}): ReportReading {
    const { statementMillis = 60_000, urls = [server.replicas[0]?.url ?? ''], watchTimeoutMillis = 10_000 } = changes;
    const own = changes.recentWrites ?? new RecentWrites(elapsed, lag);
    if (!changes.recentWrites) recentWrites = own;
    return openReportReading(database, {
      ...{ server: { url: server.url, poolSize: 2 }, statementMillis, recentWrites: own, elapsed },
      replicas: { urls, poolSize: 2, maxLagMillis: lag, watchTimeoutMillis },
    });
  }

  const askAs = (account: number, question: Question = count) =>
    database.unitOfWork.runAs(account, () => reading.runner.answer(question));
  const ordersFor = async (account: number) => Number((await askAs(account)).orders?.[0]?.rows);
  /** As this user: one order less. */
  const write = (account: number) =>
    database.unitOfWork.runAs(account, () =>
      database.unitOfWork.run(() =>
        sql`delete from order_fact where order_id = (select min(order_id) from order_fact)`.execute(database.kysely()),
      ),
    );
  const positionOf = async (client: pg.Client, text: string): Promise<bigint> =>
    BigInt((await client.query(`select pg_wal_lsn_diff(${text}, '0/0')::text as at`)).rows[0].at);
  const caughtUp = async () => {
    // What is not committed, as a lock, goes to the disk with what is.
    await primary.query("select pg_logical_emit_message(true, 'test', '')");
    const at = await positionOf(primary, 'pg_current_wal_flush_lsn()');
    await vi.waitUntil(async () => (await positionOf(replica, 'pg_last_wal_replay_lsn()')) >= at, patient);
  };
  const conditions = (of = reading) => of.replicas?.states().map(({ condition }) => condition);
  /** The servers write from time to time without a request, so that the replica may be behind by a check. */
  const lookUntil = (expected: readonly string[], of = reading) =>
    vi.waitUntil(async () => {
      await of.replicas?.check();
      return String(conditions(of)) === String(expected);
    }, patient);
  const ok = ['ok'];

  it('come from it after a check, and not before', async () => {
    const fresh = open();
    await database.unitOfWork.runAs(ben, () => fresh.runner.answer(count));
    expect(fresh.counts()).toEqual({ primary: 1, replicas: 0, failedOver: 0 });
    await lookUntil(ok, fresh);
    await database.unitOfWork.runAs(ben, () => fresh.runner.answer(count));
    expect(fresh.counts()).toEqual({ primary: 1, replicas: 1, failedOver: 0 });
    await fresh.close();
  });

  it('come from a named snapshot on the first server only, because a replica does not list running transactions', async () => {
    const { sql: text } = sql`select ${snapshotId} as moment`.compile(database.kysely());
    expect((await primary.query(text)).rows).toEqual([{ moment: expect.stringMatching(/:/) }]);
    expect((await replica.query(text)).rows).toEqual([{ moment: null }]);
  });

  it('come from the first server for unknown users', async () => {
    await reading.runner.answer(count);
    expect(reading.counts()).toMatchObject({ primary: 1, replicas: 0 });
  });

  it('include the caller’s own writes, and come from the replica as soon as it has them', async () => {
    const before = await ordersFor(ada);
    await replica.query('select pg_wal_replay_pause()');
    await write(ada);
    await reading.replicas?.check();
    expect(await ordersFor(ada)).toBe(before - 1);
    // Others read from the replica.
    expect(await ordersFor(ben)).toBe(before);
    expect(reading.counts()).toEqual({ primary: 1, replicas: 2, failedOver: 0 });
    await replica.query('select pg_wal_replay_resume()');
    await vi.waitUntil(async () => {
      await reading.replicas?.check();
      expect(await ordersFor(ada)).toBe(before - 1);
      return reading.counts().replicas === 3;
    }, patient);
  });

  it('include them in another process too, as soon as that was notified', async () => {
    const heard = new RecentWrites(elapsed, lag);
    const other = open({ recentWrites: heard });
    await lookUntil(ok, other);
    const ordersThere = async (account: number) => {
      const { orders } = await database.unitOfWork.runAs(account, () => other.runner.answer(count));
      return Number(orders?.[0]?.rows);
    };
    const before = await ordersThere(ada);
    await replica.query('select pg_wal_replay_pause()');
    await write(ada);
    await vi.waitUntil(async () => (await ordersThere(ada)) === before - 1, patient);
    expect(await ordersThere(ben)).toBe(before);
    await other.close();
  });

  it('are all from it, or all from the first server, where questions share a snapshot', async () => {
    const share = (account: number) =>
      database.unitOfWork.runAs(account, () =>
        reading.runner.inOneSnapshot(async (reports) => {
          const { orders } = await reports.answer(count);
          const { downloads, orders: again } = await reports.answer(both);
          return { orders, again, downloads };
        }),
      );
    const { orders, again } = await share(ben);
    expect([again, reading.counts()]).toEqual([orders, { primary: 0, replicas: 1, failedOver: 0 }]);
    await replica.query('select pg_wal_replay_pause()');
    await write(ada);
    expect(Number((await share(ada)).orders?.[0]?.rows)).toBe(Number(orders?.[0]?.rows) - 1);
    expect(reading.counts()).toEqual({ primary: 1, replicas: 1, failedOver: 0 });
  });

  it('need no further statement', async () => {
    const listening = listen();
    await ordersFor(ben);
    listening.stop();
    expect(reading.counts()).toMatchObject({ replicas: 1 });
    expect(listening.sent).toHaveLength(1);
  });

  it('have it in them even if the connection was lost in the commit', async () => {
    const lost = database.unitOfWork.runAs(ada, () =>
      database.unitOfWork.run(async () => {
        throw new Error('lost');
      }),
    );
    await expect(lost).rejects.toThrow('lost');
    await ordersFor(ada);
    expect(reading.counts()).toMatchObject({ primary: 1, replicas: 0 });
  });

  it('come from the first server while the replica is too far behind', async () => {
    const before = await ordersFor(ben);
    await replica.query('select pg_wal_replay_pause()');
    await write(ada);
    passed += 0.8 * lag;
    await reading.replicas?.check();
    expect(conditions()).toEqual(['ok']);
    passed += 0.4 * lag;
    await reading.replicas?.check();
    expect(conditions()).toEqual(['behind']);
    expect(await ordersFor(ben)).toBe(before - 1);
    await replica.query('select pg_wal_replay_resume()');
    await lookUntil(ok);
  });

  it('come from the first server without a recent check', async () => {
    passed += 1.2 * lag;
    await ordersFor(ben);
    expect(reading.counts()).toMatchObject({ primary: 1, replicas: 0 });
  });

  it('come from a replica that is not behind although nothing is written', async () => {
    passed += 10 * lag;
    await lookUntil(ok);
    await ordersFor(ben);
    expect(reading.counts()).toMatchObject({ primary: 0, replicas: 1 });
  });

  it('never come from a server that is no replica, or of another database', async () => {
    await primary.query('create database another');
    await caughtUp();
    const another = new URL(server.replicas[0]?.url ?? '');
    another.pathname = '/another';
    const wrong = open({ urls: [server.url, another.href] });
    await lookUntil(['no replica', 'no replica'], wrong);
    await wrong.close();
  });

  it('come from the others when one of several does not answer', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const nowhere = `postgresql://postgres:hush@127.0.0.1:${(silent.address() as AddressInfo).port}/postgres`;
    const two = open({ urls: [nowhere, server.replicas[0]?.url ?? ''], watchTimeoutMillis: 500 });
    await lookUntil(['not answering', 'ok'], two);
    for (let round = 0; round < 4; round += 1) await database.unitOfWork.runAs(ben, () => two.runner.answer(count));
    expect(two.counts()).toEqual({ primary: 0, replicas: 4, failedOver: 0 });
    expect(JSON.stringify(two.replicas?.states())).not.toMatch(/hush|127\.0\.0\.1/);
    await two.close();
    silent.close();
  });

  describe('that is kept waiting', () => {
    let locking: pg.Client;
    beforeEach(async () => {
      locking = new pg.Client(server.url);
      await locking.connect();
      await locking.query('begin');
      await locking.query('lock table download in access exclusive mode');
      await caughtUp();
      await lookUntil(ok);
    });
    afterEach(async () => {
      await replica.query('alter system reset all');
      await replica.query('select pg_reload_conf()');
      await locking.query('rollback').catch(() => {});
      await locking.end();
    });
    const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%download%'`;
    const waits = (client: pg.Client) =>
      vi.waitUntil(async () => (await client.query(waiting)).rows[0]?.pid as number | undefined, patient);

    it.each([
      [
        'what the replica has to take in',
        async () => {
          await replica.query("alter system set max_standby_streaming_delay = '0'");
          await replica.query('select pg_reload_conf()');
          await locking.query('lock table order_fact in access exclusive mode');
          await primary.query("select pg_logical_emit_message(true, 'test', '')");
        },
      ],
      [
        'an operator who ends the statement',
        async () => {
          await replica.query('select pg_cancel_backend($1)', [await waits(replica)]);
        },
      ],
      [
        'an operator who ends the connection',
        async () => {
          await replica.query('select pg_terminate_backend($1)', [await waits(replica)]);
        },
      ],
    ])('are sent to the first server after %s', async (_, disturb) => {
      const answer = askAs(ben, both);
      await waits(replica);
      await disturb();
      await vi.waitUntil(() => reading.counts().failedOver === 1, patient);
      await locking.query('rollback');
      expect(Number((await answer).orders?.[0]?.rows)).toBeGreaterThan(0);
      expect(reading.counts()).toEqual({ primary: 1, replicas: 0, failedOver: 1 });
    });

    it('are ended when they take too long, and not begun again elsewhere', async () => {
      const hasty = open({ statementMillis: 100 });
      await lookUntil(ok, hasty);
      const answer = database.unitOfWork.runAs(ben, () => hasty.runner.answer(both));
      await expect(answer).rejects.toMatchObject({ kind: 'unavailable', code: 'shop_analytics_report_timeout' });
      expect(hasty.counts()).toEqual({ primary: 0, replicas: 0, failedOver: 0 });
      await hasty.close();
    });
  });

  describe('by a server', () => {
    let running: RunningServer;
    let token: string;
    const word = 'first-light-over-harbour';
    beforeAll(async () => {
      const environment = {
        DATABASE_URL: server.url,
        DATABASE_REPLICA_URLS: server.replicas[0]?.url,
        JWT_SECRET: 'a secret of at least thirty-two bytes',
        BOOTSTRAP_ADMIN_USERNAME: 'ada',
        BOOTSTRAP_ADMIN_PASSWORD: word,
        METRICS_TOKEN: word,
        PORT: '0',
        LOG_LEVEL: 'silent',
        LOGIN_MIN_MS: '0',
      };
      // Facts were stored without what they add to sums.
      await primary.query('update fact_rules set rebuild_from = 0');
      running = await serve(readSettings(environment), { migrate: true });
      token = String((await ask('POST', '/users/login', { username: 'ada', password: word })).access_token);
    });
    afterAll(() => running?.close());

    const send = async (method: string, path: string, body?: unknown, bearer = token) => {
      const response = await sendJson(method, `${running.url}${path}`, body, { token: bearer });
      return { status: response.status, text: await response.text() };
    };
    const ask = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> =>
      JSON.parse((await send(method, path, body)).text);
    const orders = async () => {
      const path = '/cms-json/shop-analytics/reports/orders/stats?after=2020-01-01T00:00:00&before=2030-01-01T00:00:00';
      return (await ask('GET', path)).totals as { readonly orders_count: number };
    };
    const measured = async (line: string): Promise<boolean> => {
      const { text } = await send('GET', '/metrics', undefined, word);
      return text.split('\n').includes(line);
    };
    const ready = async () => ((await ask('GET', '/health/ready')).checks as Record<string, unknown>).replicas;

    it('have in them what was just written, come from the replica later, and that is measured', async () => {
      await vi.waitUntil(async () => (await ready()) === 'ok', patient);
      const before = await orders();
      await replica.query('select pg_wal_replay_pause()');
      const order = {
        ...{ status: 'processing', created_at: '2025-03-01T10:00:00Z', paid_at: '2025-03-01T10:05:00Z' },
        ...{ total: '30.00', total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' },
        lines: [{ product_id: 0, name: 'Mug', quantity: 2, subtotal: '30', total: '30' }],
      };
      expect(await send('POST', '/cms-json/shop/v3/orders', order)).toMatchObject({ status: 201 });
      expect(await orders()).toMatchObject({ orders_count: before.orders_count + 1 });
      await replica.query('select pg_wal_replay_resume()');
      await vi.waitUntil(async () => {
        expect(await orders()).toMatchObject({ orders_count: before.orders_count + 1 });
        return measured('report_replica_used{replica="1"} 1');
      }, patient);
      expect(await measured('reports_failed_over_total 0')).toBe(true);
    });

    it('come from the first server when the replica is killed, which is then not used', async () => {
      await vi.waitUntil(async () => (await ready()) === 'ok', patient);
      const before = await ordersFor(ben);
      const ended = new Promise((resolve) => replica.once('end', resolve));
      process.kill(server.replicas[0]?.pid ?? 0, 'SIGQUIT');
      await ended;
      expect(await ordersFor(ben)).toBe(before);
      const counts = reading.counts();
      expect(await ordersFor(ben)).toBe(before);
      expect(reading.counts()).toEqual({ ...counts, primary: counts.primary + 1 });
      await lookUntil(['not answering']);
      await vi.waitUntil(async () => (await ready()) === 'failed', patient);
      expect(await orders()).toMatchObject({ orders_count: expect.any(Number) });
      expect(await measured('report_replica_used{replica="1"} 0')).toBe(true);
      expect(await send('GET', '/health/ready')).toMatchObject({ status: 200 });
    });
  });
});
