import type { CountingRules } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { expectedTables } from '../support/fact-oracle.ts';
import { type OpenFacts, openFacts } from '../support/fact-stores.ts';
import { type FactSketch, factRows } from '../support/facts.ts';

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
      [2, 22, 3, 90],
    ],
    ...more,
  });
const early = [order(1), order(2, { status: 'processing', completed: null }), order(3, { status: 'cancelled' })];
const late = [order(4), order(5, { parentId: 4, lines: [[1, 0, -1, -100]] })];

for (const database of databases)
  describe(`sums of orders that were stored before there were such sums, on ${database.name}`, () => {
    let opened: OpenFacts;
    beforeEach(async () => {
      opened = await openFacts(database);
      await opened.addCustomers(1);
      await opened.facts.rebuildDerived(rules);
      await opened.write(early);
      await opened.facts.refresh();
      await opened.write(late);
    });
    afterEach(() => opened?.close());

    /** Undoes a migration by these statements, and migrates again. */
    const migrateAgain = async (name: string, undo: readonly string[]) => {
      for (const statement of [...undo, `delete from schema_migrations where name = '${name}'`])
        await opened.spoil(statement);
      expect(await opened.database.migrate()).toEqual([name]);
    };

    it('count lines of completed orders after the rebuild that the migration begins', async () => {
      const { facts } = opened;
      await migrateAgain(
        '0057-lines-of-completed-orders',
        tables.map((table) => `alter table ${table} drop column completed_entries`),
      );
      const expected = expectedTables([...early, ...late], rules, []);
      expect(await opened.read()).not.toEqual(expected);
      while (await facts.goOnRebuilding());
      expect(await opened.read()).toEqual(expected);
      expect(await facts.compareDerived(rules, 10)).toEqual([]);
    });

    it('have all lines after the migration, moved and pending ones', async () => {
      await migrateAgain('0058-sums-of-all-lines', [
        'drop table line_level',
        'alter table line_pending drop column has_variation',
      ]);
      expect(await opened.facts.compareDerived(rules, 10)).toEqual([]);
      await opened.facts.refresh();
      expect(await opened.read()).toEqual(expectedTables([...early, ...late], rules, []));
    });
  });
