import { type Kysely, sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { serverUrl } from '../support/databases.ts';
import { ReadOnlyPool, type Tables } from '../support/persistence.ts';

const applicationName = 'backroom idle';

const backend = async (db: Kysely<Tables>): Promise<number | undefined> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(0.2)`.execute(db)).rows[0]?.pid;

const countBackends = async (db: Kysely<Tables>): Promise<number | undefined> => {
  const { rows } = await sql<{ backends: number }>`
    select count(*)::int as backends from pg_stat_activity where application_name = ${applicationName}`.execute(db);
  return rows[0]?.backends;
};

describe('a pool of read-only connections', () => {
  const pools: ReadOnlyPool[] = [];
  const open = (name: string, options: ConstructorParameters<typeof ReadOnlyPool>[1] = {}): Kysely<Tables> => {
    const location = { kind: 'server', url: serverUrl(), poolSize: 3, applicationName: name } as const;
    const pool = new ReadOnlyPool(location, options);
    pools.push(pool);
    return pool.kysely();
  };
  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.close();
  });

  it.each([
    [1, {}],
    [2, { kept: 2 }],
  ])('closes its idle connections but for %i, which serve the next statements', async (kept, options) => {
    const observer = open('backroom observer');
    const reports = open(applicationName, { idleMillis: 50, ...options });
    const used = await Promise.all([backend(reports), backend(reports), backend(reports)]);
    expect(new Set(used).size).toBe(3);
    await expect.poll(() => countBackends(observer)).toBe(kept);
    // Far beyond the time after which the others were closed.
    await sql`select pg_sleep(0.5)`.execute(observer);
    expect(await countBackends(observer)).toBe(kept);
    expect(used).toContain(await backend(reports));
  });
});
