/**
 * Kind of a column: integers; money and quantities in ten-thousandths; text; booleans; a local time of the shop; a time
 * in UTC, returned as text to the second; pairs of key and value.
 */
export type ColumnKind = 'whole' | 'scaled' | 'text' | 'flag' | 'local' | 'utc' | 'pairs';

/** Source of rows: a table; an earlier plan of the question; these numbers, as a column `id`. */
export type Source = TableName | { readonly given: string } | { readonly ids: readonly number[] };

/** Rows of another source joined by equality of two columns; null matches nothing. */
export interface TableReference {
  readonly to: Source;
  readonly by: readonly [own: string, theirs: string];
  /** Whether at most one row matches. */
  readonly isOne: boolean;
  /** Numbers of a missing row are 0. */
  readonly isFilled?: true;
}

/** Logical table of reports, independent of storage. */
export interface Table {
  readonly name: TableName;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** Nullable columns. */
  readonly optional: readonly string[];
  readonly references: Readonly<Record<string, TableReference>>;
}

/** Tables that reports read. */
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
  | 'category_link'
  | 'coupon_record'
  | 'tax_rate'
  | 'download'
  | 'customer'
  | 'customer_sum';
