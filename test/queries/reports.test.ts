import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { askingQuestions } from '../support/report-desk.ts';
import { drawing } from '../support/report-draws.ts';
import { randomFacts, storeFacts } from '../support/report-facts.ts';
import { shopOf } from '../support/shop.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const postgres = databases.find(({ name }) => name === 'postgres');
const orders = '/shop-analytics/reports/orders';

const year = 'after=2025-01-01T00:00:00&before=2025-12-31T23:59:59';
const everyStat = [
  'revenue/refunds',
  'orders/orders_count',
  'products/items_sold',
  'coupons/amount',
  'taxes/total_tax',
].join();

describe('a report', () => {
  let stores: Stores;
  let ask: (path: string, query: string) => Promise<unknown>;
  let screen: ReturnType<typeof askingQuestions>;
  const { query } = pg.Client.prototype;
  const sent: string[] = [];
  beforeAll(async () => {
    if (!postgres) throw new Error('There is no server.');
    stores = await openStores(postgres);
    await storeFacts(stores.database, randomFacts(drawing(1), 60));
    const core = coreOn(stores);
    const { ask: put } = shopOf(core);
    screen = askingQuestions(core);
    ask = (path, text) => put({ path, query: text, as: anAdministrator() });
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const [first] = given as [string | { readonly text: string }];
      sent.push(typeof first === 'string' ? first : first.text);
      return (query as (...all: unknown[]) => unknown).apply(this, given);
    } as typeof query;
  });
  afterAll(async () => {
    pg.Client.prototype.query = query;
    await stores?.close();
  });

  it.each([
    ['orders', orders, 'after=2024-01-01T00:00:00&per_page=100', 2],
    ['orders with everything beside them', orders, 'after=2024-01-01T00:00:00&per_page=100&extended_info=1', 2],
    ['orders by attributes', orders, 'attribute_is[0][]=1&attribute_is[0][]=2&product_includes=1,2&match=any', 3],
    ['revenue', '/shop-analytics/reports/revenue/stats', `${year}&segmentby=category`, 2],
    ['orders added up', '/shop-analytics/reports/orders/stats', `${year}&segmentby=coupon&orderby=net_revenue`, 2],
    ['products', '/shop-analytics/reports/products', `${year}&extended_info=1&per_page=100`, 2],
    ['variations', '/shop-analytics/reports/variations', `${year}&per_page=100`, 2],
    ['categories', '/shop-analytics/reports/categories', `${year}&categories=1,2&extended_info=1`, 2],
    ['coupons', '/shop-analytics/reports/coupons', `${year}&extended_info=1`, 2],
    ['taxes', '/shop-analytics/reports/taxes', `${year}&taxes=1,2`, 2],
    ['downloads', '/shop-analytics/reports/downloads', `${year}&customer_includes=1`, 2],
    ['customers', '/shop-analytics/reports/customers', `${year}&search=a&per_page=100`, 2],
    ['customers added up', '/shop-analytics/reports/customers/stats', 'country_includes=US', 2],
    ['the front page', '/shop-analytics/reports/performance-indicators', `${year}&stats=${everyStat}`, 2],
    ['the best', '/shop-analytics/leaderboards', year, 2],
    ['stock', '/shop-analytics/reports/stock', 'type=lowstock', 2],
    ['counts of stock', '/shop-analytics/reports/stock/stats', '', 2],
  ])('of %s takes a constant number of statements', async (_, path, text, most) => {
    sent.length = 0;
    expect(await ask(path, text)).toMatchObject({ status: 200 });
    expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(most);
  });

  it('of a screen takes a statement for each question, and three for the settings, the snapshot and its end', async () => {
    const range = { after: '2025-01-01T00:00:00', before: '2025-12-31T23:59:59' };
    const questions = Object.fromEntries(
      ['revenue/stats', 'orders/stats', 'orders', 'products', 'coupons', 'stock/stats', 'customers'].map(
        (report, at) => [`q${at}`, { report, ...(report.startsWith('stock') ? {} : range) }],
      ),
    );
    for (const round of [1, 2]) {
      sent.length = 0;
      await screen.ask(questions);
      expect(sent.length, `round ${round}: ${sent.join('\n')}`).toBe(Object.keys(questions).length + 3);
    }
  });
});
