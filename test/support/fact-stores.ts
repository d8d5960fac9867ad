import type { UnitOfWork } from '@backroom/core';
import type { FactRows, FactStore } from '@backroom/core/analytics';
import { sql } from 'kysely';
import type { TestDatabase } from './databases.ts';
import { type TableTexts, withoutZeros } from './fact-oracle.ts';
import { orderIdsOf } from './facts.ts';
import type { Database } from './persistence.ts';
import { MikroFactStore } from './persistence.ts';

/** Facts in a database of their own, which tests may read and damage. */
export interface OpenFacts {
  readonly facts: FactStore;
  readonly unitOfWork: UnitOfWork;
  readonly database: Database;
  /** Makes all customers up to this id. */
  addCustomers(last: number): Promise<void>;
  /** Puts a product into a category, both made where they are not there. */
  link(productId: number, categoryId: number): Promise<void>;
  /** Makes an order record that facts can belong to. */
  addOrder(id: number): Promise<void>;
  /** Every derived table; of customers those with facts. */
  read(): Promise<Readonly<Record<string, TableTexts>>>;
  /** Changes the tables by hand. */
  spoil(statement: string): Promise<void>;
  /** Writes orders with their refunds in a unit of their own, for these customers and those of the rows. */
  write(
    rows: readonly FactRows[],
    also?: { readonly gone?: readonly number[]; readonly customers?: readonly number[]; readonly areNew?: boolean },
  ): Promise<void>;
  /** Makes it as empty as it was, with the rules it began with. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const orderKey = 'status, is_refund, is_returning';
const amounts = 'items, total, tax, shipping, net, coupon, refunds';
const orderSums = `entries, ${amounts}, with_lines, with_coupon, with_tax`;
const taxKey = `rate_id, rate_code, percent, label, country, state, priority, ${orderKey}`;
const taxSums = `entries, orders, rate_orders, rate_entries, order_tax, shipping_tax, taxable, ${amounts}`;
const lineSums = 'entries, orders, quantity, net, new_entries, completed_entries';
const sumsOfLines = 'entries, quantity, net, new_entries, completed_entries';
const couponSums = `entries, amount, ${amounts}`;

const tables = {
  chains: ['order_fact', 'order_id', 'is_returning, counted_day, previous_day'],
  customer_fact: [
    'customer_fact',
    'customer_id',
    'orders_count, total_spend, average_value, last_order_at, first_day, last_day',
  ],
  customer_year: ['customer_year', 'customer_id, year', 'orders, spend, last_order_at'],
  customer_day: ['customer_day', 'day', 'first_in_day, first_in_week, first_in_month, first_in_quarter, first_in_year'],
  order_day: ['order_day', `date_type, day, ${orderKey}`, orderSums],
  order_month: ['order_month', `date_type, start, ${orderKey}`, orderSums],
  order_year: ['order_year', `date_type, start, ${orderKey}`, orderSums],
  tax_day: ['tax_day', `date_type, day, ${taxKey}`, taxSums],
  tax_month: ['tax_month', `date_type, start, ${taxKey}`, taxSums],
  tax_year: ['tax_year', `date_type, start, ${taxKey}`, taxSums],
  coupon_day: ['coupon_day', `date_type, day, coupon_id, ${orderKey}`, couponSums],
  coupon_month: ['coupon_month', `date_type, start, coupon_id, ${orderKey}`, couponSums],
  coupon_year: ['coupon_year', `date_type, start, coupon_id, ${orderKey}`, couponSums],
  line_level: ['line_level', 'date_type, level, start, has_variation', sumsOfLines],
  product_level: ['product_level', 'date_type, level, start, product_id', lineSums],
  variation_level: ['variation_level', 'date_type, level, start, product_id, variation_id', lineSums],
  category_level: ['category_level', 'date_type, level, start, category_id', 'entries, orders, quantity, net'],
  rate_product_level: ['rate_product_level', 'level, start, rate_id, product_id', 'orders'],
} as const;

/** Opens the facts of a fresh database. */
export async function openFacts({ open }: Pick<TestDatabase, 'open'>, poolSize?: number): Promise<OpenFacts> {
  const database = await open(poolSize);
  const facts = new MikroFactStore(database);
  const spoil = async (statement: string) => {
    await sql.raw(statement).execute(database.kysely());
  };
  return {
    facts,
    unitOfWork: database.unitOfWork,
    database,
    spoil,
    addCustomers: (last) =>
      spoil(`insert into customer (id, search_text, name_key, created_at, modified_at)
        select id, '', '', now(), now() from generate_series(1, ${last}) id on conflict do nothing`),
    async link(productId, categoryId) {
      await spoil(`insert into product (id, type, name, name_key, status, manage_stock, stock_status, backorders, search_text,
          document, created_at, modified_at)
        values (${productId}, 'simple', 'p', 'p', 'publish', false, 'instock', 'no', '', '{}', now(), now())
        on conflict (id) do nothing`);
      await spoil(`insert into product_category (id, name, slug, search_text, created_at, modified_at)
        values (${categoryId}, 'c', 'c', '', now(), now()) on conflict do nothing`);
      await spoil(`insert into product_category_link values (${productId}, ${categoryId}, 1)`);
      await facts.markProducts([productId]);
    },
    addOrder: (id) =>
      spoil(`insert into shop_order (id, status, currency, created_at, modified_at, is_test, search_text, document, version)
        values (${id}, 'completed', 'EUR', now(), now(), false, '', '{}', 1)`),
    async read() {
      const entries = Object.entries(tables).map(
        async ([name, [table, key, sums]]) => [name, await readTable(database, table, { key, sums })] as const,
      );
      return withoutZeros(Object.fromEntries(await Promise.all(entries)));
    },
    write: (rows, { gone = [], customers = [], areNew = false } = {}) =>
      database.unitOfWork.run(async () => {
        const customerIds = [...new Set([...customers, ...rows.map(({ order }) => order.customerId)])];
        await facts.holdCustomers(customerIds);
        await facts.write({ orderIds: [...gone, ...orderIdsOf(rows)], rows, customerIds, areNew });
      }),
    async reset() {
      await facts.clear();
      for (const table of [
        'shop_order',
        'product',
        'product_category',
        'customer',
        'counted_category',
        'moved_product',
      ])
        await spoil(`delete from ${table}`);
      await spoil(`update fact_rules set date_type = 2, week_starts_on = 1, rebuild_from = null,
        excluded_statuses = '{cancelled,checkout-draft,failed,pending,trash}'`);
    },
    close: () => database.close(),
  };
}

async function readTable(
  database: Database,
  table: string,
  { key, sums }: { readonly key: string; readonly sums: string },
): Promise<TableTexts> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${sql.raw(`${key}, ${sums}`)} from ${sql.raw(table)}`.execute(database.kysely());
  const texts = (row: Record<string, unknown>, names: string) =>
    names
      .split(', ')
      .map((name) => row[name])
      .join(' ');
  return Object.fromEntries(rows.map((row) => [texts(row, key), texts(row, sums)]));
}

/** Refreshes until nothing is pending. */
export async function refreshAll(facts: FactStore): Promise<void> {
  while ((await facts.countPending()) > 0) await facts.refresh();
}
