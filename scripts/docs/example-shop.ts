import { type EmbedOptions, openBackroom } from '@backroom/composition';
import type { Clock } from '@backroom/core';
import {
  createDispatch,
  defaultShopNames,
  OK,
  type ShopRequest,
  shopPolicy,
  shopRoutes,
} from '@backroom/core/interface';

/** Query parameters. */
export type Query = Readonly<Record<string, string>>;
/** The database of the example; in memory by default. */
export type ExampleDatabase = EmbedOptions['database'] | undefined;
/** Requests a report. */
export type RequestReport = (path: string, query: Query) => Promise<unknown>;

const rate = { rate_id: 1, rate_code: 'DE-VAT-1', label: 'VAT', percent: 10 };
const mug = { product_id: 1, variation_id: 2, name: 'Mug - Blue', attributes: { color: 'blue' } };
const guest = { user_id: null, username: null };
const since = { created_at: '2025-01-02T08:00:00Z' };
const sold = { status: 'publish', price: '25', regular_price: '25', stock_status: 'instock', ...since };

const before = [
  { kind: 'settings', time_zone: 'Europe/Berlin', currency: 'EUR', price_decimals: 2, week_starts_on: 1 },
  { kind: 'category', id: 1, name: 'Kitchen', slug: 'kitchen' },
  { kind: 'tax_rate', id: 1, country: 'DE', state: '', percent: '10', name: 'VAT', priority: 1, shipping: true },
  { kind: 'product', id: 1, type: 'variable', name: 'Mug', sku: 'MUG', ...sold, category_ids: [1] },
  {
    kind: 'variation',
    id: 2,
    product_id: 1,
    name: 'Mug - Blue',
    sku: 'MUG-B',
    price: '25',
    attributes: mug.attributes,
  },
  { kind: 'coupon', id: 1, code: 'welcome', discount_type: 'fixed_cart', amount: '10', ...since },
  { kind: 'customer', id: 1, ...guest, email: 'ida@example.org', first_name: 'Ida', last_name: 'Berg', country: 'DE' },
] as const;

const order = {
  kind: 'order',
  id: 55,
  number: '55',
  status: 'completed',
  currency: 'EUR',
  customer_id: 1,
  billing: { first_name: 'Ida', last_name: 'Berg', email: 'ida@example.org', country: 'DE' },
  created_at: '2025-03-03T09:00:00Z',
  paid_at: '2025-03-03T09:05:00Z',
  completed_at: '2025-03-04T08:00:00Z',
  total: '55',
  total_tax: '5',
  shipping_total: '10',
  shipping_tax: '1',
  discount_total: '10',
  lines: [{ id: 1, ...mug, quantity: 2, subtotal: '50', total: '40', taxes: { 1: '4' } }],
  shipping_lines: [{ id: 2, title: 'Parcel', total: '10', taxes: { 1: '1' } }],
  coupon_lines: [{ id: 3, code: 'welcome', coupon_id: 1, discount: '10' }],
  tax_lines: [{ id: 4, ...rate, tax_total: '4', shipping_tax_total: '1' }],
};
const download = {
  kind: 'download',
  id: 1,
  permission_id: 1,
  order_id: 55,
  product_id: 1,
  user_id: null,
  file_id: 'care',
  at: '2025-03-05T10:00:00Z',
  ip_address: '192.0.2.7',
};
const partial = {
  kind: 'refund',
  id: 56,
  order_id: 55,
  amount: '22',
  created_at: '2025-03-11T10:00:00Z',
  total: '-22',
  total_tax: '-2',
  shipping_total: '0',
  reason: 'One was cracked',
  lines: [{ id: 5, ...mug, quantity: -1, subtotal: '-20', total: '-20', taxes: { 1: '-2' } }],
  tax_lines: [{ id: 6, ...rate, tax_total: '-2', shipping_tax_total: '0' }],
};
const full = {
  kind: 'refund',
  refund_kind: 'full',
  id: 57,
  order_id: 55,
  amount: '33',
  created_at: '2025-03-18T10:00:00Z',
  total: '-33',
  total_tax: '0',
  shipping_total: '0',
  reason: 'The rest',
};

/** The steps of the example. */
export const steps = ['the order', '+ partial refund', '+ full refund'] as const;
const recordsOfSteps: readonly (readonly object[])[] = [
  [...before, order, download],
  [partial],
  [{ ...order, status: 'refunded' }, full],
];

/** Imports the example into a real core, and collects results after each step. */
export async function playExample<T>(
  collect: (request: RequestReport) => Promise<T>,
  database: ExampleDatabase,
): Promise<readonly T[]> {
  const clock: Clock = { now: () => new Date('2025-03-31T12:00:00Z'), wait: async () => {} };
  const { core, actor, close } = await openBackroom({ ports: { clock }, ...(database && { database }) });
  try {
    const dispatch = createDispatch({
      core,
      policy: shopPolicy({ names: defaultShopNames }),
      routes: shopRoutes(),
      onFailure: (cause) => {
        throw cause;
      },
    });
    const request: RequestReport = async (path, query) => {
      const answer = await dispatch(requestOf(path, query), async () => actor);
      if (answer.status !== OK) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    const results: T[] = [];
    for (const records of recordsOfSteps) {
      const report = await core.interchange.importRecords(actor, { open: () => linesOf(records), onError: 'stop' });
      if (report.failed > 0) throw new Error(JSON.stringify(report.problems));
      results.push(await collect(request));
    }
    return results;
  } finally {
    await close();
  }
}

async function* linesOf(records: readonly object[]): AsyncGenerator<string> {
  for (const record of records) yield JSON.stringify(record);
}

const requestOf = (path: string, query: Query): ShopRequest => ({
  method: 'GET',
  path,
  query: Object.entries(query),
  baseUrl: 'https://shop.example',
  header: () => undefined,
  body: async () => ({ kind: 'none' }),
  fingerprint: () => '',
  origin: { isSecure: true },
});
