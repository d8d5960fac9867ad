import { defaultShopSettings } from '@backroom/core/commerce';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { expectedTables } from '../support/fact-oracle.ts';
import { type OpenFacts, openFacts, refreshAll } from '../support/fact-stores.ts';
import { dice, madeUp } from '../support/facts.ts';

const rules = defaultShopSettings;
const columns = `date_type, day, status, is_refund, is_returning, entries, items, total, tax, shipping, net, coupon,
  refunds, tax_back, shipping_back, with_lines, with_coupon, with_tax`;

for (const database of databases)
  describe(`pending rows of the sums of orders, on ${database.name}`, () => {
    let opened: OpenFacts;
    beforeAll(async () => {
      opened = await openFacts(database);
    });
    afterAll(() => opened?.close());
    const all = Array.from({ length: 20 }, (_, index) => madeUp(dice(index), 10 * (index + 1), 6)).flat();
    const more = madeUp(dice(6), 9_000, 6);
    beforeEach(async () => {
      await opened.reset();
      await opened.addCustomers(9);
      await opened.write(all);
      await refreshAll(opened.facts);
      await opened.write(more);
    });

    it('are part of what is kept', async () => {
      expect(await opened.facts.compareDerived(rules, 1)).toEqual([]);
      await opened.facts.refresh(1);
      expect(await opened.facts.compareDerived(rules, 1)).toEqual([]);
    });

    it.each([
      ['lost', 'delete from order_pending where id = (select min(id) from order_pending)'],
      ['doubled', `insert into order_pending (${columns}) select ${columns} from order_pending order by id limit 1`],
      ['changed', 'update order_pending set net = net + 1 where id = (select max(id) from order_pending)'],
    ])('that were %s are found, and a rebuild puts the sums right', async (_, statement) => {
      const { facts } = opened;
      await opened.spoil(statement);
      expect((await facts.compareDerived(rules, 9)).map(({ table }) => table)).toContain('order_day');
      await facts.rebuildDerived(rules);
      expect(await facts.compareDerived(rules, 3)).toEqual([]);
      expect(await opened.read()).toEqual(expectedTables([...all, ...more], rules, []));
    });
  });
