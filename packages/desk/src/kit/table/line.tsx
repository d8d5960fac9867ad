import { Fragment, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { IconButton } from '../button.tsx';
import { useGlows } from '../glow.ts';
import { Branch } from './branch.tsx';
import css from './table.module.css';
import type { Column, Folded } from './table.tsx';

interface LineProps<Row> extends Folded<Row> {
  readonly row: Row;
}

/** One row, and what it unfolds to. */
export function Line<Row>({
  row,
  columns,
  under,
  folded,
  nesting,
  check,
  folds,
  onOpen,
  onAim,
  question,
}: LineProps<Row>) {
  const [isUnfolded, setUnfolded] = useState(false);
  const id = useId();
  const glowOf = useGlows(question);
  const cellOf = ({ name, value, isNumber }: Column<Row>) => ({
    className: `${css.cell} ${glowOf(name, value?.(row))}`,
    'data-number': isNumber || undefined,
  });
  const [first, ...others] = columns;
  const head = first && (
    <>
      {contentOf(first, row)}
      {under.length > 0 && <Under columns={under} row={row} />}
    </>
  );
  return (
    <>
      <tr
        className={css.row}
        data-level={nesting?.of(row).level}
        data-opens={onOpen !== undefined || undefined}
        onClick={(event) => onOpen && !isControl(event.target) && onOpen(row)}
        onFocus={() => onAim?.(row)}
        onKeyDown={(event) => onOpen && press(event, () => onOpen(row))}
        onPointerEnter={() => onAim?.(row)}
        tabIndex={onOpen ? 0 : undefined}
      >
        {check && <td className={css.box}>{check(row)}</td>}
        {first && (
          <th {...cellOf(first)} scope="row">
            {nesting ? (
              <Branch {...nesting.of(row)} label={nesting.labelOf(row)} onToggle={() => nesting.onToggle(row)}>
                {head}
              </Branch>
            ) : (
              head
            )}
          </th>
        )}
        {others.map((column) => (
          <td {...cellOf(column)} key={column.name}>
            {contentOf(column, row)}
          </td>
        ))}
        {folded.length > 0 && (
          <td className={css.fold}>
            <IconButton
              aria-controls={isUnfolded ? id : undefined}
              aria-expanded={isUnfolded}
              icon={isUnfolded ? 'up' : 'down'}
              label={folds ?? ''}
              onClick={() => setUnfolded(!isUnfolded)}
            />
          </td>
        )}
      </tr>
      {isUnfolded && folded.length > 0 && (
        <Unfolded columns={folded} id={id} row={row} span={columns.length + 1 + (check ? 1 : 0)} />
      )}
    </>
  );
}

interface UnfoldedProps<Row> extends UnderProps<Row> {
  readonly id: string;
  /** Columns of the table that it spans. */
  readonly span: number;
}

const Unfolded = <Row,>({ columns, row, id, span }: UnfoldedProps<Row>) => (
  <tr className={css.row} id={id}>
    <td className={css.unfolded} colSpan={span}>
      <dl className={css.values}>
        {columns.map((column) => (
          <Fragment key={column.name}>
            <dt>{column.label}</dt>
            <dd>{column.cell(row)}</dd>
          </Fragment>
        ))}
      </dl>
    </td>
  </tr>
);

/** Content of a cell. Cells are not components: a table has hundreds, and most change with each question. */
const contentOf = <Row,>({ bar, cell }: Column<Row>, row: Row): ReactNode =>
  bar ? <Bar part={bar(row)}>{cell(row)}</Bar> : cell(row);

interface UnderProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
}

const Under = <Row,>({ columns, row }: UnderProps<Row>) => (
  <small className={css.under}>
    {columns.map(({ name, cell }) => (
      <span key={name}>{cell(row)}</span>
    ))}
  </small>
);

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, select, label') !== null;

/** The next row that takes the focus, past what is unfolded. */
function nextRow(row: Element, direction: 'nextElementSibling' | 'previousElementSibling'): Element | null {
  const next = row[direction];
  return next === null || next.hasAttribute('tabindex') ? next : nextRow(next, direction);
}

function press(event: KeyboardEvent<HTMLTableRowElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return;
  const { currentTarget: row, key } = event;
  const isDown = key === 'j' || key === 'ArrowDown';
  const isUp = key === 'k' || key === 'ArrowUp';
  if (isDown || isUp) {
    const next = nextRow(row, isDown ? 'nextElementSibling' : 'previousElementSibling');
    if (next instanceof HTMLElement) next.focus();
  } else if (key === 'Enter') open();
  else return;
  event.preventDefault();
}

const Bar = ({ part, children }: { readonly part: number; readonly children: ReactNode }) => (
  <span className={css.barred}>
    <span className={css.bar} style={{ inlineSize: `${Math.max(0, Math.min(1, part)) * 4.5}rem` }} />
    <strong>{children}</strong>
  </span>
);
