import { ManualClock } from '@backroom/adapters-memory';
import { defaultShopSettings } from '@backroom/core/commerce';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import type { Envelope, Numbers } from '../support/report-answers.ts';
import { drawing, oneOf, upTo } from '../support/report-draws.ts';
import { randomFacts, statuses, storeFacts } from '../support/report-facts.ts';
import { zoneOfReports } from '../support/report-records.ts';
import { randomRules, storeSums } from '../support/report-sums.ts';
import { shopOf } from '../support/shop.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const seed = Number(process.env.REPORT_SEED ?? 20_261_122);
const administrator = anAdministrator();
const now = new Date('2025-04-02T12:00:00Z');
const shopOrders = 60;

type Draw = () => number;
interface Board {
  readonly id: string;
  readonly rows: readonly (readonly { readonly display: string; readonly value: unknown }[])[];
}

/** What of each report can be added up. All amounts of these shops are quarters, so that their sums are exact. */
const ofOrders = [
  ...['orders_count', 'num_items_sold', 'total_sales', 'net_revenue', 'gross_sales', 'refunds', 'coupons', 'taxes'],
  'shipping',
];
const ofLines = ['items_sold', 'net_revenue'];
const ofTaxes = ['total_tax', 'order_tax', 'shipping_tax'];
const additive = {
  'revenue/stats': ofOrders,
  'orders/stats': ofOrders,
  'products/stats': ofLines,
  'variations/stats': ofLines,
  'coupons/stats': ['amount'],
  'taxes/stats': ofTaxes,
  'downloads/stats': ['download_count'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Slug = keyof typeof additive;

/** The products, coupons and rates of these shops; sales of others are in no segment. */
const known = { products: 'products=1,2,3,4', coupons: 'coupons=1,2', taxes: 'taxes=1,2' } as const;

function someRange(draw: Draw): string {
  const ends = ['2024-12-29T00:00:00', '2024-12-31T23:59:59', '2025-01-05T11:59:59', '2025-03-30T02:30:00'];
  const later = ['2025-04-01T11:59:59', '2025-12-31T23:59:59', '2026-03-01T00:00:00'];
  return `after=${oneOf(draw, ends)}&before=${oneOf(draw, later)}`;
}

/** Conditions on orders, or none. */
const orderFilter = (draw: Draw): string =>
  oneOf(draw, [
    '',
    `status_is=${oneOf(draw, statuses)},${oneOf(draw, statuses)}`,
    `status_is_not=${oneOf(draw, statuses)}`,
    `product_includes=${1 + upTo(draw, 5)}`,
    `customer_type=${oneOf(draw, ['new', 'returning'])}`,
    `product_includes=${1 + upTo(draw, 5)}&customer_type=new&match=${oneOf(draw, ['any', 'all'])}`,
    `coupon_includes=${1 + upTo(draw, 1)}`,
    `refunds=${oneOf(draw, ['all', 'none', 'full', 'partial'])}`,
  ]);
/** Conditions that the report of this name supports, or none. */
const filterOf = (draw: Draw, slug: string): string => {
  if (slug === 'orders/stats') return orderFilter(draw);
  if (slug === 'products/stats')
    return oneOf(draw, ['', `products=${1 + upTo(draw, 5)},2`, `categories=${1 + upTo(draw, 3)}`]);
  if (slug === 'coupons/stats') return oneOf(draw, ['', `coupons=${1 + upTo(draw, 1)}`]);
  return slug === 'taxes/stats' ? oneOf(draw, ['', `taxes=${upTo(draw, 2)}`]) : '';
};

const summed = (rows: readonly Readonly<Record<string, unknown>>[], names: readonly string[]): Numbers =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name]), 0)]));
const picked = (numbers: Readonly<Record<string, unknown>> | undefined, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Number(numbers?.[name] ?? 0)]));

for (const database of databases)
  describe(`sums that must agree do on ${database.name} (seed ${seed})`, () => {
    // The embedded database plans slowly.
    const draws = database.name === 'embedded' ? 1 : 2;
    let stores: Stores;
    let shop: ReturnType<typeof shopOf>;
    beforeAll(async () => {
      stores = await openStores(database);
      shop = shopOf(coreOn(stores, {}, new ManualClock(now)));
    });
    afterAll(() => stores?.close());

    const ask = async (path: string, query: string) => {
      const answer = await shop.ask({ path: `/shop-analytics/${path}`, query, as: administrator });
      expect(answer.status, `${path}?${query}: ${JSON.stringify(answer.body)}`).toBe(200);
      return answer;
    };
    const envelope = async (slug: string, query: string) =>
      (await ask(`reports/${slug}`, `per_page=1&interval=year&${query}`)).body as unknown as Envelope;
    const everyPage = async <T>(path: string, query: string, read: (body: never) => readonly T[]) => {
      const all: T[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { body, headers } = await ask(path, `${query}&page=${page}`);
        pages = Number(headers['X-CMS-TotalPages']);
        all.push(...read(body));
      }
      return all;
    };
    /** All rows of a list, few to a page so that there are some. */
    const rows = (slug: string, query: string) =>
      everyPage(`reports/${slug}`, `per_page=3&${query}`, (body: readonly Readonly<Record<string, unknown>>[]) => body);

    describe.each(['moved', 'partly pending'] as const)('with sums that are %s', (state) => {
      const draw = drawing(seed + (state === 'moved' ? 0 : 1));
      beforeAll(async () => {
        const rules = randomRules(draw);
        const settings = { ...defaultShopSettings, timeZone: zoneOfReports.name, ...rules };
        await stores.unitOfWork.run(() => stores.shopSettings.save(settings, now));
        await storeFacts(stores.database, randomFacts(draw, shopOrders));
        await storeSums(stores.database, { rules, state, draw });
      });
      /** The description of a failed question. */
      const reported = (question: string) => `seed ${seed}, ${state}, ${question}`;

      it.each(Object.keys(additive) as Slug[])(
        'of days, weeks, months and years, with the totals of %s',
        async (slug) => {
          for (let round = 0; round < draws; round += 1) {
            const query = `${someRange(draw)}&${filterOf(draw, slug)}`;
            const totals = picked((await envelope(slug, query)).totals, additive[slug]);
            for (const interval of ['day', 'week', 'month', 'year']) {
              const asked = `per_page=100&interval=${interval}&fields=${additive[slug].join(',')}&${query}`;
              const intervals = await everyPage(`reports/${slug}`, asked, (body: Envelope) => body.intervals);
              const subtotals = intervals.map((each) => each.subtotals);
              expect(summed(subtotals, additive[slug]), reported(`${slug}?${asked}`)).toEqual(totals);
            }
          }
        },
      );

      it.each([
        ['products', ofLines],
        ['coupons', ['amount']],
        ['taxes', ofTaxes],
      ] as const)('of all rows of %s, with what they add up to', async (slug, names) => {
        for (let round = 0; round < draws; round += 1) {
          const query = `${someRange(draw)}&${filterOf(draw, `${slug}/stats`)}`;
          const { totals } = await envelope(`${slug}/stats`, query);
          expect(summed(await rows(slug, query), names), reported(`${slug}?${query}`)).toEqual(picked(totals, names));
        }
      });

      it('of categories, with the same parts of products where no other category is below', async () => {
        const names = ['items_sold', 'net_revenue', 'orders_count', 'products_count'];
        for (let round = 0; round < draws; round += 1) {
          const query = someRange(draw);
          const { totals } = await envelope('products/stats', `${query}&segmentby=category`);
          const list = await rows('categories', query);
          for (const id of [3, 4]) {
            const part = totals.segments.find(({ segment_id: segment }) => segment === id);
            const row = list.find(({ category_id: category }) => category === id);
            expect(picked(row, names), reported(`category ${id}, ${query}`)).toEqual(picked(part?.subtotals, names));
          }
        }
      });

      it.each([
        ['orders/stats', 'customer_type', ''],
        ['revenue/stats', 'customer_type', ''],
        ['products/stats', 'product', known.products],
        ['coupons/stats', 'coupon', known.coupons],
        ['taxes/stats', 'tax_rate_id', known.taxes],
      ] as const)('of the segments of %s by %s, with the totals', async (slug, segment, only) => {
        for (let round = 0; round < draws; round += 1) {
          const query = `${someRange(draw)}&${only || filterOf(draw, slug)}&segmentby=${segment}`;
          const { totals } = await envelope(slug, query);
          const parts = totals.segments.map(({ subtotals }) => subtotals);
          expect(summed(parts, additive[slug]), reported(`${slug}?${query}`)).toEqual(picked(totals, additive[slug]));
        }
      });

      it('of the best, with the first rows of their reports', async () => {
        const sources = {
          customers: ['id', 'total_spend', 'orders_count', 'total_spend'],
          coupons: ['coupon_id', 'orders_count', 'orders_count', 'amount'],
          categories: ['category_id', 'items_sold', 'items_sold', 'net_revenue'],
          products: ['product_id', 'items_sold', 'items_sold', 'net_revenue'],
        } as const;
        for (let round = 0; round < draws; round += 1) {
          const query = `${someRange(draw)}&per_page=3`;
          const boards = (await ask('leaderboards', query)).body as readonly Board[];
          for (const [slug, [key, by, count, amount]] of Object.entries(sources)) {
            const { body } = await ask(`reports/${slug}`, `${query}&orderby=${by}&order=desc`);
            const right = (body as readonly Numbers[]).map((row) => [row[key], row[count], row[amount]]);
            const cells = boards.find(({ id }) => id === slug)?.rows ?? [];
            const given = cells.map(([name, ...numbers]) => [
              Number(/=(-?\d+)'>/.exec(name?.display ?? '')?.[1]),
              ...numbers.map(({ value }) => value),
            ]);
            expect(given, reported(`${slug}?${query}`)).toEqual(right);
          }
        }
      });

      it('of the front page, with the totals of its reports', async () => {
        const { body: allowed } = await ask('reports/performance-indicators/allowed', '');
        const stats = (allowed as readonly { readonly stat: string }[]).map(({ stat }) => `stats[]=${stat}`).join('&');
        for (let round = 0; round < draws; round += 1) {
          const query = someRange(draw);
          const { body } = await ask('reports/performance-indicators', `${query}&${stats}`);
          const values = body as readonly { readonly stat: string; readonly chart: string; readonly value: number }[];
          expect(values).toHaveLength(15);
          const totals = new Map<string, Numbers>();
          for (const slug of Object.keys(additive)) totals.set(slug, (await envelope(slug, query)).totals);
          for (const { stat, chart, value } of values)
            expect(value, reported(`${stat}?${query}`)).toBe(totals.get(`${stat.split('/')[0]}/stats`)?.[chart]);
        }
      });
    });
  });
