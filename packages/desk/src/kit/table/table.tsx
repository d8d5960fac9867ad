import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Bone } from '../bits.tsx';
import { Icon } from '../icon.tsx';
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
  readonly totalLabel?: string;
  /** Rows of bones in place of rows, at the first load. */
  readonly bones?: number | undefined;
}

/** Rows of a list. Sorting and paging happen on the server; `j`, `k` and Enter go through the rows. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, check, bones } = props;
  const hasFoot = columns.some(({ foot }) => foot !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its place is scrolled by keys.
    <section aria-label={caption} className={css.frame} tabIndex={0}>
      <table className={css.table}>
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

function Head<Row>({ columns, check, sort, onSort }: TableProps<Row>) {
  return (
    <thead>
      <tr>
        {check && <td className={css.box} />}
        {columns.map((column) => (
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
        ))}
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

function Line<Row>({ row, columns, check, onOpen, onAim }: TableProps<Row> & { readonly row: Row }) {
  const line = useRef<HTMLTableRowElement>(null);
  return (
    <tr
      className={css.row}
      data-opens={onOpen !== undefined || undefined}
      onClick={(event) => onOpen && !isControl(event.target) && onOpen(row)}
      onFocus={() => onAim?.(row)}
      onKeyDown={(event) => onOpen && press(event, () => onOpen(row))}
      onPointerEnter={() => onAim?.(row)}
      ref={line}
      tabIndex={onOpen ? 0 : undefined}
    >
      {check && <td className={css.box}>{check(row)}</td>}
      {columns.map((column, index) => {
        const Cell = index === 0 ? 'th' : 'td';
        return (
          <Cell
            className={css.cell}
            data-number={column.isNumber || undefined}
            key={column.name}
            scope={index === 0 ? 'row' : undefined}
          >
            {column.bar ? <Bar part={column.bar(row)}>{column.cell(row)}</Bar> : column.cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, select, label') !== null;

function press(event: KeyboardEvent<HTMLTableRowElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return;
  const { currentTarget: row } = event;
  const next = {
    j: row.nextElementSibling,
    ArrowDown: row.nextElementSibling,
    k: row.previousElementSibling,
    ArrowUp: row.previousElementSibling,
  }[event.key];
  if (next instanceof HTMLElement) next.focus();
  else if (event.key === 'Enter') open();
  else return;
  event.preventDefault();
}

const Bar = ({ part, children }: { readonly part: number; readonly children: ReactNode }) => (
  <span className={css.barred}>
    <span className={css.bar} style={{ inlineSize: `${Math.max(0, Math.min(1, part)) * 4.5}rem` }} />
    <strong>{children}</strong>
  </span>
);

function Foot<Row>({ columns, check, totalLabel }: TableProps<Row>) {
  return (
    <tfoot>
      <tr>
        {check && <td className={css.box} />}
        {columns.map((column, index) => (
          <td className={css.foot} data-number={column.isNumber || undefined} key={column.name}>
            {index === 0 ? (column.foot ?? totalLabel) : column.foot}
          </td>
        ))}
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
