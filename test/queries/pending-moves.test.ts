import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { databases } from '../support/databases.ts';
import { type OpenFacts, openFacts, refreshAll } from '../support/fact-stores.ts';
import { dayAfter, dice, factRows, madeUp, orderIdsOf } from '../support/facts.ts';
import { rollUps } from '../support/persistence.ts';
import { listen } from '../support/statements.ts';

const [postgres] = databases.filter(({ name }) => name === 'postgres');

describe('moves of pending rows', () => {
  let opened: OpenFacts;
  beforeEach(async () => {
    if (!postgres) throw new Error('There is no PostgreSQL.');
    opened = await openFacts(postgres);
    await opened.addCustomers(9);
  });
  afterEach(() => opened?.close());

  it('find rows of zeros by the index of their level', async () => {
    const withStatus = (status: 'completed' | 'cancelled') => [
      factRows({ id: 10, customerId: 1, created: `${dayAfter(0)} 10:00:00`, status }),
    ];
    await opened.write(withStatus('completed'));
    await opened.facts.refresh();
    await opened.spoil(`
      insert into order_day select (jsonb_populate_record(stored, jsonb_build_object('day', day + no))).*
      from order_day stored cross join generate_series(1, 5000) no`);
    await opened.spoil('analyze order_day');
    await opened.write(withStatus('cancelled'));
    const heard = listen();
    onTestFinished(() => heard.stop());
    await opened.facts.refresh();
    const dropped = heard.sent.find(({ text }) => /^\s*delete from order_day/.test(text));
    const { rows } = await opened.database
      .kysely()
      .executeQuery<{ 'QUERY PLAN': string }>(
        CompiledQuery.raw(`explain (costs off) ${dropped?.text}`, [...(dropped?.values ?? [])]),
      );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Cond: .*date_type.*day/);
    expect(plan).not.toContain('Seq Scan');
  });

  it('do not wait for a vacuum of their table', async () => {
    await opened.write(Array.from({ length: 20 }, (_, index) => madeUp(dice(index), 10 * (index + 1), 9)).flat());
    const held = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const vacuuming = opened.unitOfWork.run(async () => {
      await opened.spoil('lock table order_pending in share update exclusive mode');
      held.resolve();
      await ended.promise;
    });
    await held.promise;
    const moving = opened.facts.refresh();
    const first = await Promise.race([moving.then(() => 'moved'), setTimeout(10_000, 'waited', { ref: false })]);
    ended.resolve();
    await Promise.all([vacuuming, moving]);
    expect(first).toBe('moved');
    expect(await opened.facts.countPending()).toBe(0);
  });

  it('leave no rows of zeros in any level', async () => {
    const all = Array.from({ length: 20 }, (_, index) => madeUp(dice(index), 10 * (index + 1), 9)).flat();
    await opened.link(1, 5);
    const count = async () => {
      const tables = rollUps.flatMap(({ levels }) => levels.map(({ table }) => table));
      const counts = tables.map((table) => sql`(select count(*)::int from ${sql.raw(table)}) as ${sql.id(table)}`);
      const { rows } = await sql<Readonly<Record<string, number>>>`select ${sql.join(counts)}`.execute(
        opened.database.kysely(),
      );
      return rows[0] ?? {};
    };
    await opened.write(all);
    await refreshAll(opened.facts);
    const filled = await count();
    expect(Object.values(filled).filter((rows) => rows === 0)).toEqual([]);
    await opened.write([], { gone: orderIdsOf(all), customers: all.map(({ order }) => order.customerId) });
    await refreshAll(opened.facts);
    expect(await count()).toEqual(Object.fromEntries(Object.keys(filled).map((table) => [table, 0])));
  });
});
