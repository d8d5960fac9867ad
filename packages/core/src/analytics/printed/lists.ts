import { rateCodeOf } from '../reports/rate-code.ts';
import {
  columnOf,
  listAt,
  type PrintedColumn,
  type PrintedReport,
  type PublishedRow,
  textColumn,
  valueAt,
} from './column.ts';

const text = columnOf('text');
const count = columnOf('count');
const amount = columnOf('amount');
const fixed = columnOf('fixed amount');
const idsAt = (row: PublishedRow, path: string): readonly number[] =>
  listAt(row, path).filter((id): id is number => typeof id === 'number');
const orNone = (header: string, path: string): PrintedColumn =>
  textColumn(header, (row) => String(valueAt(row, path) ?? '').replace('T', ' ') || 'N/A');

const stockWords: Readonly<Record<string, string>> = {
  instock: 'In stock',
  outofstock: 'Out of stock',
  onbackorder: 'On backorder',
};
const status = (path: string): PrintedColumn =>
  textColumn('Status', (row) => {
    const word = valueAt(row, path);
    return typeof word === 'string' ? (stockWords[word] ?? word) : null;
  });
/** Stock quantity; empty if stock is not managed. */
const stock = (quantity: string, managed?: string): PrintedColumn => ({
  header: 'Stock',
  kind: 'count',
  read(row) {
    const value = valueAt(row, quantity);
    const isManaged = managed === undefined || valueAt(row, managed) !== false;
    return isManaged && typeof value === 'number' ? value : 'N/A';
  },
});
const ofStock = (each: PrintedColumn): PrintedColumn => ({ ...each, isOfStock: true });

interface SoldCells {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly quantity?: unknown;
}
const sold = (row: PublishedRow, path: string): readonly SoldCells[] => listAt(row, path) as readonly SoldCells[];

/** Report tables by export name; revenue by interval (docs/spec/analytics.md 9). */
export const printedReports = {
  products: {
    columns: [
      text('Product title', 'extended_info.name'),
      text('SKU', 'extended_info.sku'),
      count('Items sold', 'items_sold'),
      amount('N. Revenue', 'net_revenue'),
      count('Orders', 'orders_count'),
      textColumn('Category', (row, { nameOf }) =>
        idsAt(row, 'extended_info.category_ids')
          .flatMap((id) => nameOf(id) ?? [])
          .join(', '),
      ),
      { header: 'Variations', kind: 'count', read: (row) => listAt(row, 'extended_info.variations').length },
      ofStock(status('extended_info.stock_status')),
      ofStock(stock('extended_info.stock_quantity', 'extended_info.manage_stock')),
    ],
    names: { report: 'categories', ids: (row) => idsAt(row, 'extended_info.category_ids') },
  },
  variations: {
    columns: [
      text('Product / Variation title', 'extended_info.name'),
      text('SKU', 'extended_info.sku'),
      count('Items sold', 'items_sold'),
      columnOf('amount of two decimals')('N. Revenue', 'net_revenue'),
      count('Orders', 'orders_count'),
      ofStock(status('extended_info.stock_status')),
      ofStock(stock('extended_info.stock_quantity')),
    ],
  },
  orders: {
    columns: [
      text('Date', 'date'),
      text('Order #', 'order_number'),
      fixed('N. Revenue (formatted)', 'net_total'),
      text('Status', 'status'),
      textColumn('Customer', (row) =>
        ['first_name', 'last_name']
          .map((name) => String(valueAt(row, `extended_info.customer.${name}`) ?? ''))
          .join(' ')
          .trim(),
      ),
      text('Customer type', 'customer_type'),
      textColumn('Product(s)', (row) =>
        sold(row, 'extended_info.products')
          // A minus sign instead of a hyphen: spreadsheets treat a cell starting with a hyphen as a formula.
          .map(({ name, quantity }) => `${String(quantity).replace('-', '−')}× ${name}`)
          .join(', '),
      ),
      count('Items sold', 'num_items_sold'),
      textColumn('Coupon(s)', (row) =>
        sold(row, 'extended_info.coupons')
          .map(({ code }) => String(code))
          .join(', '),
      ),
      amount('N. Revenue', 'net_total'),
      text('Attribution', 'extended_info.attribution.origin'),
    ],
  },
  categories: {
    columns: [
      text('Category', 'extended_info.name'),
      count('Items sold', 'items_sold'),
      amount('Net Revenue', 'net_revenue'),
      count('Products', 'products_count'),
      count('Orders', 'orders_count'),
    ],
  },
  taxes: {
    columns: [
      textColumn('Tax code', (row) => rateCodeOf(row)),
      columnOf('average')('Rate', 'tax_rate'),
      amount('Total tax', 'total_tax'),
      amount('Order tax', 'order_tax'),
      amount('Shipping tax', 'shipping_tax'),
      count('Orders', 'orders_count'),
      amount('Taxable amount', 'taxable_amount'),
    ],
  },
  coupons: {
    columns: [
      text('Coupon code', 'extended_info.code'),
      count('Orders', 'orders_count'),
      amount('Amount discounted', 'amount'),
      orNone('Created', 'extended_info.date_created'),
      orNone('Expires', 'extended_info.date_expires'),
      text('Type', 'extended_info.discount_type'),
    ],
  },
  stock: {
    columns: [
      text('Product / Variation', 'name'),
      text('SKU', 'sku'),
      status('stock_status'),
      stock('stock_quantity', 'manage_stock'),
    ],
  },
  downloads: {
    columns: [
      text('Date', 'date'),
      textColumn('Product title', (row, { nameOf }) => nameOf(Number(row.product_id)) ?? '(Deleted)'),
      text('File name', 'file_name'),
      text('Order #', 'order_number'),
      text('User Name', 'username'),
      text('IP', 'ip_address'),
    ],
    names: { report: 'products', ids: (row) => [Number(row.product_id)] },
  },
  customers: {
    columns: [
      text('Name', 'name'),
      text('Username', 'username'),
      text('Last Active', 'date_last_active'),
      text('Sign Up', 'date_registered'),
      text('Email', 'email'),
      count('Orders', 'orders_count'),
      amount('Total Spend', 'total_spend'),
      amount('AOV', 'avg_order_value'),
      text('Country / Region', 'country'),
      text('City', 'city'),
      text('Region', 'state'),
      text('Postal Code', 'postcode'),
    ],
  },
  revenue: {
    columns: [
      text('Date', 'date_start'),
      count('Orders', 'subtotals.orders_count'),
      amount('Gross sales', 'subtotals.gross_sales'),
      amount('Total sales', 'subtotals.total_sales'),
      amount('Returns', 'subtotals.refunds'),
      amount('Coupons', 'subtotals.coupons'),
      amount('Taxes', 'subtotals.taxes'),
      amount('Shipping', 'subtotals.shipping'),
      amount('Net Revenue', 'subtotals.net_revenue'),
    ],
  },
} as const satisfies Readonly<Record<string, PrintedReport>>;
