import type { Table, TableName } from '../tables.ts';

const ofOrder = { to: 'order', by: ['order_id', 'order_id'], isOne: true } as const;
const parts = (to: TableName) => ({ to, by: ['order_id', 'order_id'], isOne: false }) as const;
const one = (to: TableName, own: string, theirs = 'id') => ({ to, by: [own, theirs], isOne: true }) as const;

/** Tables of facts about orders and refunds. */
export const factTables = [
  {
    name: 'order',
    columns: {
      order_id: 'whole',
      parent_id: 'whole',
      customer_id: 'whole',
      status: 'text',
      is_returning: 'flag',
      items: 'whole',
      total: 'scaled',
      tax: 'scaled',
      shipping: 'scaled',
      net: 'scaled',
      coupon: 'scaled',
      created_utc: 'utc',
      created_at: 'local',
      paid_at: 'local',
      completed_at: 'local',
    },
    optional: ['paid_at', 'completed_at'],
    references: { lines: parts('line'), coupons: parts('coupon'), taxes: parts('tax') },
  },
  {
    name: 'line',
    columns: {
      order_id: 'whole',
      item_id: 'whole',
      product_id: 'whole',
      variation_id: 'whole',
      quantity: 'whole',
      net: 'scaled',
      gross: 'scaled',
      coupon: 'scaled',
      tax: 'scaled',
      shipping: 'scaled',
      shipping_tax: 'scaled',
      is_refund: 'flag',
      // Derived from a refund of the remaining amount without lines.
      is_implied: 'flag',
      first_of_product: 'flag',
      first_of_variation: 'flag',
      attributes: 'pairs',
      // Name on the order line; null for refunds and for lines no longer on the order.
      name: 'text',
    },
    optional: ['attributes', 'name'],
    references: {
      order: ofOrder,
      coupons: parts('coupon'),
      product: one('product', 'product_id'),
      headings: { to: 'heading', by: ['product_id', 'product_id'], isOne: false },
      categories: { to: 'category_link', by: ['product_id', 'product_id'], isOne: false },
    },
  },
  {
    name: 'coupon',
    columns: { order_id: 'whole', coupon_id: 'whole', code: 'text', amount: 'scaled' },
    optional: [],
    references: { order: ofOrder, lines: parts('line') },
  },
  {
    name: 'tax',
    columns: {
      order_id: 'whole',
      rate_id: 'whole',
      rate_code: 'text',
      label: 'text',
      country: 'text',
      state: 'text',
      priority: 'whole',
      percent: 'whole',
      order_tax: 'scaled',
      shipping_tax: 'scaled',
      // Order tax plus shipping tax.
      total: 'scaled',
      taxable: 'scaled',
      is_refund: 'flag',
      first_of_rate: 'flag',
    },
    optional: [],
    references: { order: ofOrder },
  },
] as const satisfies readonly Table[];
