import { setTimeout } from 'node:timers/promises';
import { MemoryLog } from '@backroom/adapters-memory';
import { openReportReading, RecentWrites, type ReportReading } from '@backroom/adapters-persistence';
import { readSettings } from '@backroom/composition';
import type { Question } from '@backroom/core/analytics';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startReplicaMonitor } from '../../packages/composition/src/schedules/replica-monitor.ts';
import { type Database, openWith, type Tables } from '../support/persistence.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { drawing } from '../support/report-draws.ts';
import { randomFacts, storeFacts } from '../support/report-facts.ts';
import { ours } from '../support/templates.ts';

const count: Question = {
  orders: {
    ...{ kind: 'groups', from: 'order', keys: {}, orderBy: [], where: { op: 'all', of: [] } },
    measures: ['rows'],
  },
};
const account = 7;
const patient = { timeout: 60_000, interval: 50 };
/** A lag (ms) so long that the speed of the machine does not matter. */
const lag = 600_000;

/** The same server for a role that may read tables, and no more. */
const asReader = (url: string): string => {
  const reader = new URL(url);
  reader.username = 'reader';
  return reader.href;
};

describe('reports beside a promotion', () => {
  let servers: TestPostgres;
  const urls: string[] = [];
  const clients: pg.Client[] = [];
  const opened: { close(): Promise<void> }[] = [];

  const connect = async (url: string): Promise<pg.Client> => {
    const client = new pg.Client(url);
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
    return client;
  };
  const positionOf = async (client: pg.Client, text: string): Promise<bigint> =>
    BigInt((await client.query(`select pg_wal_lsn_diff(${text}, '0/0')::text as at`)).rows[0].at);
  const caughtUp = async (from: pg.Client, to: pg.Client) => {
    await from.query("select pg_logical_emit_message(true, 'test', '')");
    const at = await positionOf(from, 'pg_current_wal_flush_lsn()');
    await vi.waitUntil(async () => (await positionOf(to, 'pg_last_wal_replay_lsn()')) >= at, patient);
  };
  const openDatabaseAt = async (url: string): Promise<Database> => {
    const database = await openWith<Tables>({ kind: 'server', url, poolSize: 4 }, ours);
    opened.push(database);
    return database;
  };
  const openReading = (database: Database, primary: string, replica: string): ReportReading => {
    const elapsed = () => performance.now();
    const reading = openReportReading(database, {
      ...{ server: { url: primary, poolSize: 2 }, statementMillis: 60_000, elapsed },
      recentWrites: new RecentWrites(elapsed, lag),
      replicas: { urls: [replica], poolSize: 2, maxLagMillis: lag, watchTimeoutMillis: 10_000 },
    });
    opened.push(reading);
    return reading;
  };
  const conditionOf = async (reading: ReportReading) => {
    await reading.replicas?.check();
    return reading.replicas?.states()[0]?.condition;
  };
  const becomes = (reading: ReportReading, condition: string) =>
    vi.waitUntil(async () => (await conditionOf(reading)) === condition, patient);

  /** The primary that is left, the one that is promoted, one that stays with the first, and one that follows the second. */
  let [old, promoted, left, following] = [] as unknown as [pg.Client, pg.Client, pg.Client, pg.Client];
  beforeAll(async () => {
    servers = await startPostgres(undefined, { isDurable: true, replicas: 3 });
    urls.push(servers.url, ...servers.replicas.map(({ url }) => url));
    [old, promoted, left, following] = (await Promise.all(urls.map(connect))) as [
      pg.Client,
      pg.Client,
      pg.Client,
      pg.Client,
    ];
    const database = await openDatabaseAt(servers.url);
    await database.migrate();
    await storeFacts(database, randomFacts(drawing(5), 40));
    await old.query('create role reader login');
    await old.query('grant select on all tables in schema public to reader');
    await Promise.all([promoted, left, following].map((each) => caughtUp(old, each)));
  }, 120_000);
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
  });
  afterAll(async () => {
    await Promise.all(clients.map((each) => each.end().catch(() => {})));
    await servers?.stop();
  });

  it('come from a replica whose role lacks only the grant', async () => {
    const hidden = await connect(asReader(urls[1] ?? ''));
    await vi.waitUntil(async () => {
      const { rows } = await hidden.query('select received_tli from pg_stat_wal_receiver');
      expect(rows).toEqual(rows.length === 0 ? [] : [{ received_tli: null }]);
      return rows.length > 0;
    }, patient);
    const database = await openDatabaseAt(servers.url);
    const reading = openReading(database, servers.url, asReader(urls[1] ?? ''));
    await becomes(reading, 'ok');
    await database.unitOfWork.runAs(account, () => reading.runner.answer(count));
    expect(reading.counts()).toEqual({ primary: 0, replicas: 1, failedOver: 0 });
  });

  describe('after it', () => {
    beforeAll(async () => {
      await Promise.all([promoted, left, following].map((each) => caughtUp(old, each)));
      // One of them has nothing of what the first primary writes from now on, and can follow the other.
      await following.query("alter system set primary_conninfo = ''");
      await following.query('select pg_reload_conf()');
      await vi.waitUntil(
        async () => (await following.query('select 1 from pg_stat_wal_receiver')).rows.length === 0,
        patient,
      );
      await promoted.query('select pg_promote()');
      // What the new primary never has; the position of the replica that is left is beyond that of the new primary.
      await old.query('delete from order_fact where order_id in (select order_id from order_fact limit 10)');
      await old.query("select pg_logical_emit_message(true, 'test', repeat('x', 10000000))");
      await caughtUp(old, left);
    }, 120_000);

    it.each([
      ['with the grant', (url: string) => url],
      ['without the grant', asReader],
    ])('never come from a replica of the old timeline, %s', async (_, role) => {
      expect(await positionOf(left, 'pg_last_wal_replay_lsn()')).toBeGreaterThan(
        await positionOf(promoted, 'pg_current_wal_lsn()'),
      );
      const database = await openDatabaseAt(urls[1] ?? '');
      const reading = openReading(database, urls[1] ?? '', role(urls[2] ?? ''));
      await vi.waitUntil(async () => (await conditionOf(reading)) !== 'unknown', patient);
      for (let round = 0; round < 5; round += 1) {
        const { orders } = await database.unitOfWork.runAs(account, () => reading.runner.answer(count));
        expect(Number(orders?.[0]?.rows)).toBe(40);
        expect(await conditionOf(reading)).toBe('other timeline');
      }
      expect(reading.counts()).toEqual({ primary: 5, replicas: 0, failedOver: 0 });
    });

    it('come from a replica that follows the new primary, without the grant from its next restart point on', async () => {
      const database = await openDatabaseAt(urls[1] ?? '');
      const reading = openReading(database, urls[1] ?? '', urls[3] ?? '');
      const hidden = openReading(database, urls[1] ?? '', asReader(urls[3] ?? ''));
      await becomes(reading, 'other timeline');
      const { port } = new URL(urls[1] ?? '');
      await following.query(`alter system set primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'`);
      await following.query('select pg_reload_conf()');
      await becomes(reading, 'ok');
      await promoted.query('checkpoint');
      await caughtUp(promoted, following);
      await following.query('checkpoint');
      await becomes(hidden, 'ok');
    });

    it('are left to the primary with one warning, which names the grant', async () => {
      const database = await openDatabaseAt(urls[1] ?? '');
      const reading = openReading(database, urls[1] ?? '', urls[2] ?? '');
      const log = new MemoryLog();
      const settings = readSettings({
        ...{
          DATABASE_URL: urls[1],
          DATABASE_REPLICA_URLS: urls[2],
          JWT_SECRET: 'a secret of at least thirty-two bytes',
        },
      });
      const monitor = startReplicaMonitor({ reading, settings, log });
      await vi.waitUntil(() => log.entries.length > 0, patient);
      await setTimeout(2_500);
      await monitor.end();
      expect(log.entries).toEqual([
        {
          level: 'warn',
          event: 'replica left out',
          facts: { replica: 1, condition: 'other timeline', hint: expect.stringContaining('pg_read_all_stats') },
        },
      ]);
    });
  });
});
