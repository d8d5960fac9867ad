import { openReportReading, RecentWrites } from '@backroom/adapters-persistence';
import { type RunningServer, readSettings, serve } from '@backroom/composition';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMigratedDatabase, databases, dropDatabase, serverUrl } from '../support/databases.ts';
import { listen } from '../support/statements.ts';

const elapsed = () => performance.now();

describe('a report is planned without being asked for', () => {
  it.each(databases)('on the $name database', async ({ open }) => {
    const database = await open();
    const reading = openReportReading(database, {
      ...{ server: undefined, statementMillis: 0, elapsed, recentWrites: new RecentWrites(elapsed, 0) },
      replicas: { urls: [], poolSize: 1, maxLagMillis: 0 },
    });
    await reading.prepare();
    await reading.close();
    await database.close();
  });

  describe('by a server that starts', () => {
    let name: string;
    let heard: ReturnType<typeof listen>;
    let running: RunningServer | undefined;
    beforeEach(async () => {
      name = await createMigratedDatabase();
      heard = listen();
    });
    afterEach(async () => {
      heard.stop();
      await running?.close();
      await dropDatabase(name);
    });

    const start = async () => {
      const fixed = {
        JWT_SECRET: 'a secret of at least thirty-two bytes',
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATABASE_POOL_SIZE: '12',
      };
      running = await serve(readSettings({ ...fixed, DATABASE_URL: serverUrl(name) }), { migrate: true });
      await vi.waitUntil(() => heard.sent.some(({ text }) => text.startsWith('explain ')), { timeout: 10_000 });
    };

    it('once on each connection for reports, a quarter of all, before any request', async () => {
      await start();
      const client = new pg.Client({ connectionString: serverUrl(name) });
      await client.connect();
      const planned = async () => {
        const { rows } = await client.query(`
          select from pg_stat_activity
          where datname = current_database() and application_name = 'backroom reports' and state = 'idle' and query like 'explain %'`);
        return rows.length;
      };
      await expect
        .poll(planned)
        .toBe(3)
        .finally(() => client.end());
      expect(heard.sent.filter(({ text }) => text.startsWith('explain '))).toHaveLength(3);
    });

    it('which serves all the same if that is not possible', async () => {
      const client = new pg.Client({ connectionString: serverUrl(name) });
      await client.connect();
      await client.query('alter table tax_month rename to lost');
      await client.end();
      await start();
      expect((await fetch(`${running?.url}/health`)).status).toBe(200);
    });
  });
});
