import type { Schema } from '../../kernel/schema.ts';
import { customerTotalMeanings } from '../reports/customers.ts';
import { stockCountMeanings } from '../reports/stock.ts';
import { withMeanings } from './stats-shape.ts';

const integer = { type: 'integer' } as const;
const number = { type: 'number' } as const;
const text = { type: 'string' } as const;
const links = { type: 'object' } as const;
const texts = <const N extends readonly string[]>(...names: N) => Object.fromEntries(names.map((name) => [name, text]));
const integers = <const N extends readonly string[]>(...names: N) =>
  Object.fromEntries(names.map((name) => [name, integer]));
const numbers = <const N extends readonly string[]>(...names: N) =>
  Object.fromEntries(names.map((name) => [name, number]));

/** One row of the orders report. */
export const orderEntry: Schema = {
  type: 'object',
  properties: {
    order_id: integer,
    parent_id: integer,
    order_number: { type: ['integer', 'string', 'null'] },
    date: text,
    date_created: text,
    date_created_gmt: text,
    status: text,
    customer_id: integer,
    num_items_sold: integer,
    net_total: number,
    total_sales: number,
    total_formatted: text,
    customer_type: { type: 'string', enum: ['new', 'returning'] },
    extended_info: { type: 'object' },
    _links: links,
  },
};

/** Response to the start of an export; without an id there was nothing to export. */
export const exportBegun: Schema = {
  type: 'object',
  properties: { message: text, export_id: text, _links: links },
};

/** Progress of an export; with the address at 100, and a message if it failed. */
export const exportProgress: Schema = {
  type: 'object',
  properties: { percent_complete: integer, download_url: text, message: text, _links: links },
};

/** One row of the stock report. */
export const stockEntry: Schema = {
  type: 'object',
  properties: {
    id: integer,
    parent_id: integer,
    name: text,
    sku: text,
    stock_status: text,
    stock_quantity: number,
    manage_stock: { type: ['boolean', 'string'] },
    low_stock_amount: number,
    _links: links,
  },
};

/** Counts of the stock report by status. */
export const stockTotals: Schema = {
  type: 'object',
  properties: {
    totals: withMeanings(
      {
        type: 'object',
        properties: integers('products', 'lowstock', 'instock', 'outofstock', 'onbackorder'),
      },
      stockCountMeanings,
    ),
  },
};

/** An entry of the list of reports. */
export const reportName: Schema = {
  type: 'object',
  properties: { slug: text, description: text, path: text, _links: links },
};

const orNull = { type: ['string', 'null'] } as const;
const extended = { type: 'object', description: 'Empty unless `extended_info` was asked for.' } as const;

/** One row of the products report. */
export const productEntry: Schema = {
  type: 'object',
  properties: {
    ...integers('product_id', 'items_sold'),
    net_revenue: number,
    orders_count: integer,
    extended_info: extended,
    _links: links,
  },
};

/** One row of the variations report. */
export const variationEntry: Schema = {
  type: 'object',
  properties: {
    ...integers('product_id', 'variation_id', 'items_sold'),
    net_revenue: number,
    orders_count: integer,
    extended_info: extended,
    _links: links,
  },
};

/** One row of the categories report. */
export const categoryEntry: Schema = {
  type: 'object',
  properties: {
    ...integers('category_id', 'items_sold'),
    net_revenue: number,
    ...integers('orders_count', 'products_count'),
    extended_info: extended,
    _links: links,
  },
};

/** One row of the coupons report. */
export const couponEntry: Schema = {
  type: 'object',
  properties: { coupon_id: integer, amount: number, orders_count: integer, extended_info: extended, _links: links },
};

/** One row of the taxes report. */
export const taxEntry: Schema = {
  type: 'object',
  properties: {
    tax_rate_id: integer,
    name: text,
    tax_rate: number,
    ...texts('country', 'state'),
    priority: integer,
    ...numbers('total_tax', 'order_tax', 'shipping_tax', 'taxable_amount'),
    orders_count: integer,
    _links: links,
  },
};

/** One row of the downloads report. */
export const downloadEntry: Schema = {
  type: 'object',
  properties: {
    ...integers('id', 'product_id'),
    ...texts('date', 'date_gmt', 'download_id', 'file_name', 'file_path'),
    order_id: integer,
    order_number: { type: ['integer', 'string', 'null'] },
    user_id: integer,
    ...texts('username', 'ip_address'),
    _links: links,
  },
};

/** A customer with order totals. */
export const customerEntry: Schema = {
  type: 'object',
  properties: {
    ...integers('id', 'user_id'),
    ...texts('username', 'name', 'first_name', 'last_name', 'email', 'country', 'city', 'state', 'postcode'),
    date_registered: orNull,
    date_registered_gmt: orNull,
    date_last_active: orNull,
    date_last_active_gmt: orNull,
    date_last_order: orNull,
    orders_count: integer,
    ...numbers('total_spend', 'avg_order_value'),
    _links: links,
  },
};

/** Aggregates over customers. */
export const customerTotals: Schema = {
  type: 'object',
  properties: {
    totals: withMeanings(
      {
        type: 'object',
        properties: {
          customers_count: integer,
          ...numbers('avg_orders_count', 'avg_total_spend', 'avg_avg_order_value'),
        },
      },
      customerTotalMeanings,
    ),
  },
};

/** A performance indicator. */
export const indicatorEntry: Schema = {
  type: 'object',
  properties: { ...texts('stat', 'chart', 'label', 'format'), value: number, _links: links },
};

/** A leaderboard. */
export const boardEntry: Schema = {
  type: 'object',
  properties: {
    ...texts('id', 'label'),
    headers: { type: 'array', items: { type: 'object', properties: { label: text } } },
    rows: { type: 'array', items: { type: 'array', items: { type: 'object' } } },
  },
};
