import type { ReactNode } from 'react';
import { Bone } from '../bits.tsx';
import { Icon } from '../icon.tsx';
import { useNarrow } from '../narrow.ts';
import type { Nested } from './branch.tsx';
import { Line } from './line.tsx';
import css from './table.module.css';

/** A column: what its head says, and what a row has there. */
export interface Column<Row> {
  readonly name: string;
  readonly label: string;
  /** Numbers are aligned to the end. */
  readonly isNumber?: boolean;
  /** The sort that a press on the head asks for. */
  readonly sort?: string | undefined;
  readonly cell: (row: Row) => ReactNode;
  /** Beside the head: the meaning of a number. */
  readonly aside?: ReactNode;
  readonly foot?: ReactNode;
  /** Value of a row for the bar in its cell, as a part of the largest. */
  readonly bar?: ((row: Row) => number) | undefined;
  /** What its cell glows for when it changes. */
  readonly value?: (row: Row) => unknown;
  /** Stays in a row that is folded: as a column, or in small type under the first one. */
  readonly onPhone?: boolean | 'under';
}

/** Where the rows of a tree stand in it. */
export interface Nesting<Row> {
  readonly of: (row: Row) => Nested;
  readonly labelOf: (row: Row) => string;
  readonly onToggle: (row: Row) => void;
}

export interface TableProps<Row> {
  /** Accessible name of the table. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** `-net_total`: falling. */
  readonly sort?: string | undefined;
  readonly onSort?: ((sort: string) => void) | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Pointer or focus is on a row. */
  readonly onAim?: (row: Row) => void;
  /** A first column with a box for each row. */
  readonly check?: ((row: Row) => ReactNode) | undefined;
  /** In the head of that column: a box for all rows. */
  readonly checkAll?: ReactNode;
  readonly totalLabel?: string;
  /** Rows of bones in place of rows, at the first load. */
  readonly bones?: number | undefined;
  /** What the rows are the answer to: a value that changes under the same question glows. */
  readonly question?: string | undefined;
  /** The rows are a tree; each stands after the one above it. */
  readonly nesting?: Nesting<Row> | undefined;
  /** On a phone rows are folded; the label of the button that unfolds one. */
  readonly folds?: string | undefined;
}

/** Rows of a list. Sorting and paging happen on the server; `j`, `k` and Enter go through the rows. */
export function Table<Row>(given: TableProps<Row>) {
  const isNarrow = useNarrow();
  const isFolded = isNarrow && given.folds !== undefined;
  const props = { ...given, ...(isFolded ? foldedColumns(given) : { columns: given.columns, under: [], folded: [] }) };
  const { caption, columns, folded, rows, keyOf, check, bones } = props;
  const hasFoot = columns.some(({ foot }) => foot !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its place is scrolled by keys.
    <section aria-label={caption} className={css.frame} tabIndex={0}>
      <table className={css.table} data-folded={folded.length > 0 || undefined}>
        <caption className="for-readers">{caption}</caption>
        <Head {...props} />
        <tbody>
          {bones === undefined
            ? rows.map((row) => <Line key={keyOf(row)} row={row} {...props} />)
            : Array.from({ length: bones }, (_, index) => (
                <BoneRow columns={columns} hasBox={check !== undefined} key={index} />
              ))}
        </tbody>
        {hasFoot && bones === undefined && rows.length > 0 && <Foot {...props} />}
      </table>
    </section>
  );
}

/**
 * Columns of a folded row: the first, those that are marked and the sorted one, else the last number; what stands under the first
 * one; and the rest.
 */
export function foldedColumns<Row>({ columns, sort }: Pick<TableProps<Row>, 'columns' | 'sort'>) {
  const [first, ...others] = columns;
  const isSorted = (column: Column<Row>) => sortedBy(column, sort) !== undefined;
  const under = others.filter((column) => column.onPhone === 'under' && !isSorted(column));
  const beside = others.filter((column) => !under.includes(column));
  const marked = beside.filter((column) => column.onPhone || isSorted(column));
  const last = beside.findLast(({ isNumber }) => isNumber) ?? beside[0];
  const chosen = marked.length > 0 ? marked : beside.filter((column) => column === last);
  const shown = columns.filter((column) => column === first || chosen.includes(column));
  return { columns: shown, under, folded: beside.filter((column) => !shown.includes(column)) };
}

/** Props of a table with the columns that stand under the first one, and those that its rows unfold to. */
export interface Folded<Row> extends TableProps<Row> {
  readonly under: readonly Column<Row>[];
  readonly folded: readonly Column<Row>[];
}

function Head<Row>({ columns, folded, check, checkAll, sort, onSort }: Folded<Row>) {
  return (
    <thead>
      <tr>
        {check && <td className={`${css.head} ${css.box}`}>{checkAll}</td>}
        {columns.map((column) =>
          column.label === '' ? (
            <td className={css.head} key={column.name} />
          ) : (
            <th
              aria-sort={sortedBy(column, sort)}
              className={css.head}
              data-number={column.isNumber || undefined}
              key={column.name}
              scope="col"
            >
              {column.aside && <span className={css.aside}>{column.aside}</span>}
              {column.sort !== undefined && onSort ? (
                <button className={css.sort} onClick={() => onSort(nextSort(column.sort ?? '', sort))} type="button">
                  {column.label}
                  <SortMark state={sortedBy(column, sort)} />
                </button>
              ) : (
                column.label
              )}
            </th>
          ),
        )}
        {folded.length > 0 && <td className={css.head} />}
      </tr>
    </thead>
  );
}

const SortMark = ({ state }: { readonly state: 'ascending' | 'descending' | undefined }) =>
  state ? <Icon name={state === 'descending' ? 'arrowDown' : 'arrowUp'} size={13} /> : null;

function sortedBy<Row>({ sort: own }: Column<Row>, sort: string | undefined) {
  if (own === undefined || sort === undefined) return undefined;
  if (sort === own) return 'ascending';
  return sort === `-${own}` ? 'descending' : undefined;
}

/** Falling first, then rising, then as the list is by itself. */
export function nextSort(own: string, sort: string | undefined): string {
  if (sort === `-${own}`) return own;
  return sort === own ? '' : `-${own}`;
}

function Foot<Row>({ columns, folded, check, totalLabel }: Folded<Row>) {
  return (
    <tfoot>
      <tr>
        {check && <td className={css.foot} />}
        {columns.map((column, index) => (
          <td className={css.foot} data-number={column.isNumber || undefined} key={column.name}>
            {index === 0 ? (column.foot ?? totalLabel) : column.foot}
          </td>
        ))}
        {folded.length > 0 && <td className={css.foot} />}
      </tr>
    </tfoot>
  );
}

function BoneRow<Row>({ columns, hasBox }: { readonly columns: readonly Column<Row>[]; readonly hasBox: boolean }) {
  return (
    <tr className={css.row}>
      {hasBox && <td className={css.box} />}
      {columns.map(({ name, isNumber }, index) => (
        <td className={css.cell} data-number={isNumber || undefined} key={name}>
          <Bone width={index === 0 ? 18 : 7} />
        </td>
      ))}
    </tr>
  );
}
