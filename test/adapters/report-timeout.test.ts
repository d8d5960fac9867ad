import { openReportReading, RecentWrites, type ReportReading } from '@backroom/adapters-persistence';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { type Database, migrations, openWith, rows, type Tables } from '../support/persistence.ts';
import { shopOf } from '../support/shop.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const elapsed = () => performance.now();

describe('a report that takes too long', () => {
  let name: string;
  let stores: Stores;
  let reading: ReportReading;
  let locking: pg.Client;
  beforeAll(async () => {
    name = await createDatabase();
    const url = serverUrl(name);
    stores = await openStores({
      open: async (): Promise<Database> => openWith<Tables>({ kind: 'server', url }, { entities: rows, migrations }),
    });
    await stores.database.migrate();
    reading = openReportReading(stores.database, {
      ...{ server: { url, poolSize: 1 }, statementMillis: 100, elapsed, recentWrites: new RecentWrites(elapsed, 0) },
      replicas: { urls: [], poolSize: 1, maxLagMillis: 0 },
    });
    locking = new pg.Client({ connectionString: url });
    await locking.connect();
    await locking.query('begin');
    await locking.query('lock table order_fact in access exclusive mode');
  });
  afterAll(async () => {
    await locking?.end();
    await reading?.close();
    await stores?.close();
    await dropDatabase(name);
  });

  it('is ended, with the advice to reduce the range or retry later', async () => {
    const { ask, failures } = shopOf(coreOn({ ...stores, reports: reading.runner } as Stores));
    const path = '/shop-analytics/reports/revenue/stats';
    expect(await ask({ path, as: anAdministrator() })).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '60' },
      body: {
        code: 'shop_analytics_report_timeout',
        message: expect.stringContaining('shorter range'),
        data: { status: 503 },
      },
    });
    // It is in the log of the server.
    expect(failures).toMatchObject([{ cause: { code: '57014' } }]);
  });

  it('is the only statement that is ended: others may take as long as they need', async () => {
    const slept = await sql<{ done: boolean }>`select pg_sleep(0.3) is not null as done`.execute(
      stores.database.kysely(),
    );
    expect(slept.rows).toEqual([{ done: true }]);
  });

  it('has connections of its own', async () => {
    const { rows: found } = await locking.query(
      "select count(*)::int as count from pg_stat_activity where datname = $1 and application_name = 'backroom reports'",
      [name],
    );
    expect(found).toEqual([{ count: 1 }]);
  });
});
