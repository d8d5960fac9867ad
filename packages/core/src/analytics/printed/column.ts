/** A row of a report as it is published. */
export type PublishedRow = Readonly<Record<string, unknown>>;

/**
 * What stands in a column: texts of the shop; counts; averages and percentages; amounts, which people read with the decimals
 * of the shop; amounts that have these decimals in files too, or always two.
 */
export type PrintedKind = 'text' | 'count' | 'average' | 'amount' | 'fixed amount' | 'amount of two decimals';

/** What a row does not say itself. */
export interface PrintedContext {
  /** The name of a product or a category, by its id. */
  nameOf(id: number): string | undefined;
}

/** One column of a report as a table, on a screen or in a file (docs/spec/analytics.md 9). */
export interface PrintedColumn {
  readonly header: string;
  readonly kind: PrintedKind | ((row: PublishedRow) => PrintedKind);
  read(row: PublishedRow, context: PrintedContext): string | number | null;
  /** Only where the shop manages stock. */
  readonly isOfStock?: true;
}

/** A report as a table, made of its published rows. */
export interface PrintedReport {
  readonly columns: readonly PrintedColumn[];
  /** Names that the rows do not say: in which report they stand, and of which ids. */
  readonly names?: {
    readonly report: 'products' | 'categories';
    readonly ids: (row: PublishedRow) => readonly number[];
  };
}

/** The members of paths that were read before: the same few are read of every row of a file. */
const known = new Map<string, readonly string[]>();
function membersOf(path: string): readonly string[] {
  const members = known.get(path) ?? path.split('.');
  known.set(path, members);
  return members;
}

/** What stands in a published row at a path of members: `extended_info.name`. */
export function valueAt(row: PublishedRow, path: string): unknown {
  let value: unknown = row;
  for (const name of membersOf(path)) value = (value as PublishedRow | null | undefined)?.[name];
  return value;
}

/** A list that stands in a published row; none where it says nothing. */
export function listAt(row: PublishedRow, path: string): readonly unknown[] {
  const value = valueAt(row, path);
  return Array.isArray(value) ? value : [];
}

/** Makes columns of one kind of what stands at a path. */
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

/** A column of texts that are put together. */
export const told = (header: string, read: PrintedColumn['read']): PrintedColumn => ({ header, kind: 'text', read });
