import { emptyReportTables, MemoryReportRunner, type MemoryRow, type MemoryTables } from '@backroom/adapters-memory';
import type { ReportRow } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import {
  createZone,
  envelopeOf,
  type GroupReport,
  type ListQuery,
  type ListReport,
  planGroups,
  planList,
  planStats,
  type ReportContext,
  type StatsQuery,
  type StatsReport,
} from '../core/internals.ts';

const zone = createZone('Europe/Berlin');
const context: ReportContext = {
  settings: { ...defaultShopSettings, timeZone: zone.name },
  zone,
  now: new Date('2025-04-01T00:00:00Z'),
};
const march = { after: '2025-03-01T00:00:00', before: '2025-03-31T23:59:59' };
const at = '2025-03-25 10:00:00';

type Changes = Readonly<Record<string, string | number | boolean | null>>;

/** An order fact; ten units of the currency by default. */
export const anOrderFact = (changes: Changes): MemoryRow => ({
  ...{ order_id: 1, parent_id: 0, customer_id: 1, status: 'completed', is_returning: false, items: 0 },
  ...{ total: 0, tax: 0, shipping: 0, net: 0, coupon: 0, created_utc: at, created_at: at, paid_at: at },
  ...{ completed_at: null, ...changes },
});

/** A line of an order. */
export const aLineFact = (changes: Changes): MemoryRow => ({
  ...{ order_id: 1, item_id: 1, product_id: 1, variation_id: 0, quantity: 1, net: 0, gross: 0, coupon: 0, tax: 0 },
  ...{ shipping: 0, shipping_tax: 0, is_refund: false, is_implied: false, first_of_product: true },
  ...{ first_of_variation: true, attributes: null, ...changes },
});

/** A product or variation. */
export const aProductRecord = (id: number, name: string, parent = 0): MemoryRow => ({
  ...{ id, parent_id: parent, type: parent === 0 ? 'simple' : 'variation', name, name_key: name.toLowerCase() },
  ...{
    sku: null,
    sku_key: null,
    status: 'publish',
    price: null,
    variations: 0,
    image: null,
    permalink: null,
    slug: null,
  },
  ...{ files: null, attributes: null },
});

/** Tables with these rows and nothing else. */
export const tablesOf = (rows: Partial<MemoryTables>): MemoryTables => ({ ...emptyReportTables(), ...rows });

/** The March of a stats report. */
export async function addedUp(report: StatsReport, tables: MemoryTables, query: Partial<StatsQuery> = {}) {
  const whole: StatsQuery = { ...march, interval: 'month', page: 1, perPage: 10, asked: {}, ...query };
  const plan = planStats(report, whole, context);
  return envelopeOf(report, plan, await new MemoryReportRunner(tables).answer(plan.question));
}

/** The March of a list of groups. */
export async function grouped(report: GroupReport, tables: MemoryTables, query: Partial<ListQuery> = {}) {
  const { question, read } = planGroups(report, { ...march, page: 1, perPage: 10, asked: {}, ...query }, context);
  const answer = await new MemoryReportRunner(tables).answer(question);
  return { rows: (answer.page ?? []).map((row) => read(row)), total: answer.count?.[0]?.rows };
}

/** The rows of a list. */
export async function listed(report: ListReport, tables: MemoryTables, query: Partial<ListQuery> = {}) {
  const question = planList(report, { page: 1, perPage: 10, asked: {}, ...query }, context);
  const answer = await new MemoryReportRunner(tables).answer(question);
  return { rows: answer.page as readonly ReportRow[], total: answer.count[0]?.rows };
}
