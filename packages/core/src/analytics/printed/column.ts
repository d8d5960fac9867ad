/** A published row of a report. */
export type PublishedRow = Readonly<Record<string, unknown>>;

/**
 * Kind of a column: text of the shop; counts; averages and percentages; amounts, displayed with the shop's decimals;
 * amounts with the shop's decimals in files too, or always with two.
 */
export type PrintedKind = 'text' | 'count' | 'average' | 'amount' | 'fixed amount' | 'amount of two decimals';

/** Data for columns beyond the row. */
export interface PrintedContext {
  /** Name of a product or category, by id. */
  nameOf(id: number): string | undefined;
}

/** The unit of a column on screens. */
export type ColumnUnit =
  | 'money'
  | 'count'
  | 'average'
  | 'percent'
  | 'text'
  | 'day'
  | 'moment'
  | 'status'
  | 'words'
  | 'sku';

/** Kinds of records that a column leads to. */
export const linkedRecords = [
  'order',
  'product',
  'variation',
  'customer',
  'coupon',
  'category',
  'rate',
  'item',
] as const;

/** How screens show a column. */
export interface ScreenColumn {
  readonly name: string;
  readonly label: string;
  readonly unit: ColumnUnit;
  /** Path of members of a row; one through a list stands for the values of its items. */
  readonly path: string;
  /** Path of a flag; where it is false, there is no value. */
  readonly given?: string;
  /** Further paths, whose texts follow after a blank. */
  readonly more?: readonly string[];
  /** The values are ids, whose names are in this report. */
  readonly names?: 'products' | 'categories';
  /** Name of the order by this column. */
  readonly sort?: string;
  /** Measure of the report that adds up whose total is that of the column; by default the one of the same name. */
  readonly total?: string;
  /** Not shown unless it is chosen. */
  readonly isHidden?: true;
  readonly meaning?: string;
  /** Rows stand under the rows of the records above theirs. */
  readonly tree?: {
    readonly of: 'categories';
    /** Path of the id. */
    readonly id: string;
  };
  readonly link?: {
    readonly to: (typeof linkedRecords)[number];
    /** Path of the id. */
    readonly id: string;
    /** Path of the id of the record that it belongs to; 0 for none. */
    readonly parent?: string;
  };
}

/** One column of a report table, on screen or in a file (docs/spec/analytics.md 9). */
export interface PrintedColumn {
  readonly header: string;
  /** Absent for columns of files only. */
  readonly screen?: ScreenColumn;
  readonly kind: PrintedKind | ((row: PublishedRow) => PrintedKind);
  read(row: PublishedRow, context: PrintedContext): string | number | null;
  /** Shown only if the shop manages stock. */
  readonly isOfStock?: true;
}

/** A report as a table over its published rows. */
export interface PrintedReport {
  readonly columns: readonly PrintedColumn[];
  /** Further columns of screens. */
  readonly onScreens?: readonly ScreenColumn[];
  /** Names looked up in another report, and the ids to look up per row. */
  readonly names?: {
    readonly report: 'products' | 'categories';
    readonly ids: (row: PublishedRow) => readonly number[];
  };
}

/** Parsed paths: the same few are read for every row of a file. */
const known = new Map<string, readonly string[]>();
function membersOf(path: string): readonly string[] {
  const members = known.get(path) ?? path.split('.');
  known.set(path, members);
  return members;
}

/** Value at a path of members: `extended_info.name`. */
export function valueAt(row: PublishedRow, path: string): unknown {
  let value: unknown = row;
  for (const name of membersOf(path)) value = (value as PublishedRow | null | undefined)?.[name];
  return value;
}

/** Array at a path; empty if there is none. */
export function listAt(row: PublishedRow, path: string): readonly unknown[] {
  const value = valueAt(row, path);
  return Array.isArray(value) ? value : [];
}

/** What differs on screens from a column of a file. */
type OnScreens = Partial<Omit<ScreenColumn, 'path'>>;

const units: Readonly<Record<PrintedKind, ColumnUnit>> = {
  text: 'text',
  count: 'count',
  average: 'average',
  amount: 'money',
  'fixed amount': 'money',
  'amount of two decimals': 'money',
};

/** A column as screens show it, named by the last member of its path. */
export const screenColumn = (
  label: string,
  path: string,
  screen: OnScreens & Pick<ScreenColumn, 'unit'>,
): ScreenColumn => ({
  name: path.slice(path.lastIndexOf('.') + 1),
  label,
  path,
  ...screen,
});

/** Creates columns of one kind, read at a path; `null` for columns of files only. */
export const columnOf =
  (kind: PrintedKind) =>
  (header: string, path: string, screen: OnScreens | null = {}): PrintedColumn => ({
    header,
    kind,
    ...(screen && { screen: screenColumn(header, path, { unit: units[kind], ...screen }) }),
    read(row) {
      const value = valueAt(row, path);
      return typeof value === 'string' || typeof value === 'number' ? value : null;
    },
  });

/** A text column with a computed value. */
export const textColumn = (header: string, screen: ScreenColumn, read: PrintedColumn['read']): PrintedColumn => ({
  header,
  kind: 'text',
  screen,
  read,
});

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
  screen: screenColumn('Stock', quantity, {
    unit: 'count',
    ...(managed !== undefined && { given: managed }),
    ...(sort !== undefined && { sort }),
  }),
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

/** Columns that several reports have. */
export const cell = {
  text,
  count,
  amount,
  fixed,
  idsAt,
  orNone,
  status,
  stock,
  ofStock,
  sold,
  netSales,
  sorted,
  sku,
  toOrder,
} as const;
