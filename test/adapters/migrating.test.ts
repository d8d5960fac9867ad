import { setTimeout as later } from 'node:timers/promises';
import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, databasesWith, dropDatabase, serverUrl } from '../support/databases.ts';
import { isLong } from '../support/how-long.ts';
import { type Database, LockWaits, type OrmSchema, openWith, withMigrationLock } from '../support/persistence.ts';
import { openPooler } from '../support/pooler.ts';
import { things } from '../support/things.ts';

class AddColour extends Migration {
  override up(): void {
    this.addSql('alter table thing add column colour text');
  }
}

class Fail extends Migration {
  override up(): void {
    this.addSql('create table half_done (id int)');
    this.addSql('select 1 / 0');
  }
}

class TakeTime extends Migration {
  override up(): void {
    this.addSql('select pg_sleep(1.5)');
  }
}

const steps = (...classes: (typeof Migration)[]): OrmSchema => ({
  entities: things.entities,
  migrations: [
    ...things.migrations,
    ...classes.map((each, index) => ({ name: `000${index + 3}-${each.name}`, class: each as never })),
  ],
});
const first = ['0001-thing', '0002-first-thing'];
const soon = { firstPauseMillis: 100, longestPauseMillis: 200, allMillis: 5_000 };

describe.each(databasesWith(things))('the schema on $name', ({ open }) => {
  it('is not changed by a check for pending migrations', async () => {
    const database = await open();
    await database.executeSql('drop table schema_migrations');
    await database.executeSql('drop table thing');
    expect(await database.pendingMigrations()).toEqual(first);
    expect((await database.executeSql(`select to_regclass('schema_migrations') as found`)).rows).toEqual([
      { found: null },
    ]);
    expect(await database.migrate()).toEqual(first);
    expect(await database.pendingMigrations()).toEqual([]);
    await database.close();
  });

  it('isolates a failed text with a transaction of its own from the next statement', async () => {
    const database = await open(1);
    await expect(database.executeSql('begin; select 1 / 0; commit;')).rejects.toMatchObject({ code: '22012' });
    expect((await database.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
  });
});

describe('a migration on a server', () => {
  let name: string;
  let other: pg.Client;
  const opened: Database<unknown>[] = [];
  beforeEach(async () => {
    name = await createDatabase();
    other = new pg.Client({ connectionString: serverUrl(name), application_name: 'a long report' });
    await other.connect();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await other.end();
    await dropDatabase(name);
  });
  const open = async (schema: OrmSchema) => {
    const database = await openWith<unknown>({ kind: 'server', url: serverUrl(name), poolSize: 2 }, schema);
    opened.push(database);
    return database;
  };
  const openMigrated = async (schema: OrmSchema) => {
    await (await open(things)).migrate();
    return open(schema);
  };
  const read = async (database: Database<unknown>): Promise<number> => {
    const since = performance.now();
    await sql`select count(*) from thing`.execute(database.kysely());
    return performance.now() - since;
  };

  it('is a transaction of its own: what was done before one fails stays done', async () => {
    const database = await open(steps(AddColour, Fail));
    await expect(database.migrate()).rejects.toMatchObject({ code: '22012' });
    expect(await database.pendingMigrations()).toEqual(['0004-Fail']);
    const { rows } = await database.executeSql(`select to_regclass('half_done') as half`);
    expect(rows).toEqual([{ half: null }]);
  });

  it('that waits for a report makes others wait for 2 s at most, and is done when the report is', async () => {
    const database = await openMigrated(steps(AddColour));
    await other.query('begin');
    await other.query('select * from thing');
    const migrating = database.migrate();
    const waits: number[] = [];
    const until = performance.now() + 6_000;
    while (performance.now() < until) {
      waits.push(await read(database));
      await later(50);
    }
    await other.query('commit');
    expect(await migrating).toEqual(['0003-AddColour']);
    expect(Math.max(...waits)).toBeGreaterThan(500);
    expect(Math.max(...waits)).toBeLessThan(4_500);
  });

  it('stops waiting for a table after a while, names it and the holder, and can be done later', async () => {
    const database = await openMigrated(steps(AddColour));
    await other.query('begin');
    await other.query(`select * from thing where name <> 'hush'`);
    const failure = await database.migrate(new LockWaits(soon)).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      kind: 'unavailable',
      code: 'migration_lock_timeout',
      message: expect.stringMatching(
        /waited 4 seconds for table thing, held by process \d+ \("a long report"\) of the server, in migration 0003-AddColour/,
      ),
    });
    expect(String(failure)).not.toContain('hush');
    await other.query('commit');
    expect(await database.migrate()).toEqual(['0003-AddColour']);
  });

  it('stops waiting for another process that migrates, and names it', async () => {
    const database = await open(things);
    await withMigrationLock({ kind: 'server', url: serverUrl(name) }, async () => {
      await expect(database.migrate(new LockWaits(soon))).rejects.toMatchObject({
        code: 'migration_lock_timeout',
        message: expect.stringMatching(
          /waited 4 seconds for the lock of migrations, held by process \d+ \("backroom migrate"\)/,
        ),
      });
    });
    expect(await database.migrate()).toEqual(first);
  });

  it.runIf(isLong)('waits for 60 seconds in all', { timeout: 90_000 }, async () => {
    const database = await open(things);
    const since = performance.now();
    await withMigrationLock({ kind: 'server', url: serverUrl(name) }, async () => {
      await expect(database.migrate()).rejects.toMatchObject({ code: 'migration_lock_timeout' });
    });
    expect(performance.now() - since).toBeGreaterThan(50_000);
    expect(performance.now() - since).toBeLessThan(62_000);
  });

  it('may take as long as it needs, whatever limits statements and transactions have', async () => {
    for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await other.query(`alter database ${name} set ${setting} = '1s'`);
    const database = await open(steps(TakeTime));
    expect(await database.migrate()).toEqual([...first, '0003-TakeTime']);
  });

  it('is aborted when the connection with its lock was lost', async () => {
    const database = await openMigrated(steps(TakeTime, AddColour));
    const migrating = database.migrate().catch((error: unknown) => error);
    const held = `select pg_terminate_backend(pid) as ended from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await other.query(held)).rows, { timeout: 5_000 }).toEqual([{ ended: true }]);
    expect(await migrating).toMatchObject({ code: 'database_unavailable' });
    expect(await database.pendingMigrations()).toContain('0004-AddColour');
    expect(await database.migrate()).toContain('0004-AddColour');
  });

  it('leaves no lock behind a pooler when its process is killed', async () => {
    const pooler = await openPooler(serverUrl(name));
    const holding = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<never>();
    const first = withMigrationLock({ kind: 'server', url: pooler.url }, () => {
      holding.resolve();
      return killed.promise;
    }).catch(() => {});
    await holding.promise;
    pooler.loseClients();
    const isFree = withMigrationLock({ kind: 'server', url: pooler.url }, async () => 'free');
    expect(await Promise.race([isFree, later(10_000, 'held')])).toBe('free');
    killed.reject(new Error('killed'));
    await first;
    await pooler.close();
  });
});
