import type { SharedAttribute } from '../data/shop/attributes.ts';
import type { Product, ProductAttribute } from '../data/shop-records.ts';
import { newId } from '../data/writing.ts';
import type { FieldRow, KeyRow } from '../shell/records/field-row.ts';
import type { Words } from '../words/en.ts';

type ShopWords = Words['shop'];

const address = (parent: string): readonly FieldRow[] =>
  (['first_name', 'last_name', 'email', 'city', 'postcode', 'state', 'country'] as const).map((name) => ({
    path: parent === '' ? name : `${parent}.${name}`,
    kind: name === 'country' ? 'country' : 'text',
  }));

/** Members of an order that are changed by hand; its status has a control of its own. */
export const orderFields: readonly FieldRow[] = [
  { path: 'number', kind: 'text' },
  { path: 'currency', kind: 'text' },
  { path: 'created_at', kind: 'moment' },
  { path: 'paid_at', kind: 'moment' },
  { path: 'completed_at', kind: 'moment' },
  { path: 'customer_id', kind: 'record', of: 'customers' },
  { path: 'user_id', kind: 'number', maxLength: 16 },
  ...address('billing'),
  { path: 'shipping.first_name', kind: 'text' },
  { path: 'shipping.last_name', kind: 'text' },
  { path: 'source.type', kind: 'text' },
  { path: 'source.name', kind: 'text' },
  { path: 'test', kind: 'flag' },
];

/** Members of a customer; an account of this system is linked by administrators, who see accounts. */
export const customerFields: readonly FieldRow[] = [
  { path: 'username', kind: 'text' },
  ...address(''),
  { path: 'registered_at', kind: 'moment' },
  { path: 'last_active_at', kind: 'moment' },
  { path: 'account_id', kind: 'record', of: 'accounts' },
  { path: 'user_id', kind: 'number', maxLength: 16 },
];

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
  { path: 'created_at', kind: 'moment' },
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

const amounts = (...paths: readonly string[]): readonly FieldRow[] =>
  paths.map((path) => ({ path, kind: 'amount', maxLength: 20 }));

const filesField = ({ part, add }: ShopWords): FieldRow => ({
  path: 'files',
  kind: 'records',
  add: add.files,
  members: [
    { name: 'id', kind: 'key', label: '', initial: newId },
    { name: 'name', kind: 'text', label: part.name, initial: () => '', maxLength: 500 },
    { name: 'file', kind: 'text', label: part.file, initial: () => '', maxLength: 2_000 },
  ],
});

/** Attributes of a product: of its own, or shared ones, whose values are written by their names. */
const attributesField = ({ part, add }: ShopWords, shared: readonly SharedAttribute[]): FieldRow => ({
  path: 'attributes',
  kind: 'records',
  add: add.attributes,
  members: [
    {
      name: 'id',
      kind: 'choice',
      label: part.shared,
      initial: () => 0,
      choices: [
        { value: '0', label: part.own },
        ...shared.map(({ id, name, key: slug }) => ({ value: String(id), label: name, fills: { name, slug } })),
      ],
    },
    { name: 'name', kind: 'text', label: part.name, initial: () => '', maxLength: 500 },
    { name: 'slug', kind: 'text', label: part.slug, initial: () => '', maxLength: 500 },
    {
      name: 'options',
      kind: 'lines',
      label: part.options,
      initial: () => [],
      known: ({ id }) => shared.find((each) => each.id === id)?.terms ?? [],
    },
    { name: 'variation', kind: 'flag', label: part.variation, initial: () => false },
  ],
});

/** Members that products and variations have in common. */
const saleFields = ({ shop, status }: Words): readonly FieldRow[] => {
  const labels = { ...status, ...shop.choice };
  return [
    choice('status', productStatuses, labels),
    ...amounts('price', 'regular_price', 'sale_price'),
    { path: 'manage_stock', kind: 'flag' },
    { path: 'stock_quantity', kind: 'number', maxLength: 17 },
    choice('stock_status', ['instock', 'outofstock', 'onbackorder'], labels, false),
    choice('backorders', ['no', 'notify', 'yes'], labels, false),
    { path: 'low_stock_amount', kind: 'number', maxLength: 17 },
    { path: 'virtual', kind: 'flag' },
    { path: 'downloadable', kind: 'flag' },
    { path: 'created_at', kind: 'moment' },
    { path: 'image', kind: 'text' },
    { path: 'permalink', kind: 'text' },
    { path: 'description', kind: 'area' },
    filesField(shop),
  ];
};

/** Members of a product; a product with variations has its prices and stock there. */
export const productFields = (words: Words, shared: readonly SharedAttribute[]): readonly FieldRow[] => [
  { path: 'name', kind: 'text', isRequired: true },
  { path: 'slug', kind: 'text', hint: words.shop.product.slugHint },
  { path: 'sku', kind: 'text' },
  choice('type', ['simple', 'variable', 'grouped', 'external'], words.shop.choice),
  { path: 'category_ids', kind: 'ids', of: 'categories' },
  attributesField(words.shop, shared),
  ...saleFields(words),
];

/** Members of a variation; the attributes that make variations of its product are chosen. */
export const variationFields = (
  words: Words,
  { attributes }: Pick<Product, 'attributes'>,
  shared: readonly SharedAttribute[],
): readonly FieldRow[] => [
  { path: 'name', kind: 'text', hint: words.shop.product.nameHint },
  { path: 'sku', kind: 'text' },
  {
    path: 'attributes',
    kind: 'map',
    add: words.shop.add.attributes,
    keys: (attributes ?? []).filter(({ variation }) => variation).map((each) => keyOf(each, shared)),
  },
  ...saleFields(words),
];

/** The key by which variations choose an attribute, and its values. */
function keyOf({ id, slug, name, options }: ProductAttribute, shared: readonly SharedAttribute[]): KeyRow {
  const { terms = [] } = shared.find((each) => each.id === id) ?? {};
  return {
    key: slug || name,
    label: name,
    choices: (options ?? []).map((option) => {
      const term = terms.find((each) => each.id === option);
      return { value: term?.slug ?? String(option), label: term?.name ?? String(option) };
    }),
  };
}

/** Members of the link between a product and an item. */
export const linkFields: readonly FieldRow[] = [
  { path: 'item_id', kind: 'record', of: 'items' },
  { path: 'units_per_sale', kind: 'number', isRequired: true, maxLength: 7 },
];
