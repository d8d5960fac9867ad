import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { type Database, DatabaseUnavailable, openWith } from '../support/persistence.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { listen } from '../support/statements.ts';
import { migratedTemplate } from '../support/templates.ts';
import { type ThingTables, things } from '../support/things.ts';
import { openTransactionPooler } from '../support/transaction-pooler.ts';

const requestLimits = { lockMillis: 300, statementMillis: 600, idleInTransactionMillis: 900, answerMillis: 2_000 };

/** How long work took in milliseconds, and what it failed with. */
async function outcome(work: () => Promise<unknown>) {
  const since = performance.now();
  const error = await work().then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return { error, millis: performance.now() - since };
}

describe('the limits of requests on PostgreSQL', () => {
  let name: string;
  let database: Database<ThingTables>;
  let other: pg.Client;
  beforeAll(async () => {
    name = await createDatabase();
    const url = serverUrl(name);
    database = await openWith<ThingTables>({ kind: 'server', url, poolSize: 2, requestLimits }, things);
    await database.migrate();
    other = new pg.Client(url);
    await other.connect();
  });
  afterAll(async () => {
    await other?.end();
    await database?.close();
    await dropDatabase(name);
  });

  const { limited, run, unlimited } = {
    limited: <T>(work: () => Promise<T>) => database.unitOfWork.limited(work),
    unlimited: <T>(work: () => Promise<T>) => database.unitOfWork.unlimited(work),
    run: <T>(work: () => Promise<T>) => database.unitOfWork.run(work),
  };
  const sleep = (seconds: number) => sql`select pg_sleep(${seconds}::float8)`.execute(database.kysely());
  const look = () => database.kysely().selectFrom('thing').select('name').where('id', '=', 0).execute();
  const settings = async () => {
    const { rows } = await sql<Record<string, string>>`
      select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(database.kysely());
    return rows[0];
  };
  const none = { lock: '0', statement: '0', idle: '0' };

  it.each([
    ['alone', (work: () => Promise<unknown>) => work()],
    ['in a unit of work', (work: () => Promise<unknown>) => run(work)],
  ])('end a statement that runs too long, %s', async (_, within) => {
    const { error, millis } = await outcome(() => limited(() => within(() => sleep(5))));
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(millis).toBeLessThan(3_000);
    expect(await limited(look)).toEqual([{ name: 'first' }]);
  });

  it.each([
    ['alone', (work: () => Promise<unknown>) => work()],
    ['in a unit of work, which is not repeated', (work: () => Promise<unknown>) => run(work)],
  ])('end the wait for a lock, %s', async (_, within) => {
    await other.query('begin; lock table thing in access exclusive mode');
    const { error, millis } = await outcome(() => limited(() => within(look)));
    await other.query('rollback');
    expect(error).toMatchObject({ kind: 'unavailable', code: 'busy', details: { retryAfter: 1 } });
    expect(millis).toBeLessThan(1_500);
    expect(await limited(look)).toEqual([{ name: 'first' }]);
  });

  it('end a transaction whose client pauses', async () => {
    const { error } = await outcome(() =>
      limited(() =>
        run(async () => {
          await look();
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          await look();
        }),
      ),
    );
    expect(error).toBeInstanceOf(DatabaseUnavailable);
  });

  it('hold for statements and units of requests only, and stay with no connection', async () => {
    expect(await limited(settings)).toMatchObject({ lock: '300ms', statement: '600ms' });
    expect(await limited(() => run(settings))).toEqual({ lock: '300ms', statement: '600ms', idle: '900ms' });
    expect(await limited(() => unlimited(settings))).toEqual(none);
    expect(await limited(() => unlimited(() => run(settings)))).toEqual(none);
    expect(await settings()).toEqual(none);
    await unlimited(() => sleep(1));
  });

  it('are replaced on the same connections when other work follows, and by what the role sets', async () => {
    await other.query(`alter role postgres in database ${name} set lock_timeout = '7s'`);
    const url = serverUrl(name);
    const own = await openWith<ThingTables>({ kind: 'server', url, poolSize: 1, requestLimits }, things);
    const { unitOfWork } = own;
    const shown = async () =>
      (await sql<{ lock: string }>`select current_setting('lock_timeout') as lock`.execute(own.kysely())).rows[0]?.lock;
    for (let round = 0; round < 2; round += 1) {
      expect(await unitOfWork.limited(shown)).toBe('300ms');
      expect(await unitOfWork.run(shown)).toBe('7s');
      expect(await unitOfWork.limited(() => unitOfWork.run(shown))).toBe('300ms');
      expect(await shown()).toBe('7s');
      expect(await unitOfWork.limited(shown)).toBe('300ms');
      // What cannot follow another statement in one transaction.
      await own.executeSql('vacuum thing');
      expect(await shown()).toBe('7s');
      await expect(unitOfWork.limited(() => own.executeSql('select 1 / 0'))).rejects.toMatchObject({ code: '22012' });
      expect(await shown()).toBe('7s');
    }
    await own.close();
    await other.query(`alter role postgres in database ${name} reset lock_timeout`);
  });

  it('hold behind a pooler, and stay with none of its connections', async () => {
    const pooler = await openTransactionPooler(serverUrl(name));
    const one = await openWith<ThingTables>({ kind: 'server', url: pooler.url, poolSize: 1, requestLimits }, things);
    const two = await openWith<ThingTables>({ kind: 'server', url: pooler.url, poolSize: 1 }, things);
    const shown = async (database: typeof one) => {
      const setting = sql<{ lock: string }>`select current_setting('lock_timeout') as lock`;
      return (await setting.execute(database.kysely())).rows[0]?.lock;
    };
    for (const backend of [0, 1, 0, 2]) {
      pooler.choose(backend);
      expect(await one.unitOfWork.limited(() => shown(one))).toBe('300ms');
      expect(await shown(two)).toBe('0');
      expect(await shown(one)).toBe('0');
    }
    await Promise.all([one.close(), two.close()]);
    await pooler.close();
  });

  it('cost no statement, and no name twice', async () => {
    const listening = listen();
    await limited(look);
    await limited(() => run(look));
    listening.stop();
    expect(listening.sent.map(({ text }) => text.replace(/;.*$/, ''))).toEqual([
      expect.stringMatching(/^select "name"/),
      expect.stringMatching(/^select "name"/),
      'set local statement_timeout = 0',
    ]);
    expect(listening.sent.at(-1)?.text).toBe('set local statement_timeout = 0; commit');
  });

  it('leave the errors of statements, and the names of statements that failed, as they are', async () => {
    const divide = (by: number) => sql`select ${6}::int / ${by}::int as quotient`.execute(database.kysely());
    const unknown = (value: number) => sql`select nothing from thing where id = ${value}`.execute(database.kysely());
    for (let round = 0; round < 3; round += 1) {
      await expect(limited(() => divide(0))).rejects.toMatchObject({ code: '22012' });
      expect((await limited(() => divide(2))).rows).toEqual([{ quotient: 3 }]);
      await expect(limited(() => unknown(1))).rejects.toMatchObject({ code: '42703' });
    }
    expect((await divide(3)).rows).toEqual([{ quotient: 2 }]);
  });

  it('are applied again after a change of the schema', async () => {
    await Promise.all([limited(settings), limited(settings)]);
    const all = () => sql`select * from thing where id = ${0}::int`.execute(database.kysely());
    await Promise.all([limited(all), limited(all)]);
    await other.query('alter table thing add column later int');
    expect((await limited(all)).rows).toEqual([expect.objectContaining({ later: null })]);
    await other.query('alter table thing drop column later');
    await limited(all);
    expect(await limited(settings)).toMatchObject({ lock: '300ms', statement: '600ms' });
  });
});

describe('the limits of requests on the embedded database', () => {
  it('end the wait for an answer, and what follows works when the database is free again', async () => {
    const hasty = { ...requestLimits, answerMillis: 300 };
    const template = await migratedTemplate(things);
    const database = await openWith<ThingTables>({ kind: 'memory', template, requestLimits: hasty }, things);
    const count = () => sql`select count(*) from generate_series(1, 4000000)`.execute(database.kysely());
    const { error, millis } = await outcome(() => database.unitOfWork.limited(count));
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(millis).toBeLessThan(2_000);
    const look = () => database.kysely().selectFrom('thing').select('name').execute();
    await expect.poll(() => look().catch(() => []), { timeout: 60_000 }).toEqual([{ name: 'first' }]);
    await database.close();
  });

  it('end the wait for its one connection after five seconds; work without limits waits on', async () => {
    const template = await migratedTemplate(things);
    const database = await openWith<ThingTables>({ kind: 'memory', template, requestLimits }, things);
    const { unitOfWork } = database;
    const look = () => database.kysely().selectFrom('thing').select('name').execute();
    const holding = Promise.withResolvers<void>();
    const unit = unitOfWork.run(() => holding.promise);
    const waiting = [look(), unitOfWork.run(look)];
    await expect(unitOfWork.limited(look)).rejects.toMatchObject({ code: 'busy' });
    holding.resolve();
    await unit;
    expect(await Promise.all(waiting)).toEqual([[{ name: 'first' }], [{ name: 'first' }]]);
    await database.close();
  });
});

describe('a server that becomes read-only', () => {
  let server: TestPostgres;
  let other: pg.Client;
  let database: Database<ThingTables>;
  beforeAll(async () => {
    server = await startPostgres();
    database = await openWith<ThingTables>({ kind: 'server', url: server.url, poolSize: 1 }, things);
    await database.migrate();
    other = new pg.Client(server.url);
    await other.connect();
  });
  afterAll(async () => {
    await database?.close();
    await other?.end();
    await server?.stop();
  });
  const makeReadOnly = async (isOn: boolean) => {
    await other.query(`set default_transaction_read_only = off`);
    await other.query(`alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
    await other.query('select pg_reload_conf()');
  };
  const add = (name: string) => database.kysely().insertInto('thing').values({ name }).execute();
  const pid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely())).rows[0]?.pid;

  it.each([
    ['alone', add],
    ['in a unit of work', (name: string) => database.unitOfWork.run(() => add(name))],
  ])(
    'is unavailable to writes, %s, loses its connections, and gets new ones when it takes writes again',
    async (how, write) => {
      const before = await pid();
      await makeReadOnly(true);
      await expect
        .poll(
          () =>
            write(`${how} refused`).then(
              () => 'written',
              (error: unknown) => error,
            ),
          { timeout: 10_000 },
        )
        .toBeInstanceOf(DatabaseUnavailable);
      // The connection was closed, and a new one is checked first.
      await expect(pid()).rejects.toMatchObject({ code: 'database_unavailable', reason: 'The server is read-only.' });
      await makeReadOnly(false);
      await expect.poll(() => pid().catch(() => before), { timeout: 10_000 }).not.toBe(before);
      await write(how);
    },
  );

  it('is no standby either', async () => {
    const pair = await startPostgres(undefined, { replicas: 1 });
    const url = pair.replicas[0]?.url ?? '';
    await expect(openWith({ kind: 'server', url }, things)).rejects.toThrow(DatabaseUnavailable);
    await pair.stop();
  });
});
