import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react';
import type { ChartLine } from '../../kit/chart/scales.ts';
import { Swatch } from '../../kit/chart/strokes.tsx';
import { announce } from '../../shell/announce.tsx';
import { useWords } from '../../words/words.tsx';
import css from '../reports.module.css';
import { type Hidden, isolated, shownOf, toggled } from './shown-lines.ts';

/** A line of a chart in its legend. */
export interface LegendLine {
  readonly id: string;
  readonly name: string;
  readonly tone: ChartLine['tone'];
  readonly total?: string;
  /** Beside the entry: the menu of the line. */
  readonly menu?: ReactNode;
}

interface LegendProps {
  readonly lines: readonly LegendLine[];
  readonly hidden: Hidden;
  readonly onHide: (hidden: Hidden) => void;
  readonly kind: 'ranges' | 'segments';
}

/** The lines of a chart: a press hides one or shows it again; a long or double press, or Shift and a press, shows only it. */
export function Legend({ lines, hidden, onHide, kind }: LegendProps) {
  const { legend } = useWords().report;
  const help = useId();
  const ids = lines.map(({ id }) => id);
  const change = (next: Hidden, { id, name }: LegendLine) => {
    onHide(next);
    announce(legend.lines[shownOf(ids, next, id)](name));
  };
  return (
    <>
      <ul aria-label={legend.label} className={css[kind]}>
        {lines.map((line) => (
          <Entry
            help={help}
            isHidden={hidden.has(line.id)}
            key={line.id}
            line={line}
            onIsolate={() => change(isolated(ids, hidden, line.id), line)}
            onToggle={() => change(toggled(ids, hidden, line.id), line)}
          />
        ))}
      </ul>
      <p className="for-readers" id={help}>
        {legend.help}
      </p>
    </>
  );
}

interface EntryProps {
  readonly line: LegendLine;
  readonly isHidden: boolean;
  readonly help: string;
  readonly onToggle: () => void;
  readonly onIsolate: () => void;
}

function Entry({ line: { name, tone, total, menu }, isHidden, help, onToggle, onIsolate }: EntryProps) {
  const { legend } = useWords().report;
  const presses = usePresses(onToggle, onIsolate);
  return (
    <li className={css.legendLine}>
      <button
        {...presses}
        aria-describedby={help}
        aria-label={isHidden ? legend.show(name) : legend.hide(name)}
        className={css.legendEntry}
        data-hidden={isHidden || undefined}
        type="button"
      >
        <Swatch tone={tone} />
        <span className={css.legendName}>{name}</span>
        {total !== undefined && <strong>{total}</strong>}
      </button>
      {menu}
    </li>
  );
}

/** Milliseconds from which a press is a long one. */
const LONG = 500;

/** What a button does when it is pressed: shortly, or long, twice, or with Shift or Alt. */
function usePresses(onShort: () => void, onLong: () => void) {
  const timer = useRef<number>(undefined);
  const isOver = useRef(false);
  const stop = () => window.clearTimeout(timer.current);
  return {
    onPointerDown: ({ button }: PointerEvent) => {
      stop();
      isOver.current = false;
      if (button !== 0) return;
      timer.current = window.setTimeout(() => {
        isOver.current = true;
        onLong();
      }, LONG);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // A long press on a touch screen opens the menu of the browser.
    onContextMenu: (event: MouseEvent) => isOver.current && event.preventDefault(),
    onClick: ({ altKey, shiftKey }: MouseEvent) => {
      if (isOver.current) isOver.current = false;
      else if (altKey || shiftKey) onLong();
      else onShort();
    },
    onDoubleClick: onLong,
    onKeyDown: (event: KeyboardEvent) => {
      isOver.current = false;
      if (event.key !== 'Enter' || !(event.altKey || event.shiftKey)) return;
      event.preventDefault();
      onLong();
    },
  };
}
