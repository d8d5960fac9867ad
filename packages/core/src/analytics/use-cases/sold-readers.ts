import { UNIT } from '../../kernel/numbers/decimal.ts';
import { all, is, type RowPlan } from '../plan.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';
import { lowStockDefault } from '../reports/stock.ts';
import type { SaleableMore } from '../sales-entries.ts';
import { groupsBy, type ListAnswer, type ReportListInput, rowsBy, textOf } from './report-reading.ts';

/** Whether names and details were asked for. */
export const isExtended = ({ wants }: ReportListInput): boolean => wants?.includes('extended_info') ?? false;

/** Measures of what was sold, of a row. */
export const soldOf = (row: ReportRow) => ({
  items: Number(row.items_sold),
  net: Number(row.net_revenue),
  orders: Number(row.orders_count),
});

/** Reads extended information of products and variations from the related rows. */
export function saleableReader({ related, settings }: ListAnswer) {
  const products = rowsBy(related('products'), 'id');
  const stock = rowsBy(related('stock'), 'id');
  const byDefault = Math.round(lowStockDefault(settings) * UNIT);
  return (id: number): (SaleableMore & { readonly managesStock: boolean }) | undefined => {
    const product = products.get(id);
    const stocked = stock.get(id);
    if (!product || !stocked) return undefined;
    const quantity = stocked.quantity ?? stocked.shown_quantity ?? null;
    return {
      name: String(product.name),
      sku: textOf(stocked.sku) ?? textOf(product.sku) ?? '',
      price: Number(product.price ?? 0),
      image: textOf(product.image) ?? '',
      permalink: textOf(product.permalink) ?? null,
      slug: textOf(product.slug) ?? null,
      stockStatus: String(stocked.stock_status),
      quantity: 'quantity' in stocked && stocked.quantity === null ? null : Number(quantity ?? 0),
      lowStockAmount: Number(stocked.low_stock_amount ?? byDefault),
      managesStock: stocked.manages_stock === true,
    };
  };
}

/** Reads details of products. */
export function productReader(answer: ListAnswer) {
  const saleable = saleableReader(answer);
  const products = rowsBy(answer.related('products'), 'id');
  const headings = groupsBy(answer.related('headings'), 'product_id');
  const variations = groupsBy(answer.related('variations'), 'parent_id');
  return (id: number) => {
    const known = saleable(id);
    if (!known) return null;
    const { managesStock, ...rest } = known;
    return {
      ...rest,
      managesStock,
      categoryIds: (headings.get(id) ?? []).map((row) => Number(row.category_id)),
      variations:
        products.get(id)?.type === 'variable' ? (variations.get(id) ?? []).map((row) => Number(row.id)) : undefined,
    };
  };
}

/** Maximum names per query. */
const TOGETHER = 50;

/** Key column of lines. */
type LineKey = 'product_id' | 'variation_id';

/**
 * Last sold names of deleted products or variations, by id: the name on their lines in the latest order. Ids without a
 * named line are absent.
 */
export async function lastSoldNames(
  { reports }: Pick<ReportPorts, 'reports'>,
  key: LineKey,
  ids: Iterable<number>,
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)];
  const names = new Map<number, string>();
  for (let from = 0; from < wanted.length; from += TOGETHER) {
    const some = wanted.slice(from, from + TOGETHER);
    const answer = await reports.answer(Object.fromEntries(some.map((id) => [`sold${id}`, latestOf(key, id)])));
    for (const id of some) {
      const name = textOf(answer[`sold${id}`]?.[0]?.name);
      if (name) names.set(id, name);
    }
  }
  return names;
}

const latestOf = (key: LineKey, id: number): RowPlan => ({
  kind: 'rows',
  from: 'line',
  columns: ['name'],
  limit: 1,
  where: all(is(key, id), is('is_refund', false)),
  orderBy: [
    { by: 'order.created_at', descending: true },
    { by: 'order_id', descending: true },
    { by: 'item_id', descending: true },
  ],
});

/** Selects the entries of deleted records: the key column of their lines and the id; 0 for all others. */
interface Gone<E> {
  readonly key: LineKey;
  idOf(entry: E): number;
}

/** Adds the last sold name to entries of deleted records. */
export async function withSoldNames<E extends object>(
  ports: Pick<ReportPorts, 'reports'>,
  entries: readonly E[],
  { key, idOf }: Gone<E>,
): Promise<readonly (E & { readonly soldAs?: string })[]> {
  const ids = entries.map(idOf).filter((id) => id !== 0);
  const names = await lastSoldNames(ports, key, ids);
  return entries.map((entry) => {
    const soldAs = names.get(idOf(entry));
    return soldAs === undefined ? entry : { ...entry, soldAs };
  });
}
