/** Members of a record as JSON. */
export type Json = Readonly<Record<string, unknown>>;

const address = { first_name: 'Ida', last_name: 'Iversen', email: 'ida@example.test', country: 'DK' };
const charge = { id: 21, title: 'Post', total: '5', taxes: { 1: '1' } };
const taxLine = { id: 41, rate_id: 1, rate_code: 'DK-MOMS-1', percent: '20', tax_total: '4', shipping_tax_total: '1' };
const line = { id: 11, product_id: 10, variation_id: 3, name: 'Mug', taxes: { 1: '4' }, attributes: { size: 'L' } };

/** A record of each kind that leaves no list empty, by where it is made. */
export const wholeRecords: Readonly<Record<string, Json>> = {
  '/shop/v3/orders': {
    ...{ number: 'A-1', status: 'processing', currency: 'EUR', billing: address, shipping: address, test: false },
    ...{ created_at: '2025-03-01T10:00:00Z', paid_at: '2025-03-01T10:05:00Z', completed_at: null, modified_at: null },
    ...{ total: '30', total_tax: '5', shipping_total: '5', shipping_tax: '1', discount_total: '0' },
    lines: [{ ...line, quantity: 2, subtotal: '20', total: '20' }],
    ...{ shipping_lines: [charge], fee_lines: [{ ...charge, id: 22 }], tax_lines: [taxLine] },
    coupon_lines: [{ id: 31, code: 'ten', coupon_id: null, discount: '0', discount_tax: '0' }],
    ...{ source: { type: 'organic', name: 'here' }, customer_id: null, user_id: null },
  },
  '/shop/v3/orders/{order_id}/refunds': {
    ...{
      amount: '3',
      total: '-3',
      total_tax: '-1',
      shipping_total: '0',
      reason: 'Cracked',
      kind: null,
      restock: false,
    },
    created_at: '2025-03-02T10:00:00Z',
    lines: [{ ...line, quantity: 0, subtotal: '-2', total: '-2', refunded_line_id: 11, taxes: { 1: '-1' } }],
    ...{ shipping_lines: [{ ...charge, total: '0' }], fee_lines: [{ ...charge, id: 22, total: '0' }] },
    tax_lines: [{ ...taxLine, tax_total: '-1', shipping_tax_total: '0' }],
  },
  '/shop/v3/products': {
    ...{ type: 'variable', name: 'Mug', sku: 'mug', status: 'publish', price: '12.5', regular_price: '12.5' },
    ...{ sale_price: '11', virtual: false, downloadable: true, manage_stock: true, stock_quantity: 3, image: '/a.png' },
    ...{ stock_status: 'instock', backorders: 'no', low_stock_amount: 1, created_at: '2025-03-01T10:00:00Z' },
    ...{ permalink: '/mug', description: 'For tea', files: [{ id: 'f', name: 'Print', file: '/print.pdf' }] },
    attributes: [{ id: 0, name: 'Size', slug: 'size', options: ['L', 5], variation: true }],
    category_ids: [1],
  },
  '/shop/v3/products/{product_id}/variations': {
    ...{ name: 'Mug, L', sku: 'mug-l', status: 'publish', price: '12.5', regular_price: '12.5', sale_price: '11' },
    ...{ virtual: false, downloadable: true, manage_stock: true, stock_quantity: 3, stock_status: 'instock' },
    ...{ backorders: 'no', low_stock_amount: 1, created_at: '2025-03-01T10:00:00Z', image: '/a.png' },
    ...{ permalink: '/mug', description: 'For tea', files: [{ id: 'f', name: 'Print', file: '/print.pdf' }] },
    attributes: { size: 'L' },
  },
  '/shop/v3/products/categories': { name: 'Kitchen', slug: 'kitchen', parent_id: null },
  '/shop/v3/coupons': {
    ...{ code: 'ten', discount_type: 'percent', amount: '10' },
    ...{ created_at: '2025-03-01T10:00:00Z', expires_at: '2026-03-01T10:00:00Z' },
  },
  '/shop/v3/customers': {
    ...{ user_id: 7, username: 'kim', email: 'kim@example.test', first_name: 'Kim', last_name: 'Lo', country: 'DK' },
    ...{ state: '', city: 'Aarhus', postcode: '8000', registered_at: '2025-03-01T10:00:00Z', account_id: null },
    last_active_at: '2025-03-01T10:00:00Z',
  },
  '/shop/v3/taxes': {
    ...{ country: 'DK', state: '', percent: '25', name: 'Moms', priority: 1, compound: false, shipping: true },
  },
};
