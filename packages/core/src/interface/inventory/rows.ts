import { DomainError, type FieldProblem } from '../../kernel/errors.ts';
import { faultsOf, type ImportRow, MOST_ROWS, tooManyRows } from '../../kernel/rows.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import { cellText, NULL_CELL } from './cells.ts';
import { invalid, placeProblem } from './problems.ts';
import { compileCells } from './reader.ts';

/** Columns of an imported table: their names and schemas. */
export interface RowSpec<L> {
  readonly params: Schemas;
  /** Known columns that are ignored. */
  readonly ignores: readonly string[];
  /** Columns matched by prefix: `attr.` of `attr.colour`; `name` constrains the rest of the name. */
  readonly open?: { readonly prefix: string; readonly name: RegExp; read(cell: string): unknown };
  /** Builds the use case's input from the parsed cells. */
  line(given: Record<string, unknown>, open: Readonly<Record<string, unknown>>): L;
}

/**
 * Reads the rows of a table, which is opened when the first row is requested. The header counts as row 1; blank rows are
 * skipped but counted.
 * @throws DomainError `payload_too_large` for more than `MOST_ROWS` rows
 * @throws DomainError `unknown_field`, `duplicate_parameter`, `validation_failed` for the header
 */
export async function* readRows<L>(
  open: () => AsyncIterable<readonly string[]>,
  spec: RowSpec<L>,
): AsyncGenerator<ImportRow<L>, void, undefined> {
  let read: ((cells: readonly string[], row: number) => ImportRow<L>) | undefined;
  let row = 0;
  for await (const cells of open()) {
    row += 1;
    if (row > MOST_ROWS + 1) throw tooManyRows();
    if (read === undefined) read = rowReader(cells, spec);
    else if (cells.some((cell) => cell.trim() !== '')) yield read(cells, row);
  }
  if (read === undefined) throw new DomainError('invalid', 'body_required', 'The table needs a header.');
}

function rowReader<L>(
  header: readonly string[],
  spec: RowSpec<L>,
): (cells: readonly string[], row: number) => ImportRow<L> {
  const columns = header.map((name) => name.trim());
  demandColumns(columns, spec);
  const readCells = compileCells(spec.params);
  return (cells, row) => {
    const faults: FieldProblem[] = misshapen(cells, columns);
    if (faults.length > 0) return { row, faults };
    const { closed, open } = sortCells(cells, columns, spec);
    const given = readCells(closed);
    if ('faults' in given) return { row, faults: given.faults };
    try {
      return { row, line: spec.line(given.value, open) };
    } catch (error) {
      if (error instanceof DomainError) return { row, faults: faultsOf(error) };
      throw error;
    }
  };
}

function demandColumns<L>(columns: readonly string[], { params, ignores, open }: RowSpec<L>): void {
  const isKnown = (name: string) =>
    Object.hasOwn(params, name) ||
    ignores.includes(name) ||
    (open !== undefined && name.startsWith(open.prefix) && open.name.test(name.slice(open.prefix.length)));
  const problemOf = (name: string, code: string, message: string) => placeProblem({ code, message }, [name], 'body');
  const problems = [
    ...columns
      .filter((name) => !isKnown(name))
      .map((name) => problemOf(name, 'unknown_field', 'There is no such column.')),
    ...repeatedIn(columns).map((name) => problemOf(name, 'duplicate_parameter', 'It stands there twice.')),
    ...Object.entries(params)
      .filter(([name, { required }]) => required && !columns.includes(name))
      .map(([name]) => problemOf(name, 'required', 'The table needs this column.')),
  ];
  if (problems.length > 0) throw invalid(problems);
}

/** Names of columns that occur more than once. */
function repeatedIn(columns: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return columns.filter((name) => seen.has(name) || !seen.add(name));
}

function misshapen(cells: readonly string[], columns: readonly string[]): FieldProblem[] {
  const fault = (message: string) => [{ path: [], code: 'invalid_format', message }];
  if (cells.length !== columns.length)
    return fault(`The row has ${cells.length} cells, and the header ${columns.length}.`);
  return cells.every((cell, index) => cell.trim() === columns[index]) ? fault('That is the header again.') : [];
}

/** Groups cells by column name; empty cells count as absent. */
function sortCells<L>(cells: readonly string[], columns: readonly string[], { params, open }: RowSpec<L>) {
  const closed: Record<string, string | null> = {};
  const others: Record<string, unknown> = {};
  for (const [index, cell] of cells.entries()) {
    const name = columns[index] ?? '';
    if (cell.trim() === '') continue;
    const descriptor = Object.hasOwn(params, name) ? params[name] : undefined;
    if (descriptor) closed[name] = textOrNull(cell, descriptor);
    else if (open && name.startsWith(open.prefix)) others[name.slice(open.prefix.length)] = open.read(cell);
  }
  return { closed, open: others };
}

const textOrNull = (cell: string, descriptor: Schema): string | null => {
  if (cell.trim() === NULL_CELL) return null;
  return isText(descriptor) ? cellText(cell) : cell.trim();
};

const isText = ({ type, format, enum: words }: Schema): boolean =>
  type === 'string' && words === undefined && format !== 'money' && format !== 'instant';
