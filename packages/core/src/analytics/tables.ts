/**
 * What a column holds: whole numbers; money and quantities in ten-thousandths; texts; yes or no; a moment on the clock of
 * the shop; a moment in UTC, told as text to the second; pairs of key and value.
 */
export type ColumnKind = 'whole' | 'scaled' | 'text' | 'flag' | 'local' | 'utc' | 'pairs';

/** Where rows come from: a table; what an earlier plan of the question gave; these numbers, each in a column `id`. */
export type Source = TableName | { readonly given: string } | { readonly ids: readonly number[] };

/** Rows of another source that belong to a row, by equal values of two columns; what has no value belongs to nothing. */
export interface Reference {
  readonly to: Source;
  readonly by: readonly [own: string, theirs: string];
  /** Whether there is at most one. */
  readonly isOne: boolean;
  /** Numbers of a row that is missing are 0. */
  readonly isFilled?: true;
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
export type TableName =
  | 'order'
  | 'line'
  | 'coupon'
  | 'tax'
  | 'stock'
  | 'order_record'
  | 'product'
  | 'heading'
  | 'category'
  | 'coupon_record'
  | 'tax_rate'
  | 'download'
  | 'customer'
  | 'customer_sum';
