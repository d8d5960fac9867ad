import type { Table, TableName } from './tables.ts';

const one = (to: TableName, own: string, theirs = 'id') => ({ to, by: [own, theirs], isOne: true }) as const;
const texts = <const N extends readonly string[]>(...names: N) =>
  Object.fromEntries(names.map((name) => [name, 'text'])) as Readonly<Record<N[number], 'text'>>;

/** Tables of records: those referenced by facts, and those reported on directly. */
export const recordTables = [
  {
    name: 'stock',
    columns: {
      id: 'whole',
      // 0 unless it is a variation.
      parent_id: 'whole',
      name: 'text',
      name_key: 'text',
      sku: 'text',
      status: 'text',
      stock_status: 'text',
      // Null if stock is not managed; the product's quantity for variations that use its stock.
      quantity: 'scaled',
      // Displayed quantity: 0 instead of null.
      shown_quantity: 'scaled',
      manages_stock: 'flag',
      uses_parent_stock: 'flag',
      low_stock_amount: 'scaled',
      created_utc: 'utc',
    },
    optional: ['quantity', 'low_stock_amount'],
    references: {},
  },
  {
    name: 'order_record',
    columns: { id: 'whole', number: 'text', currency: 'text', source_type: 'text', source_name: 'text' },
    optional: ['number', 'source_type', 'source_name'],
    references: {},
  },
  {
    name: 'product',
    columns: {
      id: 'whole',
      // 0 unless it is a variation.
      parent_id: 'whole',
      type: 'text',
      name: 'text',
      // Case and accents removed.
      name_key: 'text',
      sku: 'text',
      sku_key: 'text',
      status: 'text',
      // In millionths.
      price: 'whole',
      variations: 'whole',
      image: 'text',
      permalink: 'text',
      // Of its public page; variations have that of their product.
      slug: 'text',
      // As JSON.
      files: 'text',
      attributes: 'text',
    },
    optional: ['sku', 'sku_key', 'price', 'image', 'permalink', 'slug', 'files', 'attributes'],
    references: { headings: { to: 'heading', by: ['id', 'product_id'], isOne: false } },
  },
  {
    // Pairs of product and category, including ancestor categories, each once.
    name: 'heading',
    columns: { product_id: 'whole', category_id: 'whole', is_direct: 'flag', position: 'whole' },
    optional: ['position'],
    references: {},
  },
  {
    // Pairs of product and category in which it stands itself.
    name: 'category_link',
    columns: { product_id: 'whole', category_id: 'whole' },
    optional: [],
    references: {},
  },
  { name: 'category', columns: { id: 'whole', name: 'text', name_key: 'text' }, optional: [], references: {} },
  {
    name: 'coupon_record',
    columns: { id: 'whole', code: 'text', code_key: 'text', type: 'text', created_utc: 'utc', expires_utc: 'utc' },
    optional: ['expires_utc'],
    references: {},
  },
  {
    name: 'tax_rate',
    columns: { id: 'whole', name: 'text', country: 'text', state: 'text', priority: 'whole', percent: 'whole' },
    optional: [],
    references: {},
  },
  {
    name: 'download',
    columns: {
      id: 'whole',
      product_id: 'whole',
      order_id: 'whole',
      user_id: 'whole',
      file_id: 'text',
      ip_address: 'text',
      at_utc: 'utc',
      // Local time in the time zone of the plan.
      at: 'local',
    },
    optional: ['user_id'],
    references: { buyer: one('customer', 'user_id', 'user_id'), product: one('product', 'product_id') },
  },
  {
    name: 'customer',
    columns: {
      id: 'whole',
      user_id: 'whole',
      ...texts('username', 'first_name', 'last_name', 'email', 'country', 'state', 'city', 'postcode'),
      // Search keys of names, addresses and all of them combined: case and accents removed.
      ...texts('name_key', 'username_key', 'email_key', 'search_key'),
      // Codes with ASCII letters in lower case.
      ...texts('country_key', 'state_key'),
      registered_utc: 'utc',
      last_active_utc: 'utc',
    },
    optional: [
      'user_id',
      'username',
      'first_name',
      'last_name',
      'email',
      'country',
      'state',
      'city',
      'postcode',
      'username_key',
      'email_key',
      'country_key',
      'state_key',
      'registered_utc',
      'last_active_utc',
    ],
    references: {},
  },
  {
    // Sums over the counted orders of a customer.
    name: 'customer_sum',
    columns: {
      customer_id: 'whole',
      orders: 'whole',
      total: 'scaled',
      average: 'scaled',
      last_order: 'local',
    },
    optional: ['last_order'],
    references: {},
  },
] as const satisfies readonly Table[];
