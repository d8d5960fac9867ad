/**
 * What a column holds: whole numbers; money and quantities in ten-thousandths; texts; yes or no; a moment on the clock of
 * the shop; a moment in UTC, told as text to the second; pairs of key and value.
 */
export type ColumnKind = 'whole' | 'scaled' | 'text' | 'flag' | 'local' | 'utc' | 'pairs';

/** Rows of another table that belong to a row, by equal values of two columns. */
export interface Reference {
  readonly to: TableName;
  readonly by: readonly [own: string, theirs: string];
  /** Whether there is at most one. */
  readonly isOne: boolean;
}

/** A table as reports see it, whatever it is stored in. */
export interface Table {
  readonly name: TableName;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** The columns that may have no value. */
  readonly optional: readonly string[];
  readonly references: Readonly<Record<string, Reference>>;
}

/** The names of the tables that reports are counted from, or look names up in. */
export type TableName = 'order' | 'line' | 'coupon' | 'tax' | 'stock' | 'order_record' | 'product' | 'customer';

const ofOrder = { to: 'order', by: ['order_id', 'order_id'], isOne: true } as const;
const parts = (to: TableName) => ({ to, by: ['order_id', 'order_id'], isOne: false }) as const;

const list = [
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
      // Of a refund that gives back all that was left without saying of which lines.
      is_implied: 'flag',
      first_of_product: 'flag',
      first_of_variation: 'flag',
      attributes: 'pairs',
    },
    optional: ['attributes'],
    references: { order: ofOrder },
  },
  {
    name: 'coupon',
    columns: { order_id: 'whole', coupon_id: 'whole', code: 'text', amount: 'scaled' },
    optional: [],
    references: { order: ofOrder },
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
      taxable: 'scaled',
      is_refund: 'flag',
      first_of_rate: 'flag',
    },
    optional: [],
    references: { order: ofOrder },
  },
  {
    name: 'stock',
    columns: {
      id: 'whole',
      // 0 for what is no variation.
      parent_id: 'whole',
      name: 'text',
      name_key: 'text',
      sku: 'text',
      status: 'text',
      stock_status: 'text',
      // Null where it is not managed; of a variation that uses its product's stock, the product's.
      quantity: 'scaled',
      // The same with 0 for null: what is shown.
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
  { name: 'product', columns: { id: 'whole', name: 'text' }, optional: [], references: {} },
  {
    name: 'customer',
    columns: {
      id: 'whole',
      user_id: 'whole',
      username: 'text',
      first_name: 'text',
      last_name: 'text',
      email: 'text',
      country: 'text',
      state: 'text',
      city: 'text',
      postcode: 'text',
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
      'registered_utc',
      'last_active_utc',
    ],
    references: {},
  },
] as const satisfies readonly Table[];

/** Every table by its name. */
export const tables: Readonly<Record<TableName, Table>> = Object.fromEntries(
  list.map((each) => [each.name, each]),
) as unknown as Readonly<Record<TableName, Table>>;

/**
 * What a column of a table holds; `order.paid_at` is one of the single row that a reference leads to.
 * @throws TypeError for a column that the table does not have
 */
export function kindOf(name: TableName, column: string): ColumnKind {
  const table = tables[name];
  const [reference, rest] = column.split('.');
  const led = rest === undefined ? undefined : table.references[reference ?? ''];
  const kind = rest === undefined ? table.columns[column] : led?.isOne ? tables[led.to].columns[rest] : undefined;
  if (kind === undefined) throw new TypeError(`The table ${name} has no column ${column}.`);
  return kind;
}

/**
 * Where a reference leads.
 * @throws TypeError for one that the table does not have
 */
export function referenceOf(name: TableName, reference: string): Reference {
  const found = tables[name].references[reference];
  if (!found) throw new TypeError(`The table ${name} has no reference ${reference}.`);
  return found;
}

/** Whether a column may have no value; what a reference leads to may be missing altogether. */
export const mayBeMissing = (name: TableName, column: string): boolean =>
  column.includes('.') || tables[name].optional.includes(column);
