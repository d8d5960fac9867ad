import type { FieldRow } from '../shell/record-form.tsx';

const address = (parent: string): readonly FieldRow[] =>
  (['first_name', 'last_name', 'email', 'city', 'postcode', 'state', 'country'] as const).map((name) => ({
    path: parent === '' ? name : `${parent}.${name}`,
    kind: name === 'country' ? 'country' : 'text',
  }));

/** Members of an order that are changed by hand; its status has a control of its own. */
export const orderFields: readonly FieldRow[] = [
  { path: 'number', kind: 'text' },
  { path: 'paid_at', kind: 'moment' },
  { path: 'completed_at', kind: 'moment' },
  ...address('billing'),
];

export const customerFields: readonly FieldRow[] = [{ path: 'username', kind: 'text' }, ...address('')];

/** Labels of the values of a choice, in the language of the reader. */
type Labels = Readonly<Record<string, string>>;
const choice = (path: string, values: readonly string[], labels: Labels, isRequired = true): FieldRow => ({
  path,
  kind: 'choice',
  isRequired,
  choices: [...(isRequired ? [] : ['']), ...values].map((value) => ({ value, label: labels[value] ?? value })),
});

export const couponFields = (labels: Labels): readonly FieldRow[] => [
  { path: 'code', kind: 'text', isRequired: true },
  choice('discount_type', ['percent', 'fixed_cart', 'fixed_product'], labels),
  { path: 'amount', kind: 'amount', isRequired: true, maxLength: 20 },
  { path: 'expires_at', kind: 'moment' },
];

export const rateFields: readonly FieldRow[] = [
  { path: 'name', kind: 'text' },
  { path: 'percent', kind: 'amount', isRequired: true, maxLength: 20 },
  { path: 'country', kind: 'country' },
  { path: 'state', kind: 'text' },
  { path: 'priority', kind: 'number', maxLength: 9 },
  { path: 'compound', kind: 'flag' },
  { path: 'shipping', kind: 'flag' },
];

export const productStatuses = ['publish', 'private', 'draft', 'pending'] as const;

/** Members of a product; a product with variations has its prices and stock there. */
export const productFields = (labels: Labels): readonly FieldRow[] => [
  { path: 'name', kind: 'text', isRequired: true },
  { path: 'sku', kind: 'text' },
  choice('type', ['simple', 'variable', 'grouped', 'external'], labels),
  choice('status', productStatuses, labels),
  { path: 'price', kind: 'amount', maxLength: 20 },
  { path: 'regular_price', kind: 'amount', maxLength: 20 },
  { path: 'sale_price', kind: 'amount', maxLength: 20 },
  { path: 'manage_stock', kind: 'flag' },
  { path: 'stock_quantity', kind: 'number', maxLength: 17 },
  choice('stock_status', ['instock', 'outofstock', 'onbackorder'], labels, false),
  choice('backorders', ['no', 'notify', 'yes'], labels, false),
  { path: 'low_stock_amount', kind: 'number', maxLength: 17 },
  { path: 'virtual', kind: 'flag' },
  { path: 'downloadable', kind: 'flag' },
  { path: 'category_ids', kind: 'ids', of: 'categories' },
  { path: 'description', kind: 'area' },
];
