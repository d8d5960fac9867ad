import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasesWith } from '../support/databases.ts';
import { type Database, DatabaseUnavailable, EmbeddedServer, openWith, templateOf } from '../support/persistence.ts';
import { type ThingTables, things } from '../support/things.ts';

const embedded = databasesWith<ThingTables>(things).find(({ name }) => name === 'embedded');

describe('the embedded database', () => {
  let database: Database<ThingTables>;
  beforeAll(async () => {
    if (embedded === undefined) throw new Error('The matrix of databases has no embedded one.');
    database = await embedded.open();
  });
  afterAll(() => database.close());
  const names = async (of = database): Promise<string[]> => {
    const rows = await of.kysely().selectFrom('thing').select('name').orderBy('id').execute();
    return rows.map(({ name }) => name);
  };

  it('has no second connection for callers inside a unit, and rejects them after five seconds', async () => {
    const unit = database.unitOfWork.run(() => database.forkEntityManager().execute('select 1'));
    await expect(unit).rejects.toMatchObject({ cause: { reason: 'timeout exceeded when trying to connect' } });
    expect(await names()).toEqual(['first']);
  });

  it.each([
    'copy thing from stdin',
    'COPY thing TO STDOUT',
    'select 1; /* a /* b */ ; */ copy thing from stdin',
    `select E'it\\'s; copy'; Copy (select 1) to stdout`,
    'select $a$ ; copy $a$; -- no;\n copy thing from stdin',
  ])('refuses %s and goes on', async (statement) => {
    const refused = sql.raw(statement).execute(database.kysely());
    await expect(refused).rejects.toMatchObject({ code: '0A000' });
    const inside = database.unitOfWork.run(() => sql.raw(statement).execute(database.kysely()));
    await expect(inside).rejects.toMatchObject({ code: '0A000' });
    expect(await names()).toEqual(['first']);
  });

  it.each([
    `select 'a; copy b' as copy`,
    'select 1 as "; copy"',
    'select $$; copy $$ -- ; copy',
    'select /* ; copy /* ; */ copy */ 1',
    'create table copy (copy int); drop table copy',
  ])('does not take %s for a COPY', async (statement) => {
    await sql.raw(statement).execute(database.kysely());
  });

  it('refuses a prepared COPY', async () => {
    const client: pg.PoolClient = await nativePool(database).then((pool) => pool.connect());
    const refused = client.query({ name: 'a copy', text: 'copy thing from stdin' });
    await expect(refused).rejects.toMatchObject({ code: '0A000' });
    client.release();
    expect(await names()).toEqual(['first']);
  });

  it('vacuums a table of deleted rows, once each time that it has grown', async () => {
    const pages = async () => {
      const sized = sql<{ pages: number }>`select (pg_relation_size('thing') / 8192)::int as pages`;
      return (await sized.execute(database.kysely())).rows[0]?.pages;
    };
    expect(await database.clearGrownTable()).toBeUndefined();
    await sql`insert into thing (name) select 'one of many ' || n from generate_series(1, 10000) n`.execute(
      database.kysely(),
    );
    await sql`delete from thing where name like 'one of many %'`.execute(database.kysely());
    expect(await pages()).toBeGreaterThan(50);
    expect([await database.clearGrownTable(), await database.clearGrownTable()]).toEqual(['public.thing', undefined]);
    expect([await pages(), await names()]).toEqual([1, ['first']]);
  });

  it('is copied by a template, and the copies have nothing in common', async () => {
    const template = await templateOf(database);
    const open = () => openWith<ThingTables>({ kind: 'memory', template }, things);
    const [one, two] = await Promise.all([open(), open()]);
    await one.kysely().insertInto('thing').values({ name: 'of one' }).execute();
    await two.kysely().insertInto('thing').values({ name: 'of two' }).execute();
    expect(await names(one)).toEqual(['first', 'of one']);
    expect(await names(two)).toEqual(['first', 'of two']);
    expect(await names()).toEqual(['first']);
    await Promise.all([one.close(), two.close()]);
  });

  it('is unavailable after it was closed, which may be done twice', async () => {
    const template = await templateOf(database);
    const other = await openWith<ThingTables>({ kind: 'memory', template }, things);
    await Promise.all([other.close(), other.close()]);
    await other.close();
    await expect(other.unitOfWork.run(() => names(other))).rejects.toThrow(DatabaseUnavailable);
    await expect(names(other)).rejects.toThrow('destroyed');
    await expect(templateOf(other)).rejects.toThrow('ended');
  });

  it('leaves nothing open when it cannot be opened', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backroom-'));
    await mkdir(join(folder, 'postgres'));
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18\n');
    const opening = () => openWith({ kind: 'embedded', folder }, things);
    await expect(opening()).rejects.toThrow();
    // Not "in use": the lock was released.
    await expect(opening()).rejects.not.toHaveProperty('pid');
    await rm(folder, { recursive: true });
  });
});

describe('sessions of the embedded database', () => {
  let server: EmbeddedServer;
  const clients: pg.Client[] = [];
  beforeAll(async () => {
    server = new EmbeddedServer({ source: { kind: 'memory' }, patienceMillis: 1_000 });
    await server.ready;
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await server.close();
  });
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ stream: () => server.stream() });
    // The test reads what the statements return; a client without a listener would end the process.
    client.on('error', () => {});
    clients.push(client);
    await client.connect();
    return client;
  };

  it('take turns, and a transaction keeps its turn', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    await one.query('create table turn (n int)');
    await one.query('begin');
    await one.query('insert into turn values (1)');
    const waiting = two.query('select count(*)::int as count from turn');
    await wait(100);
    await one.query('insert into turn values (2)');
    await one.query('commit');
    expect((await waiting).rows).toEqual([{ count: 2 }]);
  });

  it('do not wait for ever for an idle transaction', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    await one.query('begin');
    await expect(two.query('select 1')).rejects.toMatchObject({ code: '55P03' });
    await expect(two.query('select $1::int', [1])).rejects.toMatchObject({ code: '55P03' });
    await one.query('commit');
    expect((await two.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('wait as long as it takes for a transaction that is at work', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    await one.query('begin');
    const waiting = two.query('select 1 as one');
    for (let step = 0; step < 4; step += 1) {
      await wait(400);
      await one.query('select 1');
    }
    await one.query('commit');
    expect((await waiting).rows).toEqual([{ one: 1 }]);
  });

  it('undo what they have not committed when their client disconnects', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    await two.query('create table gone (n int)');
    await one.query('begin');
    await one.query('insert into gone values (1)');
    const waiting = two.query('select count(*)::int as count from gone');
    streamOf(one).destroy();
    expect((await waiting).rows).toEqual([{ count: 0 }]);
  });

  it('discard what they prepared', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    await one.query({ name: 'mine', text: 'select 1' });
    await one.end();
    await two.query({ name: 'mine', text: 'select 2' });
    await two.query('deallocate mine');
  });

  it('are refused one by one for messages that make no sense', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    const failed = new Promise<Error>((resolve) => one.once('error', resolve));
    streamOf(one).write(Buffer.from('zzzzzzzz'));
    expect(await failed).toMatchObject({ code: '08P01' });
    expect((await two.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('are warned of missing encryption', async () => {
    const client = new pg.Client({ stream: () => server.stream(), ssl: true });
    client.on('error', () => {});
    await expect(client.connect()).rejects.toThrow('does not support SSL');
  });

  it('take a query in pieces', async () => {
    const client = await connect();
    const write = streamOf(client).write.bind(streamOf(client));
    streamOf(client).write = ((chunk: Buffer, ...more: []) => {
      for (let at = 0; at < chunk.length; at += 7) write(chunk.subarray(at, at + 7), ...more);
      return true;
    }) as typeof write;
    const answer = await client.query('select $1::text || $2 as it', ['x'.repeat(1000), 'ü']);
    expect(answer.rows).toEqual([{ it: `${'x'.repeat(1000)}ü` }]);
  });

  it('are ended with an error when the database dies, without waits', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backroom-'));
    const dying = new EmbeddedServer({
      source: { kind: 'folder', folder: join(folder, 'postgres') },
      patienceMillis: 300,
    });
    await dying.ready;
    const open = () => {
      const client = new pg.Client({ stream: () => dying.stream() });
      client.on('error', () => {});
      return client;
    };
    const client = open();
    await client.connect();
    await client.query('create table t (n int)');
    await rm(join(folder, 'postgres'), { recursive: true });
    const fill = 'insert into t select n from generate_series(1, 2000000) n';
    await expect(client.query(fill)).rejects.toThrow();
    await expect(client.query('checkpoint')).rejects.toThrow();
    await dying.close();
    await expect(open().connect()).rejects.toThrow();
    await rm(folder, { recursive: true, force: true });
  });
});

const nativePool = (database: Database<ThingTables>): Promise<pg.Pool> =>
  (database.orm.em.getConnection() as unknown as { getNativeClient(): Promise<pg.Pool> }).getNativeClient();

const streamOf = (client: pg.Client): NodeJS.ReadWriteStream & { destroy(): void } =>
  (client as unknown as { connection: { stream: NodeJS.ReadWriteStream & { destroy(): void } } }).connection.stream;
