import { rateCodeOf } from '../reports/rate-code.ts';
import {
  columnOf,
  listAt,
  type PrintedColumn,
  type PrintedReport,
  type PublishedRow,
  screenColumn,
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
  textColumn(
    header,
    screenColumn(header, path, { unit: 'moment' }),
    (row) => String(valueAt(row, path) ?? '').replace('T', ' ') || 'N/A',
  );

const stockWords: Readonly<Record<string, string>> = {
  instock: 'In stock',
  outofstock: 'Out of stock',
  onbackorder: 'On backorder',
};
const status = (path: string, sort?: string): PrintedColumn =>
  textColumn('Status', screenColumn('Status', path, { unit: 'status', ...(sort !== undefined && { sort }) }), (row) => {
    const word = valueAt(row, path);
    return typeof word === 'string' ? (stockWords[word] ?? word) : null;
  });
/** Stock quantity; empty if stock is not managed. */
const stock = (quantity: string, managed?: string, sort?: string): PrintedColumn => ({
  header: 'Stock',
  kind: 'count',
  screen: screenColumn('Stock', quantity, { unit: 'count', ...(sort !== undefined && { sort }) }),
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
const netSales = { label: 'Net sales', sort: 'net_revenue' } as const;
const sorted = (sort: string) => ({ sort }) as const;
const sku = { unit: 'sku' } as const;
const toOrder = { to: 'order', id: 'order_id' } as const;

/** Report tables by export name; revenue by interval (docs/spec/analytics.md 9). */
export const printedReports = {
  products: {
    columns: [
      text('Product title', 'extended_info.name', {
        label: 'Product',
        sort: 'product_name',
        link: { to: 'product', id: 'product_id' },
      }),
      text('SKU', 'extended_info.sku', { ...sku, sort: 'sku' }),
      count('Items sold', 'items_sold', sorted('items_sold')),
      amount('N. Revenue', 'net_revenue', netSales),
      count('Orders', 'orders_count', sorted('orders_count')),
      textColumn(
        'Category',
        screenColumn('Category', 'extended_info.category_ids', {
          unit: 'words',
          names: 'categories',
          link: { to: 'category', id: 'extended_info.category_ids' },
        }),
        (row, { nameOf }) =>
          idsAt(row, 'extended_info.category_ids')
            .flatMap((id) => nameOf(id) ?? [])
            .join(', '),
      ),
      {
        header: 'Variations',
        kind: 'count',
        screen: screenColumn('Variations', 'extended_info.variations', { unit: 'count', sort: 'variations' }),
        read: (row) => listAt(row, 'extended_info.variations').length,
      },
      ofStock(status('extended_info.stock_status')),
      ofStock(stock('extended_info.stock_quantity', 'extended_info.manage_stock')),
    ],
    names: { report: 'categories', ids: (row) => idsAt(row, 'extended_info.category_ids') },
  },
  variations: {
    columns: [
      text('Product / Variation title', 'extended_info.name', {
        label: 'Variation',
        link: { to: 'variation', id: 'variation_id', parent: 'product_id' },
      }),
      text('SKU', 'extended_info.sku', { ...sku, sort: 'sku' }),
      count('Items sold', 'items_sold', sorted('items_sold')),
      columnOf('amount of two decimals')('N. Revenue', 'net_revenue', netSales),
      count('Orders', 'orders_count', sorted('orders_count')),
      ofStock(status('extended_info.stock_status')),
      ofStock(stock('extended_info.stock_quantity')),
    ],
  },
  orders: {
    columns: [
      text('Date', 'date', { unit: 'moment', sort: 'date' }),
      text('Order #', 'order_number', { label: 'Order', link: { ...toOrder, parent: 'parent_id' } }),
      fixed('N. Revenue (formatted)', 'net_total', null),
      text('Status', 'status', { unit: 'status' }),
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
      text('Customer type', 'customer_type', { unit: 'status' }),
      textColumn(
        'Product(s)',
        screenColumn('Products', 'extended_info.products.name', {
          name: 'products',
          unit: 'words',
          link: { to: 'product', id: 'extended_info.products.id' },
          meaning: 'The products and variations on the order.',
        }),
        (row) =>
          sold(row, 'extended_info.products')
            // A minus sign instead of a hyphen: spreadsheets treat a cell starting with a hyphen as a formula.
            .map(({ name, quantity }) => `${String(quantity).replace('-', '−')}× ${name}`)
            .join(', '),
      ),
      count('Items sold', 'num_items_sold', sorted('num_items_sold')),
      textColumn(
        'Coupon(s)',
        screenColumn('Coupons', 'extended_info.coupons.code', {
          name: 'coupons',
          unit: 'words',
          link: { to: 'coupon', id: 'extended_info.coupons.id' },
          meaning: 'The coupons on the order.',
        }),
        (row) =>
          sold(row, 'extended_info.coupons')
            .map(({ code }) => String(code))
            .join(', '),
      ),
      amount('N. Revenue', 'net_total', { label: 'Net sales', sort: 'net_total', total: 'net_revenue' }),
      text('Attribution', 'extended_info.attribution.origin', {
        label: 'Origin',
        isHidden: true,
        meaning: 'Where the customer came from.',
      }),
    ],
    onScreens: [screenColumn('Total sales', 'total_sales', { unit: 'money', isHidden: true })],
  },
  categories: {
    columns: [
      text('Category', 'extended_info.name', { sort: 'category', link: { to: 'category', id: 'category_id' } }),
      count('Items sold', 'items_sold', sorted('items_sold')),
      amount('Net Revenue', 'net_revenue', netSales),
      count('Products', 'products_count', sorted('products_count')),
      count('Orders', 'orders_count', sorted('orders_count')),
    ],
  },
  taxes: {
    columns: [
      textColumn(
        'Tax code',
        screenColumn('Rate', 'name', { unit: 'text', sort: 'name', link: { to: 'rate', id: 'tax_rate_id' } }),
        (row) => rateCodeOf(row),
      ),
      columnOf('average')('Rate', 'tax_rate', { label: 'Percent', unit: 'percent', sort: 'rate' }),
      amount('Total tax', 'total_tax', sorted('total_tax')),
      amount('Order tax', 'order_tax', sorted('order_tax')),
      amount('Shipping tax', 'shipping_tax', sorted('shipping_tax')),
      count('Orders', 'orders_count', sorted('orders_count')),
      amount('Taxable amount', 'taxable_amount', sorted('taxable_amount')),
    ],
    onScreens: [
      screenColumn('Country', 'country', { unit: 'text', isHidden: true }),
      screenColumn('State', 'state', { unit: 'text', isHidden: true }),
    ],
  },
  coupons: {
    columns: [
      text('Coupon code', 'extended_info.code', {
        label: 'Coupon',
        sort: 'code',
        link: { to: 'coupon', id: 'coupon_id' },
      }),
      count('Orders', 'orders_count', sorted('orders_count')),
      amount('Amount discounted', 'amount', { label: 'Discounts', sort: 'amount' }),
      orNone('Created', 'extended_info.date_created'),
      orNone('Expires', 'extended_info.date_expires'),
      text('Type', 'extended_info.discount_type', { unit: 'status' }),
    ],
  },
  stock: {
    columns: [
      text('Product / Variation', 'name', {
        label: 'Product',
        sort: 'title',
        link: { to: 'item', id: 'id', parent: 'parent_id' },
      }),
      text('SKU', 'sku', { ...sku, sort: 'sku' }),
      status('stock_status', 'stock_status'),
      stock('stock_quantity', 'manage_stock', 'stock_quantity'),
    ],
    onScreens: [screenColumn('Low from', 'low_stock_amount', { unit: 'count', isHidden: true })],
  },
  downloads: {
    columns: [
      text('Date', 'date', { unit: 'moment', sort: 'date' }),
      textColumn(
        'Product title',
        screenColumn('Product', 'product_id', {
          unit: 'text',
          names: 'products',
          sort: 'product',
          link: { to: 'product', id: 'product_id' },
        }),
        (row, { nameOf }) => nameOf(Number(row.product_id)) ?? '(Deleted)',
      ),
      text('File name', 'file_name', { label: 'File' }),
      text('Order #', 'order_number', { label: 'Order', link: toOrder }),
      text('User Name', 'username', { label: 'User' }),
      text('IP', 'ip_address', { label: 'Address' }),
    ],
    names: { report: 'products', ids: (row) => [Number(row.product_id)] },
  },
  customers: {
    columns: [
      text('Name', 'name', { sort: 'name', link: { to: 'customer', id: 'id' } }),
      text('Username', 'username', { sort: 'username', isHidden: true }),
      text('Last Active', 'date_last_active', { label: 'Last active', unit: 'moment', sort: 'date_last_active' }),
      text('Sign Up', 'date_registered', { label: 'Registered', unit: 'moment', sort: 'date_registered' }),
      text('Email', 'email', { sort: 'email' }),
      count('Orders', 'orders_count', sorted('orders_count')),
      amount('Total Spend', 'total_spend', { label: 'Total spend', sort: 'total_spend' }),
      amount('AOV', 'avg_order_value', { label: 'Average order value', sort: 'avg_order_value' }),
      text('Country / Region', 'country', { label: 'Country', sort: 'country' }),
      text('City', 'city', { sort: 'city', isHidden: true }),
      text('Region', 'state', { sort: 'state', isHidden: true }),
      text('Postal Code', 'postcode', { label: 'Postcode', sort: 'postcode', isHidden: true }),
    ],
    onScreens: [screenColumn('Last order', 'date_last_order', { unit: 'moment', isHidden: true })],
  },
  revenue: {
    columns: [
      text('Date', 'date_start', null),
      count('Orders', 'subtotals.orders_count', null),
      amount('Gross sales', 'subtotals.gross_sales', null),
      amount('Total sales', 'subtotals.total_sales', null),
      amount('Returns', 'subtotals.refunds', null),
      amount('Coupons', 'subtotals.coupons', null),
      amount('Taxes', 'subtotals.taxes', null),
      amount('Shipping', 'subtotals.shipping', null),
      amount('Net Revenue', 'subtotals.net_revenue', null),
    ],
  },
} as const satisfies Readonly<Record<string, PrintedReport>>;
