import { ManualClock } from '@backroom/adapters-memory';
import { MikroRateLimiter } from '@backroom/adapters-persistence';
import type { RateLimit } from '@backroom/core';
import { rateLimiterContract } from '@backroom/testing';
import { freshWord } from '@backroom/testing/builders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from '../../packages/composition/src/system-clock.ts';
import { databases } from '../support/databases.ts';
import type { Database } from '../support/persistence.ts';

const exact: RateLimit = { name: 'exact', points: 10, seconds: 600 };
const leased: RateLimit = { name: 'leased', points: 100, seconds: 600, lease: 10 };

for (const { name, open } of databases)
  rateLimiterContract(`MikroRateLimiter on ${name}`, async () => {
    const database = await open();
    return { limiter: new MikroRateLimiter(database, new SystemClock()), close: () => database.close() };
  });

describe.each(databases)('two processes with a MikroRateLimiter on $name', ({ name, open }) => {
  let database: Database;
  let clock: ManualClock;
  beforeAll(async () => {
    database = await open();
    clock = new ManualClock(new Date());
  });
  afterAll(() => database?.close());
  const two = () => [new MikroRateLimiter(database, clock), new MikroRateLimiter(database, clock)] as const;
  const granted = async (limiter: MikroRateLimiter, limit: RateLimit, key: string, times: number) => {
    let count = 0;
    for (let round = 0; round < times; round += 1) if (!(await limiter.take(limit, key)).isExceeded) count += 1;
    return count;
  };
  const rowsOf = async (key: string) =>
    (await sql<{ points: number }>`select points from rate_counter where key = ${key}`.execute(database.kysely())).rows;

  it('count each point of an ordinary limit together', async () => {
    const [one, other] = two();
    const key = freshWord();
    expect([await granted(one, exact, key, 7), await granted(other, exact, key, 7)]).toEqual([7, 3]);
  });

  it('never give more of a leased limit than there is, and less only by what the other has not spent', async () => {
    const [one, other] = two();
    const key = freshWord();
    const first = await granted(one, leased, key, 35);
    const second = await granted(other, leased, key, 100);
    expect(first).toBe(35);
    expect(second).toBe(60);
    expect(await granted(one, leased, key, 10)).toBe(5);
  });

  it('query a leased limit once per lease', async () => {
    const [one] = two();
    const key = freshWord();
    await granted(one, leased, key, 10);
    expect(await rowsOf(`leased ${key}`)).toEqual([{ points: 10 }]);
    await granted(one, leased, key, 1);
    expect(await rowsOf(`leased ${key}`)).toEqual([{ points: 20 }]);
  });

  it('do not query a used-up leased limit until its window is over', async () => {
    const [one] = two();
    const key = freshWord();
    await granted(one, leased, key, 101);
    await sql`delete from rate_counter`.execute(database.kysely());
    expect(await one.take(leased, key)).toMatchObject({ isExceeded: true });
    clock.advance(601_000);
    expect(await one.take(leased, key)).toMatchObject({ isExceeded: false, remaining: 99 });
  });

  // The embedded database has one connection, and inside a unit of work that is taken.
  it.skipIf(name === 'embedded')('keep what was counted inside a unit of work that is undone', async () => {
    const [one] = two();
    const key = freshWord();
    const undone = database.unitOfWork.run(async () => {
      await one.take(exact, key);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await one.look(exact, key)).toMatchObject({ remaining: 9 });
  });

  it('clear away counters that ended long ago', async () => {
    const [one] = two();
    const long = new Date(Date.now() - 3_600_000);
    await sql`insert into rate_counter (key, points, ends_at) select 'old ' || n, 1, ${long}::timestamptz from generate_series(1, 30) n`.execute(
      database.kysely(),
    );
    for (let round = 0; round < 2; round += 1) await one.take(exact, freshWord());
    const left = await sql`select 1 from rate_counter where key like 'old %'`.execute(database.kysely());
    expect(left.rows).toEqual([]);
  });
});
