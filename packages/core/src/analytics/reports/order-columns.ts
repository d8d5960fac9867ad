import { cell, type PrintedReport, screenColumn, textColumn, valueAt } from '../printed/column.ts';

/** Columns of orders. */
export const printed = {
  columns: [
    cell.text('Date', 'date', { unit: 'moment', sort: 'date' }),
    cell.text('Order #', 'order_number', { label: 'Order', link: { ...cell.toOrder, parent: 'parent_id' } }),
    cell.fixed('N. Revenue (formatted)', 'net_total', null),
    cell.text('Status', 'status', { unit: 'status' }),
    textColumn(
      'Customer',
      screenColumn('Customer', 'extended_info.customer.first_name', {
        name: 'customer',
        unit: 'text',
        more: ['extended_info.customer.last_name'],
        link: { to: 'customer', id: 'customer_id' },
        meaning: 'First and last name of the customer.',
      }),
      (row) =>
        ['first_name', 'last_name']
          .map((name) => String(valueAt(row, `extended_info.customer.${name}`) ?? ''))
          .join(' ')
          .trim(),
    ),
    cell.text('Customer type', 'customer_type', { unit: 'status' }),
    textColumn(
      'Product(s)',
      screenColumn('Products', 'extended_info.products.name', {
        name: 'products',
        unit: 'words',
        link: { to: 'product', id: 'extended_info.products.id' },
        meaning: 'The products and variations on the order.',
      }),
      (row) =>
        cell
          .sold(row, 'extended_info.products')
          // A minus sign instead of a hyphen: spreadsheets treat a cell starting with a hyphen as a formula.
          .map(({ name, quantity }) => `${String(quantity).replace('-', '−')}× ${name}`)
          .join(', '),
    ),
    cell.count('Items sold', 'num_items_sold', cell.sorted('num_items_sold')),
    textColumn(
      'Coupon(s)',
      screenColumn('Coupons', 'extended_info.coupons.code', {
        name: 'coupons',
        unit: 'words',
        link: { to: 'coupon', id: 'extended_info.coupons.id' },
        meaning: 'The coupons on the order.',
      }),
      (row) =>
        cell
          .sold(row, 'extended_info.coupons')
          .map(({ code }) => String(code))
          .join(', '),
    ),
    cell.amount('N. Revenue', 'net_total', { label: 'Net sales', sort: 'net_total', total: 'net_revenue' }),
    cell.text('Attribution', 'extended_info.attribution.origin', {
      label: 'Origin',
      isHidden: true,
      meaning: 'Where the customer came from.',
    }),
  ],
  onScreens: [screenColumn('Total sales', 'total_sales', { unit: 'money', isHidden: true })],
} as const satisfies PrintedReport;
