import { createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, dropDatabase, serverUrl } from '../support/databases.ts';
import { type Database, DatabaseUnavailable, openWith } from '../support/persistence.ts';
import { type ThingTables, things } from '../support/things.ts';

describe('a database server', () => {
  let name: string;
  let database: Database<ThingTables>;
  beforeAll(async () => {
    name = await createDatabase();
    database = await openWith<ThingTables>({ kind: 'server', url: serverUrl(name), poolSize: 2 }, things);
  });
  afterAll(async () => {
    await database.close();
    await dropDatabase(name);
  });

  const anotherProcess = () => openWith<ThingTables>({ kind: 'server', url: serverUrl(name), poolSize: 1 }, things);
  const ownPid = async (): Promise<number> => {
    const answer = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely());
    return answer.rows[0]?.pid ?? 0;
  };
  const kill = async (pid: number): Promise<void> => {
    const other = await anotherProcess();
    await sql`select pg_terminate_backend(${pid}::int)`.execute(other.kysely());
    await other.close();
  };

  it('is migrated once when processes start together', async () => {
    const processes = await Promise.all([1, 2, 3].map(anotherProcess));
    const done = await Promise.all(processes.map((process) => process.migrate()));
    expect(done.flat()).toEqual(['0001-thing', '0002-first-thing']);
    await Promise.all(processes.map((process) => process.close()));
  });

  it('is unavailable to the unit whose connection it ends, and available to the next', async () => {
    const effects: string[] = [];
    const unit = database.unitOfWork.run(async () => {
      database.unitOfWork.afterCommit(() => {
        effects.push('committed');
      });
      await kill(await ownPid());
      await database.kysely().insertInto('thing').values({ name: 'lost' }).execute();
    });
    await expect(unit).rejects.toThrow(DatabaseUnavailable);
    expect(effects).toEqual([]);
    const left = database.kysely().selectFrom('thing').select('name').where('name', '=', 'lost');
    expect(await left.execute()).toEqual([]);
  });

  it('is unavailable to entities in the same words', async () => {
    const unit = database.unitOfWork.run(async () => {
      await kill(await ownPid());
      await database.session().execute('select 1');
    });
    await expect(unit).rejects.toThrow(DatabaseUnavailable);
  });

  it('is unavailable when all connections stay taken', async () => {
    const end = Promise.withResolvers<void>();
    const hold = () => database.unitOfWork.run(() => end.promise);
    const held = [hold(), hold()];
    const third = database.kysely().selectFrom('thing').select('name').execute();
    await expect(third).rejects.toMatchObject({
      code: 'database_unavailable',
      reason: 'timeout exceeded when trying to connect',
    });
    end.resolve();
    await Promise.all(held);
  });

  it('describes the rows of a statement once to each connection', async () => {
    const { describe: ask } = pg.Connection.prototype as unknown as { describe(portal: unknown): void };
    let descriptions = 0;
    const counting = function (this: pg.Connection, portal: unknown): void {
      descriptions += 1;
      ask.call(this, portal);
    };
    Object.assign(pg.Connection.prototype, { describe: counting });
    const asked = (n: number) => sql`select ${n}::int as it, ${String(n)}::text as name`.execute(database.kysely());
    const answers = await database.unitOfWork.run(async () => [await asked(1), await asked(2), await asked(3)]);
    Object.assign(pg.Connection.prototype, { describe: ask });
    expect(answers.map(({ rows }) => rows)).toEqual([1, 2, 3].map((n) => [{ it: n, name: String(n) }]));
    expect(descriptions).toBe(1);
  });

  it('is called by statements without names behind a pooler', async () => {
    const options = { kind: 'server', url: serverUrl(name), preparesStatements: false } as const;
    const pooled = await openWith<ThingTables>(options, things);
    const answer = await sql<{ names: number }>`
      select count(*) as names from pg_prepared_statements where ${1}::int = 1`.execute(pooled.kysely());
    expect(answer.rows).toEqual([{ names: 0 }]);
    await pooled.close();
  });

  it('shows the connections under their configured names', async () => {
    const shown = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(
      database.kysely(),
    );
    expect(shown.rows).toEqual([{ name: 'backroom' }]);
  });
});

describe('a database server that cannot be reached', () => {
  const opening = (url: string) => openWith({ kind: 'server', url }, things);

  it('is unavailable when no server listens', async () => {
    const url = new URL(serverUrl());
    url.port = '1';
    await expect(opening(url.href)).rejects.toThrow(DatabaseUnavailable);
  });

  it('is unavailable when its socket is not there', async () => {
    await expect(opening('postgresql:///backroom?host=/nonexistent')).rejects.toThrow(DatabaseUnavailable);
  });

  it('is unavailable when no server answers', async () => {
    const sockets: Socket[] = [];
    const silent: Server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await expect(opening(`postgresql://postgres@127.0.0.1:${port}/x`)).rejects.toThrow(DatabaseUnavailable);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('reports what is wrong with the name of the database', async () => {
    await expect(opening(serverUrl('nowhere'))).rejects.toMatchObject({ code: '3D000' });
  });
});
