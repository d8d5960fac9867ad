import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasesWith } from '../support/databases.ts';
import type { Database } from '../support/persistence.ts';
import { Thing, type ThingTables, things } from '../support/things.ts';

const fresh = (): string => `thing ${Math.random()}`;

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

  describe('a statement', () => {
    it('returns dates, numbers, exact amounts and JSON', async () => {
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

    it('fails rather than return another number than is stored', async () => {
      const tooLarge = sql`select 9007199254740993::bigint as it`.execute(database.kysely());
      await expect(tooLarge).rejects.toThrow(RangeError);
    });

    it('carries five million characters there and back', async () => {
      const text = 'Grüße '.repeat(900_000);
      const answer = await sql<{ it: string }>`select ${text}::text as it`.execute(database.kysely());
      expect(answer.rows[0]?.it === text).toBe(true);
    });

    it('returns a hundred thousand rows at once', async () => {
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

    it('takes nulls, empty and long texts, bytes and lists, the first time and again', async () => {
      const texts = ['', 'ü € 😀', 'x'.repeat(70_000), null];
      const bytes = Buffer.from([0, 1, 255, 0]);
      for (const text of [...texts, ...texts]) {
        const { rows } =
          await sql`select ${text}::text as text, ${bytes}::bytea as bytes, ${null}::int as nothing, ${true}::boolean as yes,
          ${[1, 2]}::int[] as list, ${40_000}::int as number`.execute(database.kysely());
        expect(rows).toEqual([{ text, bytes, nothing: null, yes: true, list: [1, 2], number: 40_000 }]);
      }
    });

    it('streams rows in pieces, and releases the connection when the reader stops', async () => {
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

    it('returns its own rows when many run concurrently', async () => {
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

    it('with a value that cannot be sent leaves its connection usable', async () => {
      const endless: unknown[] = [];
      endless.push({ endless });
      const ask = (value: unknown) => sql<{ it: unknown }>`select ${value}::jsonb as it`.execute(database.kysely());
      for (let call = 0; call < 3; call += 1) expect((await ask('[1]')).rows).toEqual([{ it: [1] }]);
      await expect(ask(endless)).rejects.toThrow(/circular/i);
      expect((await ask('[2]')).rows).toEqual([{ it: [2] }]);
    });

    it('continues after a change of the table it was prepared for', async () => {
      const run = (text: string, parameters: unknown[] = []) =>
        database.kysely().executeQuery<{ a: number }>(CompiledQuery.raw(text, parameters));
      const look = () => run('select * from changing where a = $1', [1]);
      await run('create table changing (a int); insert into changing values (1)');
      for (let call = 0; call < 3; call += 1) expect((await look()).rows).toEqual([{ a: 1 }]);
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
