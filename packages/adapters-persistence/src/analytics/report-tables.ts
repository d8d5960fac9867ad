import type { ReportTableName } from '@backroom/core';
import { type RawBuilder, sql } from 'kysely';

type Piece = RawBuilder<unknown>;

/** How a table of reports is stored: what stands behind `from`, and what each column is of the row with this name. */
export interface StoredTable {
  from(alias: string): Piece;
  /** Columns that are not simply columns of the same name. */
  readonly special: Readonly<Record<string, (alias: string) => Piece>>;
}

const column = (alias: string, name: string): Piece => sql.ref(`${alias}.${name}`);
const plain = (table: string, special: StoredTable['special'] = {}): StoredTable => ({
  from: (alias) => sql`${sql.table(table)} ${sql.id(alias)}`,
  special,
});
const called =
  (name: string) =>
  (alias: string): Piece =>
    column(alias, name);
const parentOf = (alias: string): string => `${alias}_parent`;

/** Whether a variation has no stock of its own, but that of its product. */
const usesParent = (alias: string): Piece =>
  sql`(not ${column(alias, 'manage_stock')} and coalesce(${column(parentOf(alias), 'manage_stock')}, false))`;
const quantity = (alias: string): Piece =>
  sql`case when ${column(alias, 'manage_stock')} then ${column(alias, 'stock_quantity')}
    when ${column(parentOf(alias), 'manage_stock')} then ${column(parentOf(alias), 'stock_quantity')} end`;
const sourceOf =
  (member: string) =>
  (alias: string): Piece =>
    sql`${column(alias, 'document')} -> 'source' ->> ${sql.lit(member)}`;

/** Where reports find their rows. */
export const storedTables: Readonly<Record<ReportTableName, StoredTable>> = {
  order: plain('order_fact'),
  line: plain('line_fact', {
    // The lines of such a refund have the ids of the lines that they take back.
    is_implied: (alias) => sql`(${column(alias, 'is_refund')} and exists (
      select from order_fact refund join line_fact taken on taken.order_id = refund.parent_id
      where refund.order_id = ${column(alias, 'order_id')} and taken.item_id = ${column(alias, 'item_id')}))`,
  }),
  coupon: plain('coupon_fact'),
  tax: plain('tax_fact'),
  stock: {
    from: (alias) => sql`product_stock ${sql.id(alias)}
      left join product_stock ${sql.id(parentOf(alias))} on ${column(parentOf(alias), 'id')} = ${column(alias, 'parent_id')}`,
    special: {
      parent_id: (alias) => sql`coalesce(${column(alias, 'parent_id')}, 0)`,
      // A variation without one of its own has its product's.
      sku: (alias) => sql`coalesce(${column(alias, 'sku')}, ${column(parentOf(alias), 'sku')}, '')`,
      quantity,
      shown_quantity: (alias) => sql`coalesce(${quantity(alias)}, 0)`,
      manages_stock: called('manage_stock'),
      uses_parent_stock: usesParent,
      created_utc: called('created_at'),
    },
  },
  order_record: plain('shop_order', { source_type: sourceOf('type'), source_name: sourceOf('name') }),
  product: plain('product'),
  customer: plain('customer', {
    registered_utc: called('registered_at'),
    last_active_utc: called('last_active_at'),
  }),
};
