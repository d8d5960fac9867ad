import type { Schema } from '../../kernel/schema.ts';
import { customerMeasures } from '../reports/customers.ts';
import { stockMeasures } from '../reports/stock.ts';
import type { CurrentMeasure } from '../stats.ts';
import { withMeanings } from './stats-shape.ts';

const integer = { type: 'integer' } as const;
const number = { type: 'number' } as const;
const text = { type: 'string' } as const;
const links = { type: 'object' } as const;
/** A member that some answers lack. */
const notAlways = { required: false } as const;
const texts = <const N extends readonly string[]>(...names: N) => Object.fromEntries(names.map((name) => [name, text]));
const integers = <const N extends readonly string[]>(...names: N) =>
  Object.fromEntries(names.map((name) => [name, integer]));
const numbers = <const N extends readonly string[]>(...names: N) =>
  Object.fromEntries(names.map((name) => [name, number]));

const meaningsOf = (measures: Readonly<Record<string, CurrentMeasure>>) =>
  Object.fromEntries(Object.entries(measures).map(([name, { meaning }]) => [name, meaning]));

export const orderEntry: Schema = {
  name: 'OrderReportEntry',
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
    extended_info: { type: 'object', ...notAlways },
    _links: links,
  },
};

/** Response to the start of an export; without an id if there is nothing to export. */
export const exportBegun: Schema = {
  name: 'ReportExport',
  type: 'object',
  properties: { message: text, export_id: { ...text, ...notAlways }, _links: { ...links, ...notAlways } },
};

/** Progress of an export; has the URL at 100 percent, and the message if the export failed. */
export const exportProgress: Schema = {
  name: 'ReportExportProgress',
  type: 'object',
  properties: {
    percent_complete: integer,
    download_url: { ...text, ...notAlways },
    message: { ...text, ...notAlways },
    _links: links,
  },
};

export const stockEntry: Schema = {
  name: 'StockReportEntry',
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

export const stockTotals: Schema = {
  name: 'StockStats',
  type: 'object',
  properties: {
    totals: withMeanings(
      {
        name: 'StockTotals',
        type: 'object',
        properties: integers('products', 'lowstock', 'instock', 'outofstock', 'onbackorder'),
      },
      meaningsOf(stockMeasures),
    ),
  },
};

export const reportName: Schema = {
  name: 'Report',
  type: 'object',
  properties: { slug: text, description: text, path: text, _links: links },
};

const orNull = { type: ['string', 'null'] } as const;
const extended = { type: 'object', description: 'Empty unless `extended_info` was asked for.' } as const;

export const productEntry: Schema = {
  name: 'ProductReportEntry',
  type: 'object',
  properties: {
    ...integers('product_id', 'items_sold'),
    net_revenue: number,
    orders_count: integer,
    extended_info: extended,
    _links: links,
  },
};

export const variationEntry: Schema = {
  name: 'VariationReportEntry',
  type: 'object',
  properties: {
    ...integers('product_id', 'variation_id', 'items_sold'),
    net_revenue: number,
    orders_count: integer,
    extended_info: extended,
    _links: links,
  },
};

export const categoryEntry: Schema = {
  name: 'CategoryReportEntry',
  type: 'object',
  properties: {
    ...integers('category_id', 'items_sold'),
    net_revenue: number,
    ...integers('orders_count', 'products_count'),
    extended_info: extended,
    _links: links,
  },
};

export const couponEntry: Schema = {
  name: 'CouponReportEntry',
  type: 'object',
  properties: { coupon_id: integer, amount: number, orders_count: integer, extended_info: extended, _links: links },
};

export const taxEntry: Schema = {
  name: 'TaxReportEntry',
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

export const downloadEntry: Schema = {
  name: 'DownloadReportEntry',
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

export const customerEntry: Schema = {
  name: 'CustomerReportEntry',
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
    _links: { ...links, ...notAlways },
  },
};

export const customerTotals: Schema = {
  name: 'CustomerStats',
  type: 'object',
  properties: {
    totals: withMeanings(
      {
        name: 'CustomerTotals',
        type: 'object',
        properties: {
          customers_count: integer,
          ...numbers('avg_orders_count', 'avg_total_spend', 'avg_avg_order_value'),
        },
      },
      meaningsOf(customerMeasures),
    ),
  },
};

export const indicatorEntry: Schema = {
  name: 'Indicator',
  type: 'object',
  properties: {
    ...texts('stat', 'chart', 'label'),
    format: { ...text, ...notAlways },
    value: { ...number, ...notAlways },
    _links: links,
  },
};

export const boardEntry: Schema = {
  name: 'Leaderboard',
  type: 'object',
  properties: {
    ...texts('id', 'label'),
    headers: { type: 'array', items: { name: 'LeaderboardHeader', type: 'object', properties: { label: text } } },
    rows: { type: 'array', items: { type: 'array', items: { type: 'object' } }, ...notAlways },
  },
};
