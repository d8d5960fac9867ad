import type { Tables } from '../../kernel/tables.ts';
import { demandJson } from '../json-values.ts';
import { choice, flag } from '../schema.ts';
import { textCell } from './cells.ts';

/** The forms in which whole tables can be had. */
export const tableFormats = ['csv', 'json'] as const;
/** One of `tableFormats`. */
export type TableFormat = (typeof tableFormats)[number];

/** Parameters of every route that answers with a whole table. */
export const tableParams = {
  format: choice(tableFormats, { description: 'What `Accept` says unless given; JSON where that says nothing.' }),
  bom: flag({ description: 'Begin CSV with a byte order mark, which some spreadsheets ask for.' }),
} as const;

/** One column of a table, and what stands in it. */
export interface Column<E> {
  readonly name: string;
  cell(entry: E): string;
}

/** A column of texts, which are kept from being formulas; null is an empty cell unless told otherwise. */
export const textColumn = <E>(name: string, read: (entry: E) => string | null, none = ''): Column<E> => ({
  name,
  cell: (entry) => {
    const value = read(entry);
    return value === null ? none : textCell(value);
  },
});

/** A column of numbers, moments and words of ours, which are written as they are. */
export const plainColumn = <E>(
  name: string,
  read: (entry: E) => string | number | boolean | null,
  none = '',
): Column<E> => ({ name, cell: (entry) => String(read(entry) ?? none) });

/** All entries of something: read portion by portion, and only as fast as somebody listens. */
export interface Table<E> {
  /** What the file is called, without its ending. */
  readonly name: string;
  readonly portions: AsyncIterable<readonly E[]>;
  /** For CSV. */
  columns(): readonly Column<E>[] | Promise<readonly Column<E>[]>;
  /** For JSON, a list of these. */
  present(entry: E): unknown;
}

/** An answer that is sent while it is made. */
export interface StreamedBody {
  readonly contentType: string;
  readonly fileName: string;
  readonly chunks: AsyncIterable<string>;
}

/** What the parameters of a request say about the form of the table. */
export interface TableWish {
  readonly format?: TableFormat;
  readonly bom?: boolean;
}

/** Writes a table in the wanted form; nothing is read before somebody asks for the first chunk. */
export function streamTable<E>(
  table: Table<E>,
  { format = 'json', bom = false }: TableWish,
  tables: Tables,
): StreamedBody {
  const isCsv = format === 'csv';
  return {
    contentType: isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8',
    fileName: `${table.name}.${format}`,
    chunks: isCsv ? csvOf(table, bom, tables) : jsonOf(table),
  };
}

async function* csvOf<E>(table: Table<E>, bom: boolean, tables: Tables): AsyncGenerator<string, void, undefined> {
  const columns = await table.columns();
  const header = tables.write([columns.map(({ name }) => name)]);
  let before = bom ? `\uFEFF${header}` : header;
  for await (const portion of table.portions) {
    yield before + tables.write(portion.map((entry) => columns.map((column) => column.cell(entry))));
    before = '';
  }
  if (before !== '') yield before;
}

async function* jsonOf<E>(table: Table<E>): AsyncGenerator<string, void, undefined> {
  let before = '[';
  for await (const portion of table.portions) {
    yield before + portion.map((entry) => JSON.stringify(demandJson(table.present(entry)))).join(',\n');
    before = ',\n';
  }
  yield before === '[' ? '[]' : ']';
}

/** The same chunks, the first of them made already: what goes wrong until then can still be refused. */
export async function begun(body: StreamedBody): Promise<StreamedBody> {
  const chunks = body.chunks[Symbol.asyncIterator]();
  const first = await chunks.next();
  return { ...body, chunks: resumed(first, chunks) };
}

async function* resumed(
  first: IteratorResult<string>,
  chunks: AsyncIterator<string>,
): AsyncGenerator<string, void, undefined> {
  try {
    for (let each = first; !each.done; each = await chunks.next()) yield each.value;
  } finally {
    await chunks.return?.();
  }
}
