import { ManualClock } from '@backroom/adapters-memory';
import type { Core } from '@backroom/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import type { Envelope } from '../support/report-answers.ts';
import { shopOf } from '../support/shop.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const administrator = anAdministrator();
const winter = 'after=2025-01-01T00:00:00&before=2025-03-31T23:59:59&per_page=100';
type Row = Readonly<Record<string, unknown>>;

/** Four jurisdictions as an outside tax service sends them: none of them has a rate of the shop. */
const jurisdictions = [
  ['US-CA-STATE TAX-1', '6', '6', '0.6'],
  ['US-CA-COUNTY TAX-2', '1', '1', '0.1'],
  ['US-CA-CITY TAX-3', '0.5', '0.5', '0.05'],
  ['US-CA-DISTRICT TAX-4', '0.5', '0.5', '0.05'],
] as const;

const taxLines = jurisdictions.map(([rate_code, percent, tax_total, shipping_tax_total], index) => ({
  ...{ id: 10 + index, rate_id: 0, rate_code, label: `Tax ${index + 1}` },
  ...{ percent, tax_total, shipping_tax_total },
}));
const order = (id: number, changes: Row = {}) => ({
  ...{
    kind: 'order',
    id,
    currency: 'USD',
    status: 'completed',
    created_at: '2025-02-03T10:00:00Z',
    paid_at: '2025-02-03T10:00:00Z',
  },
  ...{ total: '118.8', total_tax: '8.8', shipping_total: '10', shipping_tax: '0.8', discount_total: '0' },
  lines: [{ id: 1, product_id: 10, name: 'Mug', quantity: 1, subtotal: '100', total: '100', taxes: { 0: '8' } }],
  shipping_lines: [{ id: 2, title: 'Post', total: '10', taxes: { 0: '0.8' } }],
  tax_lines: taxLines,
  ...changes,
});
/** Refunds half of the goods, with the tax of the state only. */
const refund = {
  ...{ kind: 'refund', id: 900, order_id: 2, created_at: '2025-02-05T10:00:00Z', amount: '53' },
  ...{ total: '-53', total_tax: '-3', shipping_total: '0' },
  lines: [{ id: 3, product_id: 10, name: 'Mug', quantity: -1, subtotal: '-50', total: '-50', taxes: { 0: '-3' } }],
  tax_lines: [{ ...taxLines[0], id: 4, tax_total: '-3', shipping_tax_total: '0' }],
};
/** Refunds an order without lines: what is left of each tax is negated. */
const whole = {
  ...{ kind: 'refund', id: 901, order_id: 3, created_at: '2025-02-06T10:00:00Z', amount: '118.8' },
  ...{ total: '-118.8', total_tax: '0', shipping_total: '0' },
};
const vat = { id: 10, rate_id: 5, rate_code: 'DE-VAT-1', label: 'VAT', percent: '8', tax_total: '8' };
const records = [
  order(1),
  order(2),
  refund,
  order(3, { status: 'refunded' }),
  whole,
  order(4, {
    lines: [{ id: 1, product_id: 10, name: 'Mug', quantity: 1, subtotal: '100', total: '100', taxes: { 5: '8' } }],
    shipping_lines: [{ id: 2, title: 'Post', total: '10', taxes: { 5: '0.8' } }],
    tax_lines: [{ ...vat, shipping_tax_total: '0.8' }],
  }),
];

async function* lines(): AsyncGenerator<string> {
  for (const record of records) yield JSON.stringify(record);
}

for (const database of databases)
  describe(`taxes without a rate on ${database.name}`, () => {
    let stores: Stores;
    let core: Core;
    const ask = async (path: string, query = '') => {
      const { status, body } = await shopOf(core).ask({
        ...{ path: `/shop-analytics/reports/${path}`, query: `${winter}&${query}`, as: administrator },
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const taxRows = async (query = '') =>
      ((await ask('taxes', query)) as readonly Row[]).map((row) => [
        ...[row.tax_rate_id, row.name, row.tax_rate, row.order_tax, row.shipping_tax, row.taxable_amount],
        row.orders_count,
      ]);

    beforeAll(async () => {
      stores = await openStores(database);
      core = coreOn(stores, {}, new ManualClock(new Date('2025-04-02T12:00:00Z')));
      const { kept, problems } = await core.interchange.importRecords(administrator, { open: lines, onError: 'stop' });
      expect([kept, problems]).toEqual([true, []]);
    });
    afterAll(async () => {
      const { differences } = await core.analytics.verifyAnalytics(administrator, {});
      await stores.close();
      expect(differences).toEqual([]);
    });

    describe.each(['from facts', 'from sums'])('%s', (source) => {
      beforeAll(async () => {
        if (source === 'from sums') await core.analytics.refreshRollUps(administrator, {});
      });

      it('four jurisdictions are four rows of the taxes report', async () => {
        expect(await taxRows('orderby=tax_code&order=asc')).toEqual([
          [5, 'VAT', 8, 8, 0.8, 110, 1],
          [0, 'Tax 3', 0.5, 1, 0.1, 220, 3],
          [0, 'Tax 2', 1, 2, 0.2, 220, 3],
          [0, 'Tax 4', 0.5, 1, 0.1, 220, 3],
          [0, 'Tax 1', 6, 9, 1.2, 170, 3],
        ]);
      });

      it('the parameter `taxes` finds them by 0', async () => {
        expect((await taxRows('taxes=0')).map(([rate]) => rate)).toEqual([0, 0, 0, 0]);
      });

      it.each(['day', 'month', 'year'])('each counts as a tax code, by %s', async (interval) => {
        const { totals, intervals } = (await ask('taxes/stats', `interval=${interval}`)) as unknown as Envelope;
        expect([totals.tax_codes, totals.orders_count, totals.total_tax]).toEqual([5, 4, 23.4]);
        const first = intervals.find(({ subtotals }) => subtotals.orders_count === 4);
        expect(first?.subtotals.tax_codes).toBe(5);
        const only = (await ask('taxes/stats', 'taxes=0&fields=tax_codes')) as unknown as Envelope;
        expect(only.totals.tax_codes).toBe(4);
      });
    });

    it('where they are charged comes from their own codes', async () => {
      const { order: found } = await core.orders.readOrder(administrator, { id: 1 });
      expect(
        found.taxLines.map(({ rateId, rateCode, country, state, priority }) => [
          rateId,
          rateCode,
          country,
          state,
          priority,
        ]),
      ).toEqual(jurisdictions.map(([code], index) => [0, code, 'US', 'CA', index + 1]));
    });

    it('are accepted by the shop interface, and exported as they came', async () => {
      const { status, body } = await shopOf(core).ask({
        ...{ method: 'PUT', path: '/shop/v3/orders/1', body: { tax_lines: taxLines }, as: administrator },
      });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(
        (body as { tax_lines: readonly Row[] }).tax_lines.map(({ rate_id, rate_code }) => [rate_id, rate_code]),
      ).toEqual(jurisdictions.map(([code]) => [0, code]));
    });
  });
