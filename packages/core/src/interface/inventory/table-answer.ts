import type { Tables } from '../../kernel/tables.ts';
import { demandJson } from '../json-values.ts';
import { choice, flag } from '../schema.ts';
import { textCell } from './cells.ts';

/** Formats of exported tables. */
export const tableFormats = ['csv', 'json'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** Parameters of every route that returns a table. */
export const tableParams = {
  format: choice(tableFormats, { description: 'By default negotiated by `Accept`, else JSON.' }),
  bom: flag({ description: 'Begin CSV with a byte order mark, which some spreadsheets ask for.' }),
} as const;

/** One column of a table, and how its cells are rendered. */
export interface TableColumn<E> {
  readonly name: string;
  cell(entry: E): string;
}

/** A text column with formulas escaped; null is written as `none`, by default an empty cell. */
export const textColumn = <E>(name: string, read: (entry: E) => string | null, none = ''): TableColumn<E> => ({
  name,
  cell: (entry) => {
    const value = read(entry);
    return value === null ? none : textCell(value);
  },
});

/** A column of numbers, timestamps and own keywords, which are written unescaped. */
export const plainColumn = <E>(
  name: string,
  read: (entry: E) => string | number | boolean | null,
  none = '',
): TableColumn<E> => ({ name, cell: (entry) => String(read(entry) ?? none) });

/** A streamed table: read in batches, at the pace of the consumer. */
export interface StreamedTable<E> {
  /** File name without extension. */
  readonly name: string;
  readonly portions: AsyncIterable<readonly E[]>;
  /** CSV columns. */
  columns(): readonly TableColumn<E>[] | Promise<readonly TableColumn<E>[]>;
  /** Renders one element of the JSON list. */
  present(entry: E): unknown;
}

/** Streamed response body. */
export interface StreamedBody {
  readonly contentType: string;
  readonly fileName: string;
  readonly chunks: AsyncIterable<string>;
}

/** Table options of a request. */
export interface TableParameters {
  readonly format?: TableFormat;
  readonly bom?: boolean;
}

/** Streams a table in the requested format; reads nothing before the first chunk is requested. */
export function streamTable<E>(
  table: StreamedTable<E>,
  { format = 'json', bom = false }: TableParameters,
  tables: Tables,
): StreamedBody {
  const isCsv = format === 'csv';
  return {
    contentType: isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8',
    fileName: `${table.name}.${format}`,
    chunks: isCsv ? csvOf(table, bom, tables) : jsonOf(table),
  };
}

async function* csvOf<E>(
  table: StreamedTable<E>,
  bom: boolean,
  tables: Tables,
): AsyncGenerator<string, void, undefined> {
  const columns = await table.columns();
  const header = tables.write([columns.map(({ name }) => name)]);
  let before = bom ? `\uFEFF${header}` : header;
  for await (const portion of table.portions) {
    yield before + tables.write(portion.map((entry) => columns.map((column) => column.cell(entry))));
    before = '';
  }
  if (before !== '') yield before;
}

async function* jsonOf<E>(table: StreamedTable<E>): AsyncGenerator<string, void, undefined> {
  let before = '[';
  for await (const portion of table.portions) {
    yield before + portion.map((entry) => JSON.stringify(demandJson(table.present(entry)))).join(',\n');
    before = ',\n';
  }
  yield before === '[' ? '[]' : ']';
}

/** Pulls the first chunk, so that errors up to then can still be reported with a status code. */
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
