import type { CountingRules } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { expectedTables } from '../support/fact-oracle.ts';
import { type OpenFacts, openFacts } from '../support/fact-stores.ts';
import { type FactSketch, factRows } from '../support/facts.ts';

const ADDED = '0057-lines-of-completed-orders';
const rules: CountingRules = { ...defaultShopSettings, dateType: 'date_paid' };
const tables = ['product_level', 'variation_level', 'line_pending'];

const order = (id: number, more: Partial<FactSketch> = {}) =>
  factRows({
    id,
    customerId: 1,
    created: '2025-03-05 10:00:00',
    lines: [
      [1, 0, 2, 200],
      [2, 21, 1, 50],
    ],
    ...more,
  });
const early = [order(1), order(2, { status: 'processing', completed: null }), order(3, { status: 'cancelled' })];
const late = [order(4), order(5, { parentId: 4, lines: [[1, 0, -1, -100]] })];

for (const database of databases)
  describe(`lines of completed orders that were stored before they were counted, on ${database.name}`, () => {
    let opened: OpenFacts;
    beforeAll(async () => {
      opened = await openFacts(database);
    });
    afterAll(() => opened?.close());

    it('are counted by the rebuild that the migration begins, whether their sums were moved or pending', async () => {
      const { facts, spoil } = opened;
      await opened.addCustomers(1);
      await facts.rebuildDerived(rules);
      await opened.write(early);
      await facts.refresh();
      await opened.write(late);
      for (const table of tables) await spoil(`alter table ${table} drop column completed_entries`);
      await spoil(`delete from schema_migrations where name = '${ADDED}'`);

      expect(await opened.database.migrate()).toEqual([ADDED]);
      const expected = expectedTables([...early, ...late], rules, []);
      expect(await opened.read()).not.toEqual(expected);
      while (await facts.goOnRebuilding());
      expect(await opened.read()).toEqual(expected);
      expect(await facts.compareDerived(rules, 10)).toEqual([]);
    });
  });
