import type { ReportTableName } from '@backroom/core/analytics';
import { sql } from 'kysely';
import type { Piece } from './report-scope.ts';

/** Storage of a report table: its `from` item, for some columns or for all, and the SQL of its columns for an alias. */
export interface StoredTable {
  from(alias: string, columns?: readonly string[]): Piece;
  /** SQL of the columns that differ from the column of the same name. */
  readonly special: Readonly<Record<string, (alias: string, zone: string) => Piece>>;
  /** Local time columns with the indexed UTC columns they are derived from. */
  readonly indexed?: Readonly<Record<string, string>>;
  /** Columns with an index of the rows above a value only. */
  readonly indexedAbove?: Readonly<Record<string, number>>;
}

const column = (alias: string, name: string): Piece => sql.ref(`${alias}.${name}`);
const plain = (table: string, special: StoredTable['special'] = {}): StoredTable => ({
  from: (alias) => sql.raw(`${table} ${alias}`),
  special,
});
const called =
  (name: string) =>
  (alias: string): Piece =>
    column(alias, name);
const sourceOf =
  (member: string) =>
  (alias: string): Piece =>
    sql`${column(`${alias}_source`, 'source')} ->> ${sql.lit(member)}`;

const documented =
  (member: string) =>
  (alias: string): Piece =>
    sql`${column(alias, 'document')} ->> ${sql.lit(member)}`;
/** A fixed offset is passed as an interval: as a POSIX zone name its sign would be inverted. */
const zoneOf = (zone: string): Piece => (/^[+-]/.test(zone) ? sql`${zone}::text::interval` : sql`${zone}::text`);

/** Same result as `codeKey` of the core; plain `lower` depends on the locale of the database. */
const coded = (name: string) => (alias: string) =>
  sql`translate(${column(alias, name)}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`;

/** CTE of the categories of products with those above them. */
export const headingPart = sql`product_heading as not materialized (
  select l.product_id, c.ancestor_id as category_id, bool_or(c.ancestor_id = l.category_id) as is_direct,
    min(l.position) filter (where c.ancestor_id = l.category_id) as position
  from product_category_link l join category_closure c on c.category_id = l.category_id group by 1, 2)`;

/** What the stock report reads of products alone. */
const ownOfProducts: ReadonlySet<string> = new Set(['id', 'parent_id', 'name', 'name_key', 'status', 'created_utc']);
/** CTEs of products for reports: what they have themselves, and with their stock. */
export const productParts = (stocked: Piece): readonly Piece[] => [
  sql`product_row as not materialized (
    select id, coalesce(parent_id, 0) as parent_id, name, name_key, status, created_at as created_utc from product)`,
  sql`product_stock as not materialized (${stocked})`,
];

/** Storage of all report tables. */
export const storedTables: Readonly<Record<ReportTableName, StoredTable>> = {
  order: plain('order_fact'),
  line: {
    ...plain('line_fact', {
      // The lines of such a refund have the ids of the refunded lines.
      is_implied: (alias) => sql`(${column(alias, 'is_refund')} and exists (
      select from order_fact refund join line_fact taken on taken.order_id = refund.parent_id
      where refund.order_id = ${column(alias, 'order_id')} and taken.item_id = ${column(alias, 'item_id')}))`,
      name: (alias) => sql`(select sold ->> 'name'
      from shop_order placed cross join lateral json_array_elements(placed.document -> 'lines') sold
      where placed.id = ${column(alias, 'order_id')} and (sold ->> 'id')::bigint = ${column(alias, 'item_id')} limit 1)`,
    }),
    indexedAbove: { variation_id: 0 },
  },
  coupon: plain('coupon_fact'),
  tax: plain('tax_fact', {
    total: (alias) => sql`(${column(alias, 'order_tax')} + ${column(alias, 'shipping_tax')})`,
  }),
  stock: {
    from: (alias, columns) =>
      sql`${sql.raw(columns?.every((name) => ownOfProducts.has(name)) ? 'product_row' : 'product_stock')} ${sql.id(alias)}`,
    special: {},
  },
  order_record: {
    // `offset 0` prevents the look-up in a long document from being repeated for each of its members.
    from: (alias) => sql`shop_order ${sql.id(alias)} cross join lateral (
      select ${column(alias, 'document')} -> 'source' as source offset 0) ${sql.id(`${alias}_source`)}`,
    special: { source_type: sourceOf('type'), source_name: sourceOf('name') },
  },
  product: plain('product', {
    parent_id: (alias) => sql`coalesce(${column(alias, 'parent_id')}, 0)`,
    variations: (alias) =>
      sql`(select count(*) from product variation where variation.parent_id = ${column(alias, 'id')})`,
    image: documented('image'),
    permalink: documented('permalink'),
    slug: (alias) => sql`coalesce(${column(alias, 'slug')},
      (select parent.slug from product parent where parent.id = ${column(alias, 'parent_id')}))`,
    files: documented('files'),
    attributes: documented('attributes'),
  }),
  heading: plain('product_heading'),
  category_link: plain('product_category_link'),
  category: plain('product_category', { name_key: called('search_text') }),
  coupon_record: plain('coupon', {
    type: called('discount_type'),
    created_utc: called('created_at'),
    expires_utc: called('expires_at'),
  }),
  tax_rate: plain('tax_rate'),
  download: {
    ...plain('download', {
      at_utc: called('at'),
      at: (alias, zone) => sql`date_trunc('second', ${column(alias, 'at')} at time zone ${zoneOf(zone)})`,
    }),
    indexed: { at: 'at' },
  },
  customer: plain('customer', {
    search_key: (alias) => {
      const parts = ['name_key', 'username_key', 'email_key'].map((name) => column(alias, name));
      return sql`concat_ws(' ', ${sql.join(parts)})`;
    },
    country_key: coded('country'),
    state_key: coded('state'),
    registered_utc: called('registered_at'),
    last_active_utc: called('last_active_at'),
  }),
  customer_sum: plain('customer_fact', {
    orders: called('orders_count'),
    total: called('total_spend'),
    average: called('average_value'),
    last_order: called('last_order_at'),
  }),
};
