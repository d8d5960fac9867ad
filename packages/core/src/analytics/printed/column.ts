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

/** One column of a report table, on screen or in a file (docs/spec/analytics.md 9). */
export interface PrintedColumn {
  readonly header: string;
  readonly kind: PrintedKind | ((row: PublishedRow) => PrintedKind);
  read(row: PublishedRow, context: PrintedContext): string | number | null;
  /** Shown only if the shop manages stock. */
  readonly isOfStock?: true;
}

/** A report as a table over its published rows. */
export interface PrintedReport {
  readonly columns: readonly PrintedColumn[];
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

/** Creates columns of one kind, read at a path. */
export const columnOf =
  (kind: PrintedKind) =>
  (header: string, path: string): PrintedColumn => ({
    header,
    kind,
    read(row) {
      const value = valueAt(row, path);
      return typeof value === 'string' || typeof value === 'number' ? value : null;
    },
  });

/** A text column with a computed value. */
export const textColumn = (header: string, read: PrintedColumn['read']): PrintedColumn => ({
  header,
  kind: 'text',
  read,
});
