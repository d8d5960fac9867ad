import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasesWith } from '../support/databases.ts';
import { type Database, DatabaseBusy, NothingCommitted } from '../support/persistence.ts';
import { Thing, type ThingTables, things } from '../support/things.ts';

const fresh = (): string => `thing ${Math.random()}`;
const failure = (code: string): Error => Object.assign(new Error(`failure ${code}`), { code });

describe.each(databasesWith<ThingTables>(things))('the database on $name', ({ open }) => {
  let database: Database<ThingTables>;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const add = (name: string) => database.kysely().insertInto('thing').values({ name }).execute();
  const count = async (name: string): Promise<number> => {
    const query = database.kysely().selectFrom('thing').where('name', '=', name);
    return Number((await query.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count);
  };

  describe('a unit of work', () => {
    it('commits what it did, and gives its result', async () => {
      const name = fresh();
      const seen = await database.unitOfWork.run(async () => {
        await add(name);
        return count(name);
      });
      expect(seen).toBe(1);
      expect(await count(name)).toBe(1);
    });

    it('undoes everything when the work rejects, and passes the error on untouched', async () => {
      const name = fresh();
      const error = new Error('no');
      const work = async (): Promise<void> => {
        await add(name);
        throw error;
      };
      await expect(database.unitOfWork.run(work)).rejects.toBe(error);
      expect(await count(name)).toBe(0);
    });

    it('refuses to be begun inside another one', async () => {
      const nested = database.unitOfWork.run(() => database.unitOfWork.run(async () => {}));
      await expect(nested).rejects.toThrow(TypeError);
    });

    it('shares its transaction with entities and writes what changed in them', async () => {
      const name = fresh();
      await database.unitOfWork.run(async () => {
        await add(name);
        const thing = await database.session().findOneOrFail(Thing, { name });
        thing.amount = '12.50';
      });
      const stored = await database.session().findOneOrFail(Thing, { name });
      expect(stored.amount).toBe('12.50');
    });

    it('keeps its changes from others until it commits', async () => {
      if (database.kind !== 'server') return;
      const name = fresh();
      const added = Promise.withResolvers<void>();
      const looked = Promise.withResolvers<void>();
      const unit = database.unitOfWork.run(async () => {
        await add(name);
        added.resolve();
        await looked.promise;
      });
      await added.promise;
      expect(await count(name)).toBe(0);
      looked.resolve();
      await unit;
      expect(await count(name)).toBe(1);
    });

    it('says that nothing was committed when a failed statement was ignored', async () => {
      const name = fresh();
      const work = async (): Promise<void> => {
        await add(name);
        await add(name).catch(() => {});
      };
      await expect(database.unitOfWork.run(work)).rejects.toThrow(NothingCommitted);
      expect(await count(name)).toBe(0);
    });

    it('lets statements be begun at once, and waits for all of them before it undoes', async () => {
      const name = fresh();
      const work = () => Promise.all([add(name), add(name), add(fresh()), add(fresh())]);
      await expect(database.unitOfWork.run(work)).rejects.toMatchObject({ code: '23505' });
      expect(await count(name)).toBe(0);
    });

    it('refuses statements that come after its end', async () => {
      let late: Promise<unknown> | undefined;
      const committed = Promise.withResolvers<void>();
      await database.unitOfWork.run(async () => {
        late = committed.promise.then(() => add(fresh()));
        late.catch(() => {});
      });
      committed.resolve();
      await expect(late).rejects.toThrow('already committed');
    });

    it('is done again after a collision', async () => {
      const name = fresh();
      let tries = 0;
      await database.unitOfWork.run(async () => {
        tries += 1;
        await add(name);
        if (tries < 4) throw failure(tries % 2 === 0 ? '40P01' : '40001');
      });
      expect(tries).toBe(4);
      expect(await count(name)).toBe(1);
    });

    it('says that the database is busy when it collided four times', async () => {
      let tries = 0;
      const work = async (): Promise<void> => {
        tries += 1;
        throw failure('40001');
      };
      const error = await database.unitOfWork.run(work).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(DatabaseBusy);
      expect(error).toHaveProperty('cause.code', '40001');
      expect(tries).toBe(4);
    });

    it('lets twenty writers change the same row one after the other', async () => {
      const name = fresh();
      await add(name);
      const increment = () =>
        database.unitOfWork.run(async () => {
          const row = database.kysely().selectFrom('thing').select('visits').where('name', '=', name);
          const { visits } = await row.forUpdate().executeTakeFirstOrThrow();
          await database
            .kysely()
            .updateTable('thing')
            .set({ visits: visits + 1 })
            .where('name', '=', name)
            .execute();
        });
      await Promise.all(Array.from({ length: 20 }, increment));
      const row = database.kysely().selectFrom('thing').select('visits').where('name', '=', name);
      expect(await row.executeTakeFirstOrThrow()).toEqual({ visits: 20 });
    });
  });

  describe('an effect', () => {
    it('happens once, after the commit, outside of the unit', async () => {
      const name = fresh();
      const seen: number[] = [];
      let tries = 0;
      await database.unitOfWork.run(async () => {
        tries += 1;
        database.unitOfWork.afterCommit(async () => {
          await database.unitOfWork.run(async () => seen.push(await count(name)));
        });
        await add(name);
        if (tries === 1) throw failure('40001');
        expect(seen).toEqual([]);
      });
      await database.unitOfWork.settled();
      expect(seen).toEqual([1]);
    });

    it('does not happen when the work was undone', async () => {
      let happened = false;
      const work = async (): Promise<void> => {
        database.unitOfWork.afterCommit(() => {
          happened = true;
        });
        throw new Error('no');
      };
      await expect(database.unitOfWork.run(work)).rejects.toThrow('no');
      await database.unitOfWork.settled();
      expect(happened).toBe(false);
    });

    it('does not reach the work with its failure', async () => {
      const work = async (): Promise<string> => {
        database.unitOfWork.afterCommit(() => {
          throw new Error('no');
        });
        database.unitOfWork.afterCommit(async () => {
          throw new Error('no');
        });
        return 'done';
      };
      expect(await database.unitOfWork.run(work)).toBe('done');
      await database.unitOfWork.settled();
    });

    it('happens at once outside of a unit', () => {
      let happened = false;
      database.unitOfWork.afterCommit(() => {
        happened = true;
      });
      expect(happened).toBe(true);
    });
  });

  describe('a read', () => {
    it('refuses changes', async () => {
      await expect(database.unitOfWork.read(() => add(fresh()))).rejects.toMatchObject({ code: '25006' });
    });

    it('sees one state of the data', async () => {
      if (database.kind !== 'server') return;
      const name = fresh();
      const seen = await database.unitOfWork.read(async () => {
        const before = await count(name);
        // A query builder that was asked for outside keeps to the pool.
        await outside.insertInto('thing').values({ name }).execute();
        return [before, await count(name)];
      });
      expect(seen).toEqual([0, 0]);
      expect(await count(name)).toBe(1);
    });
    let outside: ReturnType<typeof database.kysely>;
    beforeAll(() => {
      outside = database.kysely();
    });
  });

  describe('a statement', () => {
    it('gives dates, numbers, exact amounts and JSON', async () => {
      const name = fresh();
      const seenAt = new Date('2026-03-29T01:30:00.123Z');
      const facts = JSON.stringify([1, { a: 'ü' }]);
      const values = { name, seen_at: seenAt, amount: '0.10', visits: 2 ** 53 - 1, day: '2026-02-28', facts };
      await database.kysely().insertInto('thing').values(values).execute();
      const columns = ['seen_at', 'amount', 'visits', 'day', 'facts'] as const;
      const row = database.kysely().selectFrom('thing').select(columns).where('name', '=', name);
      expect(await row.executeTakeFirst()).toEqual({
        seen_at: seenAt,
        amount: '0.10',
        visits: 2 ** 53 - 1,
        day: '2026-02-28',
        facts: [1, { a: 'ü' }],
      });
      expect(await database.session().findOneOrFail(Thing, { name })).toMatchObject({ seenAt, amount: '0.10' });
    });

    it('fails rather than to give another number than is stored', async () => {
      const tooLarge = sql`select 9007199254740993::bigint as it`.execute(database.kysely());
      await expect(tooLarge).rejects.toThrow(RangeError);
    });

    it('carries five million characters there and back', async () => {
      const text = 'Grüße '.repeat(900_000);
      const answer = await sql<{ it: string }>`select ${text}::text as it`.execute(database.kysely());
      expect(answer.rows[0]?.it === text).toBe(true);
    });

    it('gives a hundred thousand rows at once', async () => {
      const answer = await sql<{
        n: number;
      }>`select n, repeat('x', 40) from generate_series(1, ${100_000}::int) n`.execute(database.kysely());
      expect(answer.rows).toHaveLength(100_000);
      expect(answer.rows.at(-1)?.n).toBe(100_000);
    });

    it('takes thirty thousand parameters, or one that is a list', async () => {
      const numbers = Array.from({ length: 30_000 }, (_, index) => index);
      const list = sql.join(numbers.map((number) => sql`(${number}::int)`));
      const total = sql<{ sum: number }>`select sum(n)::int as sum from (values ${list}) as t (n)`;
      expect((await total.execute(database.kysely())).rows).toEqual([{ sum: 449_985_000 }]);
      const counted = sql<{ count: number }>`select count(*) from generate_series(1, 10) n where n = any(${numbers})`;
      expect((await counted.execute(database.kysely())).rows).toEqual([{ count: 10 }]);
    });

    it('streams rows in pieces, and gives the connection back when the reader stops', async () => {
      const rows = database.kysely().selectFrom(sql<{ n: number }>`generate_series(1, 5000)`.as('n')).selectAll();
      let seen = 0;
      for await (const _ of rows.stream(500)) if (++seen === 1200) break;
      expect(seen).toBe(1200);
      expect(await count('first')).toBe(1);
    });

    it('fails with SQLSTATE and constraint, and the next one works', async () => {
      const double = add('first');
      await expect(double).rejects.toMatchObject({ code: '23505', constraint: 'thing_name_unique' });
      const unknown = sql`select ${1}::int, nothing`.execute(database.kysely());
      await expect(unknown).rejects.toMatchObject({ code: '42703' });
      const both = sql`select 1; select nothing`.execute(database.kysely());
      await expect(both).rejects.toMatchObject({ code: '42703' });
      expect(await count('first')).toBe(1);
    });

    it('answers each of many that are asked at once with its own', async () => {
      const ask = (n: number) =>
        n % 3 === 0
          ? sql`select ${n}::int / 0 as it`.execute(database.kysely()).catch(() => n)
          : sql<{ it: number }>`select ${n}::int as it`.execute(database.kysely()).then(({ rows }) => rows[0]?.it);
      const numbers = Array.from({ length: 100 }, (_, n) => n);
      expect(await Promise.all(numbers.map(ask))).toEqual(numbers);
    });

    it('is prepared once on each connection, and called by its name', async () => {
      await database.unitOfWork.run(async () => {
        const marked = sql`select ${1}::int as prepared_once`;
        for (let call = 0; call < 5; call += 1) await marked.execute(database.kysely());
        const names = sql<{ calls: number }>`
          select generic_plans + custom_plans as calls from pg_prepared_statements where statement like '%prepared_once'`;
        expect((await names.execute(database.kysely())).rows).toEqual([{ calls: 5 }]);
      });
    });

    it('goes on after a change of the table it was prepared for', async () => {
      const run = (text: string, parameters: unknown[] = []) =>
        database.kysely().executeQuery<{ a: number }>(CompiledQuery.raw(text, parameters));
      const look = () => run('select * from changing where a = $1', [1]);
      await run('create table changing (a int); insert into changing values (1)');
      await look();
      await run('alter table changing add b text');
      expect((await look()).rows).toEqual([{ a: 1, b: null }]);
      await run('alter table changing add c text');
      expect((await database.unitOfWork.run(look)).rows).toEqual([{ a: 1, b: null, c: null }]);
      await run('drop table changing');
    });
  });

  describe('the schema', () => {
    it('is up to date and equals the entities', async () => {
      expect(await database.pendingMigrations()).toEqual([]);
      expect(await database.migrate()).toEqual([]);
      expect(await database.schemaDifference()).toBe('');
    });
  });
});
