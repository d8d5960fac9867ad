import type { MemoryRow, MemoryTables } from '@backroom/adapters-memory';
import { sql } from 'kysely';
import { createZone } from '../core/internals.ts';
import type { Database } from './persistence.ts';
import { insert, moment, oneOf, upTo } from './report-draws.ts';

type Draw = () => number;

/** Where the shops of these tests are. */
export const zoneOfReports = createZone('Europe/Berlin');

/** The category above each category. */
const parents: Readonly<Record<number, number | null>> = { 1: null, 2: 1, 3: 2, 4: null };
const above = (id: number): readonly number[] => {
  const parent = parents[id] ?? null;
  return parent === null ? [id] : [id, ...above(parent)];
};
const words = ['ana', 'ánä', 'b%c', 'x_y', 'a\\b', 'zoé 𝒛', ''];

/** The records that facts refer to: some are deleted, some were never sold. */
export function addRecords(tables: MemoryTables, draw: Draw): void {
  addSold(tables, draw);
  for (const id of [1, 2]) addPrices(tables, draw, id);
  for (let id = 1; id <= 4; id += 1) addCustomer(tables, draw, id);
  for (const { order_id: id, parent_id: parent } of tables.order)
    if (parent === 0 && draw() < 0.8)
      tables.order_record.push({
        ...{ id: id ?? null, number: draw() < 0.5 ? null : `N${id}`, currency: 'EUR' },
        ...{ source_type: null, source_name: null },
      });
  for (let id = 1; id <= upTo(draw, 12); id += 1) addDownload(tables, draw, id);
}

function addSold(tables: MemoryTables, draw: Draw): void {
  for (const row of tables.stock) {
    const own = ownSku(row, tables);
    const variations = tables.stock.filter(({ parent_id: parent }) => parent === row.id).length;
    tables.product.push({
      ...{ id: row.id ?? 0, parent_id: row.parent_id ?? 0, type: row.parent_id === 0 ? 'simple' : 'variation' },
      ...{ name: row.name ?? '', name_key: row.name_key ?? '', sku: own, sku_key: own, status: row.status ?? '' },
      ...{ price: null, variations, image: null, permalink: null, slug: null, files: null, attributes: null },
    });
  }
  for (const id of [1, 2, 3, 4]) {
    const name = oneOf(draw, words);
    tables.category.push({ id, name, name_key: name });
  }
  for (const { id: product } of tables.stock.filter(({ parent_id: parent }) => parent === 0)) {
    const direct = [1, 2, 3, 4].filter(() => draw() < 0.4);
    const all = new Set(direct.flatMap(above));
    for (const category of all) {
      const position = direct.indexOf(category);
      tables.heading.push({
        ...{ product_id: product ?? 0, category_id: category, is_direct: position >= 0 },
        position: position >= 0 ? position : null,
      });
      if (position >= 0) tables.category_link.push({ product_id: product ?? 0, category_id: category });
    }
  }
}

/** A variation with its product's sku has none of its own. */
function ownSku(row: MemoryRow, { stock }: MemoryTables): string | null {
  const parent = stock.find(({ id }) => id === row.parent_id);
  return row.sku === '' || (parent && parent.sku === row.sku) ? null : String(row.sku);
}

function addPrices(tables: MemoryTables, draw: Draw, id: number): void {
  const rate = { name: oneOf(draw, ['Tax', 'vat']), country: 'DE', state: '', priority: id, percent: 19_000_000 };
  tables.tax_rate.push({ id, ...rate });
  tables.coupon_record.push({
    ...{ id, code: `C${id}`, code_key: `c${id}`, type: 'percent', created_utc: moment(draw) },
    expires_utc: draw() < 0.5 ? null : moment(draw),
  });
}

function addCustomer(tables: MemoryTables, draw: Draw, id: number): void {
  const text = () => (draw() < 0.2 ? null : oneOf(draw, words));
  const [username, email, name] = [text(), text(), oneOf(draw, words)];
  const [country, state] = [oneOf(draw, ['DE', 'us', 'US', null]), oneOf(draw, ['CA', 'ca', '', null])];
  tables.customer.push({
    ...{ id, user_id: draw() < 0.5 ? null : 100 + id, username, first_name: name, last_name: text(), email },
    ...{
      ...{ country, state, city: text() },
      postcode: text(),
    },
    ...{ name_key: name, username_key: username, email_key: email },
    ...{ country_key: country?.toLowerCase() ?? null, state_key: state?.toLowerCase() ?? null },
    search_key: [name, username, email].filter((part) => part !== null).join(' '),
    registered_utc: draw() < 0.3 ? null : moment(draw),
    last_active_utc: draw() < 0.3 ? null : moment(draw),
  });
  if (draw() < 0.7)
    tables.customer_sum.push({
      ...{ customer_id: id, orders: upTo(draw, 3), total: upTo(draw, 50) * 10_000, average: upTo(draw, 50) * 5_000 },
      last_order: draw() < 0.2 ? null : moment(draw),
    });
}

function addDownload(tables: MemoryTables, draw: Draw, id: number): void {
  const at = moment(draw);
  tables.download.push({
    ...{ id, product_id: 1 + upTo(draw, 5), order_id: 1 + upTo(draw, 10), file_id: 'f' },
    ...{ user_id: draw() < 0.3 ? null : 101 + upTo(draw, 4), ip_address: oneOf(draw, ['10.0.0.1', '::1']) },
    ...{ at_utc: at, at: zoneOfReports.toLocal(new Date(`${at.replace(' ', 'T')}Z`)) },
  });
}

const forgotten = ['download', 'shop_order', 'product_category', 'customer', 'customer_fact', 'coupon', 'tax_rate'];

/** Empties the tables of records. */
export async function forgetRecords(database: Database): Promise<void> {
  for (const table of forgotten) await sql`delete from ${sql.table(table)}`.execute(database.kysely());
}

const day = { created_at: '2024-01-01T00:00:00Z', modified_at: '2024-01-01T00:00:00Z', search_text: '' };
const utc = (moment: unknown): string | null => (typeof moment === 'string' ? `${moment}Z` : null);

/** Puts records straight into the tables of a database. */
export async function storeRecords(database: Database, tables: MemoryTables): Promise<void> {
  const put = (table: string, row: Record<string, unknown>) => insert(database.kysely(), table, row);
  for (const { id, name } of tables.category)
    await put('product_category', {
      ...{ ...day, id, name, slug: `c${id}`, search_text: name, parent_id: parents[Number(id)] },
    });
  for (const { id } of tables.category)
    for (const ancestor of above(Number(id))) await put('category_closure', { ancestor_id: ancestor, category_id: id });
  for (const { product_id, category_id, position, is_direct: isDirect } of tables.heading)
    if (isDirect) await put('product_category_link', { product_id, category_id, position });
  for (const row of tables.tax_rate) await put('tax_rate', { ...day, ...row, compound: false, shipping: true });
  for (const { id, code, code_key, type, created_utc, expires_utc } of tables.coupon_record)
    await put('coupon', {
      ...{ ...day, id, code, code_key, discount_type: type, amount: 0 },
      ...{ created_at: utc(created_utc), expires_at: utc(expires_utc) },
    });
  for (const each of tables.customer) {
    const { search_key: _, country_key: __, state_key: ___, registered_utc, last_active_utc, ...row } = each;
    await put('customer', { ...day, ...row, registered_at: utc(registered_utc), last_active_at: utc(last_active_utc) });
  }
  for (const { customer_id, orders, total, average, last_order } of tables.customer_sum)
    await sql`
      update customer_fact set orders_count = ${orders}, total_spend = ${total}, average_value = ${average},
        last_order_at = ${last_order}::timestamp where customer_id = ${customer_id}`.execute(database.kysely());
  for (const { id, number, currency } of tables.order_record)
    await put('shop_order', {
      ...day,
      id,
      number,
      currency,
      status: 'completed',
      is_test: false,
      document: {},
      version: 1,
    });
  for (const { at: _, at_utc, ...row } of tables.download)
    await put('download', { ...row, permission_id: 1, at: utc(at_utc) });
}
