import { defaultShopSettings } from '@backroom/core/commerce';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { expectedTables } from '../support/fact-oracle.ts';
import { type OpenFacts, openFacts, refreshAll } from '../support/fact-stores.ts';
import { dice, madeUp } from '../support/facts.ts';

const rules = defaultShopSettings;
const amounts = 'items, total, tax, shipping, net, coupon, refunds, tax_back, shipping_back';
const state = 'status, is_refund, is_returning';
const taxColumns = `variant, rate_id, rate_code, percent, label, country, state, priority, ${state}, entries, orders, rate_orders,
  rate_entries, order_tax, shipping_tax, taxable, ${amounts}`;
/** Columns of pending rows beside their day, by family. */
const families = {
  order: `${state}, entries, ${amounts}, with_lines, with_coupon, with_tax`,
  tax: taxColumns,
  coupon: `coupon_id, ${state}, entries, amount, ${amounts}`,
};
const faults = Object.entries(families).flatMap(([family, columns]) => {
  const pending = `${family}_pending`;
  const all = `date_type, day, ${columns}`;
  return [
    ['lost', family, `delete from ${pending} where id = (select min(id) from ${pending})`],
    ['doubled', family, `insert into ${pending} (${all}) select ${all} from ${pending} order by id limit 1`],
    ['changed', family, `update ${pending} set net = net + 1 where id = (select max(id) from ${pending})`],
  ] as const;
});

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
      await opened.facts.refresh();
      expect(await opened.facts.compareDerived(rules, 1)).toEqual([]);
    });

    it('stay pending when a sum would overflow', async () => {
      const { facts } = opened;
      await opened.spoil(`insert into order_pending (date_type, day, ${families.order})
        select date_type, day, ${families.order.replace(' net,', ' 9223372036854775807,')} from order_pending
        cross join generate_series(1, 2) where id = (select min(id) from order_pending)`);
      const pending = await facts.countPending();
      await expect(facts.refresh()).rejects.toThrow('bigint out of range');
      expect(await facts.countPending()).toBe(pending);
    });

    it.each(faults)('that were %s of %s are found, and a rebuild puts the sums right', async (_, family, statement) => {
      const { facts } = opened;
      await opened.spoil(statement);
      expect((await facts.compareDerived(rules, 9)).map(({ table }) => table)).toContain(`${family}_day`);
      await facts.rebuildDerived(rules);
      expect(await facts.compareDerived(rules, 3)).toEqual([]);
      expect(await opened.read()).toEqual(expectedTables([...all, ...more], rules, []));
    });
  });
