import { emptyReportTables, type MemoryRow, type MemoryTables } from '@backroom/adapters-memory';
import type { ReportTableName } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { type Database, LAST_ID, recountSums, renewParts } from './persistence.ts';
import { insert, insertAll, moment, oneOf, upTo } from './report-draws.ts';
import { addRecords, forgetRecords, storeRecords } from './report-records.ts';

export const statuses = ['completed', 'processing', 'refunded', 'pending', 'cancelled', 'trash', 'on-hold'] as const;
const colours = ['red', 'Blue', 'grün', '𝒛', "o'hara", '%'];

/** Facts of a number of orders, some with refunds, with improbable values. */
export function randomFacts(draw: () => number, orders: number): MemoryTables {
  const tables = emptyReportTables();
  let items = 1_000;
  const nextItem = () => {
    items += 1;
    return items;
  };
  for (let id = 1; id <= orders; id += 1) {
    const isRefund = id > 1 && draw() < 0.25;
    addOrder(tables, { draw, id, parentId: isRefund ? 1 + upTo(draw, id - 2) : 0, nextItem });
  }
  for (let id = 1; id <= 8; id += 1) addProduct(tables, draw, id);
  addRecords(tables, draw);
  return tables;
}

interface Making {
  readonly draw: () => number;
  readonly id: number;
  readonly parentId: number;
  nextItem(): number;
}

function addOrder(tables: MemoryTables, { draw, id, parentId, nextItem }: Making): void {
  const isRefund = parentId > 0;
  const money = () => (isRefund ? -1 : 1) * upTo(draw, 50) * 2_500 || 0;
  const created = moment(draw);
  const maybe = () => (isRefund ? created : draw() < 0.7 ? moment(draw) : null);
  const parentLines = tables.line.filter((line) => line.order_id === parentId);
  const isImplied = isRefund && parentLines.length > 0 && draw() < 0.4;
  tables.order.push({
    ...{ order_id: id, parent_id: parentId, customer_id: 1 + upTo(draw, 4), status: oneOf(draw, statuses) },
    ...{ is_returning: draw() < 0.5, items: (isRefund ? -1 : 1) * upTo(draw, 4) || 0 },
    ...{ total: money(), tax: money(), shipping: money(), net: money(), coupon: isRefund ? 0 : money() },
    ...{ created_utc: created, created_at: created, paid_at: maybe(), completed_at: maybe() },
  });
  const count = isImplied ? 1 : upTo(draw, 3);
  for (let index = 0; index < count; index += 1) {
    const [product, variation] = [1 + upTo(draw, 5), draw() < 0.5 ? 0 : oneOf(draw, [5, 6, 7, 8, 21])];
    const others = tables.line.filter((line) => line.order_id === id && line.product_id === product);
    tables.line.push({
      ...{ order_id: id, item_id: isImplied ? (parentLines[0]?.item_id ?? 0) : nextItem() },
      ...{ product_id: product, variation_id: variation, quantity: upTo(draw, 3) },
      ...{ net: money(), gross: money(), coupon: money(), tax: money(), shipping: money(), shipping_tax: money() },
      ...{
        is_refund: isRefund,
        is_implied: isImplied,
        first_of_product: !isRefund && others.length === 0,
        first_of_variation: !isRefund && others.every((line) => line.variation_id !== variation),
      },
      attributes:
        isImplied || draw() < 0.3 ? null : { pa_color: oneOf(draw, colours), pa_size: oneOf(draw, ['s', 'm']) },
    });
  }
  for (let coupon = 1; coupon <= upTo(draw, 2) && !isRefund; coupon += 1)
    tables.coupon.push({ order_id: id, coupon_id: coupon, code: `c${coupon}`, amount: money() });
  for (let line = 1; line <= upTo(draw, 3); line += 1) {
    const rate = upTo(draw, 2);
    const isFirst = tables.tax.every((other) => other.order_id !== id || other.rate_id !== rate);
    tables.tax.push({
      ...{ order_id: id, tax_line_id: line, rate_id: rate, rate_code: oneOf(draw, ['DE-VAT-1', 'us-x']) },
      ...{
        label: oneOf(draw, ['Tax', 'tax', 'Ä']),
        country: oneOf(draw, ['DE', 'us']),
        state: '',
        priority: upTo(draw, 2),
      },
      ...{ percent: 19_000_000, order_tax: money() },
      ...{ shipping_tax: money(), taxable: money(), is_refund: isRefund, first_of_rate: !isRefund && isFirst },
    });
  }
  for (const row of tables.tax) Object.assign(row, { total: Number(row.order_tax) + Number(row.shipping_tax) });
}

function addProduct(tables: MemoryTables, draw: () => number, id: number): void {
  const parent = tables.stock.find((row) => row.id === id - 4);
  const manages = draw() < 0.6;
  const usesParent = !manages && parent?.manages_stock === true;
  const quantity = manages ? (upTo(draw, 5) - 1) * 10_000 : usesParent ? (parent?.quantity ?? null) : null;
  tables.stock.push({
    ...{ id, parent_id: parent ? id - 4 : 0, name: `Thing ${id}`, name_key: oneOf(draw, ['a', 'B', 'é', '𝒛', 'z']) },
    ...{
      sku: draw() < 0.3 ? (parent?.sku ?? '') : `${oneOf(draw, ['x', 'X', 'ä'])}${id}`,
      status: oneOf(draw, ['publish', 'private', 'draft']),
    },
    ...{ stock_status: oneOf(draw, ['instock', 'outofstock', 'onbackorder']), quantity, shown_quantity: quantity ?? 0 },
    ...{ manages_stock: manages, uses_parent_stock: usesParent, low_stock_amount: draw() < 0.3 ? 20_000 : null },
    created_utc: moment(draw),
  });
}

const factTables = { order: 'order_fact', line: 'line_fact', coupon: 'coupon_fact', tax: 'tax_fact' } as const;
/** Columns that are requested and not stored. */
const computed = new Set(['is_implied', 'total']);

/** Replaces the facts and products in the tables of a database directly. */
export async function storeFacts(database: Database, tables: MemoryTables): Promise<void> {
  await sql`truncate order_fact, line_fact, coupon_fact, tax_fact, order_part`.execute(database.kysely());
  await forgetRecords(database);
  await sql`delete from product`.execute(database.kysely());
  for (const [name, table] of Object.entries(factTables))
    await insertAll(
      database.kysely(),
      table,
      tables[name as ReportTableName].map((row) => stored(row, tables)),
    );
  for (const row of tables.stock) await insert(database.kysely(), 'product', productOf(row, tables));
  await storeRecords(database, tables);
  // Customers with orders have a row of purchases.
  await sql`
    insert into customer_fact (customer_id, orders_count, total_spend, average_value)
    select distinct customer_id, 0, 0, 0 from order_fact on conflict (customer_id) do nothing`.execute(
    database.kysely(),
  );
  await database.unitOfWork.run(() => recountSums(database.kysely()));
  await storeParts(database);
}

/** Orders by part, some of which list their products and coupons no more than those that have too many. */
export async function storeParts(database: Database): Promise<void> {
  await renewParts(database.kysely(), 0, LAST_ID);
  await sql`update order_part set products = null, coupons = null where order_id % 4 = 0`.execute(database.kysely());
}

/** The days of all dates, and computed columns, beside those that reports use. */
function stored(row: MemoryRow, tables: MemoryTables): Record<string, unknown> {
  const order = tables.order.find(({ order_id: id }) => id === row.order_id);
  const day = (moment: unknown) => (typeof moment === 'string' ? moment.slice(0, 10) : null);
  const days = {
    created_day: day(order?.created_at),
    paid_day: day(order?.paid_at),
    completed_day: day(order?.completed_at),
  };
  const isComputed = (name: string) => computed.has(name) && !('parent_id' in row);
  const own = Object.fromEntries(Object.entries(row).filter(([name]) => !isComputed(name)));
  if ('parent_id' in row) return { ...own, ...days, created_utc: `${row.created_utc}Z`, ...partsOf(row, tables) };
  const line = 'item_id' in row ? { customer_id: order?.customer_id } : {};
  return { ...own, ...days, ...line, status: order?.status };
}

function partsOf({ order_id: id }: MemoryRow, { line, coupon, tax }: MemoryTables) {
  const has = (rows: readonly MemoryRow[]) => rows.some(({ order_id: other }) => other === id);
  return { has_lines: has(line), has_coupon: has(coupon), has_tax: has(tax) };
}

function productOf(row: MemoryRow, { stock }: MemoryTables): Record<string, unknown> {
  const { parent_id: parent } = row;
  const isInherited = stock.some(({ id, sku }) => id === parent && sku === row.sku);
  const sku = isInherited ? '' : row.sku;
  return {
    ...{
      id: row.id,
      parent_id: parent === 0 ? null : parent,
      type: parent === 0 ? 'simple' : 'variation',
      name: row.name,
    },
    ...{ name_key: row.name_key, sku: sku === '' ? null : sku, sku_key: sku === '' ? null : sku, status: row.status },
    ...{ manage_stock: row.manages_stock, stock_quantity: row.manages_stock ? row.quantity : null, backorders: 'no' },
    ...{ stock_status: row.stock_status, low_stock_amount: row.low_stock_amount, search_text: '', document: '{}' },
    ...{ created_at: `${row.created_utc}Z`, modified_at: `${row.created_utc}Z` },
  };
}
