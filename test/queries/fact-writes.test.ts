import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { type OpenFacts, openFacts } from '../support/fact-stores.ts';
import { dice, madeUp } from '../support/facts.ts';

const [postgres] = databases.filter(({ name }) => name === 'postgres');

describe('the facts of orders', () => {
  let opened: OpenFacts;
  let sent: string[] = [];
  const { query } = pg.Client.prototype;
  beforeAll(async () => {
    if (!postgres) throw new Error('There is no PostgreSQL.');
    opened = await openFacts(postgres, 1);
    await opened.addCustomers(9);
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const [first] = given as [string | { readonly text: string }];
      sent.push(typeof first === 'string' ? first : first.text);
      return (query as (...all: unknown[]) => unknown).apply(this, given);
    } as typeof query;
  });
  afterAll(async () => {
    pg.Client.prototype.query = query;
    await opened?.close();
  });

  it.each([
    [1, 3],
    [200, 4],
  ])('of %i that may be there are written with %i statements in one unit', async (count, statements) => {
    const roll = dice(count);
    const rows = Array.from({ length: count }, (_, index) => madeUp(roll, 10 * (index + 1), 9)).flat();
    for (const times of ['once', 'again']) {
      sent = [];
      await opened.write(rows);
      // The beginning goes with the first one.
      expect(sent, times).toHaveLength(statements + 1);
      expect(sent.filter((text) => text === 'commit')).toHaveLength(1);
    }
  });

  it('of a new order are searched before anything is deleted', async () => {
    sent = [];
    await opened.write(madeUp(dice(1), 70_000, 9), { areNew: true });
    expect(sent).toHaveLength(3 + 1);
    expect(sent.filter((text) => text.includes('delete from line_fact'))).toEqual([]);
  });

  it('have statements of the same text whatever is written, so that the database plans them once', async () => {
    const texts = new Set<string>();
    for (const count of [1, 3]) {
      sent = [];
      await opened.write(Array.from({ length: count }, (_, index) => madeUp(dice(index), 10 * (index + 1), 9)).flat());
      for (const text of sent) texts.add(text);
    }
    expect(texts.size).toBe(4);
  });
});
