import type { ShopDescriptor } from '../../rest/shop/descriptor.ts';

const integer = { type: 'integer' } as const;
const number = { type: 'number' } as const;
const text = { type: 'string' } as const;
const links = { type: 'object' } as const;

/** One row of the orders report. */
export const orderEntry: ShopDescriptor = {
  type: 'object',
  properties: {
    order_id: integer,
    parent_id: { ...integer, description: '0, or the order of a refund.' },
    order_number: { type: ['integer', 'string', 'null'] },
    date: { ...text, description: 'The moment that counts in this shop, on its clock.' },
    date_created: text,
    date_created_gmt: text,
    status: text,
    customer_id: integer,
    num_items_sold: integer,
    net_total: number,
    total_sales: number,
    total_formatted: text,
    customer_type: { type: 'string', enum: ['new', 'returning'] },
    extended_info: { type: 'object', description: 'Only with `extended_info`.' },
    _links: links,
  },
};

/** One row of the stock report. */
export const stockEntry: ShopDescriptor = {
  type: 'object',
  properties: {
    id: integer,
    parent_id: integer,
    name: text,
    sku: text,
    stock_status: text,
    stock_quantity: { ...number, description: '0 where it is not managed.' },
    manage_stock: {
      type: ['boolean', 'string'],
      description: '`parent` for a variation that uses its product’s stock.',
    },
    low_stock_amount: number,
    _links: links,
  },
};

/** The counts of the stock report. */
export const stockTotals: ShopDescriptor = {
  type: 'object',
  properties: {
    totals: {
      type: 'object',
      properties: {
        products: integer,
        lowstock: integer,
        instock: integer,
        outofstock: integer,
        onbackorder: integer,
      },
    },
  },
};

/** A report in the list of reports. */
export const reportName: ShopDescriptor = {
  type: 'object',
  properties: { slug: text, description: text, path: text, _links: links },
};
