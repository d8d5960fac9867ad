import { type KeyboardEvent, useState } from 'react';
import { Button } from '../button.tsx';
import { useNarrow } from '../narrow.ts';
import { Branch } from './branch.tsx';
import css from './table.module.css';
import type { Column } from './table.tsx';
import type { ShownRow, TreeEntry } from './tree.ts';

interface TreeTableProps<Row extends TreeEntry> {
  /** Accessible name of the table. */
  readonly caption: string;
  /** The first one has the names, indented by level; on a phone the others are shown where they are marked. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly ShownRow<Row>[];
  readonly onToggle: (row: Row, isOpen: boolean) => void;
  readonly onChoose: (row: Row) => void;
  /** Labels of the buttons before a name, and of the one under the rows. */
  readonly labels: { readonly open: string; readonly close: string; readonly more: (n: number) => string };
}

/** Rows that are made at once: more of them would freeze a phone. */
const PORTION = 200;

/** A table whose rows fold, with the keys of a tree: arrows move, open and close, Enter chooses. */
export function TreeTable<Row extends TreeEntry>(props: TreeTableProps<Row>) {
  const { caption, rows, labels } = props;
  const isNarrow = useNarrow();
  const columns = props.columns.filter(({ onPhone }, index) => index === 0 || !isNarrow || onPhone);
  const [portions, setPortions] = useState(1);
  const [current, setCurrent] = useState<number>();
  const shown = rows.slice(0, portions * PORTION);
  const focused = shown.some(({ row }) => row.id === current) ? current : shown[0]?.row.id;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its place is scrolled by keys.
    <section aria-label={caption} className={css.frame} tabIndex={0}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree of rows is a table with other keys. */}
      <table aria-label={caption} className={css.table} role="treegrid">
        <thead>
          <tr>
            {columns.map(({ name, label, isNumber }) =>
              label === '' ? (
                <td className={css.head} key={name} />
              ) : (
                <th className={css.head} data-number={isNumber || undefined} key={name} scope="col">
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((each) => (
            <TreeLine
              isCurrent={each.row.id === focused}
              key={each.row.id}
              onFocus={() => setCurrent(each.row.id)}
              shown={each}
              table={{ ...props, columns }}
            />
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && (
        <div className={css.part}>
          <Button onClick={() => setPortions(portions + 1)}>{labels.more(rows.length - shown.length)}</Button>
        </div>
      )}
    </section>
  );
}

interface LineProps<Row extends TreeEntry> {
  readonly shown: ShownRow<Row>;
  readonly table: TreeTableProps<Row>;
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
}

function TreeLine<Row extends TreeEntry>({ shown, table, isCurrent, onFocus }: LineProps<Row>) {
  const { columns, labels, onToggle, onChoose } = table;
  const { row, level, place, siblings, hasChildren, isOpen } = shown;
  const [first, ...others] = columns;
  return (
    <tr
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      className={css.row}
      data-opens
      onClick={({ target }) => !isControl(target) && onChoose(row)}
      onFocus={onFocus}
      onKeyDown={(event) => press(event, shown, table)}
      tabIndex={isCurrent ? 0 : -1}
    >
      <th className={css.cell} scope="row">
        <Branch
          {...{ level, hasChildren, isOpen }}
          isTabbed={false}
          label={`${isOpen ? labels.close : labels.open}: ${row.name}`}
          onToggle={() => onToggle(row, !isOpen)}
        >
          {first?.cell(row)}
        </Branch>
      </th>
      {others.map((column) => (
        <td className={css.cell} data-number={column.isNumber || undefined} key={column.name}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, select, label') !== null;

/** Arrows along the line of reading open, against it they close. */
function press<Row extends TreeEntry>(
  event: KeyboardEvent<HTMLTableRowElement>,
  { row, level, hasChildren, isOpen }: ShownRow<Row>,
  { onToggle, onChoose }: TreeTableProps<Row>,
): void {
  const { currentTarget: line, key } = event;
  if (event.target !== line || event.altKey || event.ctrlKey || event.metaKey) return;
  const isTurned = getComputedStyle(line).direction === 'rtl';
  const isAlong = key === (isTurned ? 'ArrowLeft' : 'ArrowRight');
  const isAgainst = key === (isTurned ? 'ArrowRight' : 'ArrowLeft');
  const isDown = key === 'ArrowDown' || key === 'j';
  if (isDown || key === 'ArrowUp' || key === 'k') focus(isDown ? line.nextElementSibling : line.previousElementSibling);
  else if (key === 'Home' || key === 'End')
    focus(line.parentElement?.[key === 'Home' ? 'firstElementChild' : 'lastElementChild']);
  else if (isAlong && hasChildren) isOpen ? focus(line.nextElementSibling) : onToggle(row, true);
  else if (isAgainst) isOpen ? onToggle(row, false) : focus(lineAbove(line, level));
  else if (key === 'Enter') onChoose(row);
  else return;
  event.preventDefault();
}

const focus = (line: Element | null | undefined): void => {
  if (line instanceof HTMLElement) line.focus();
};

/** The row above that is one level higher. */
function lineAbove(line: Element, level: number): Element | null {
  let above = line.previousElementSibling;
  while (above && Number(above.getAttribute('aria-level')) >= level) above = above.previousElementSibling;
  return above;
}
