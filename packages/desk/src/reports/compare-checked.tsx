import { type ReactNode, useState } from 'react';
import type { ReportRow } from '../data/answers.ts';
import type { ReportDeclaration } from '../data/reports.ts';
import { Button } from '../kit/button.tsx';
import { TablePart } from '../kit/table/parts.tsx';
import type { Looking } from '../looks/look-tools.tsx';
import { useWords } from '../words/words.tsx';
import { rowFilterOf } from './previous-values.tsx';
import { MOST_COMPARED } from './segments.ts';

interface Checking {
  /** The box of a row; undefined where rows cannot be compared. */
  readonly check: ((row: ReportRow) => ReactNode) | undefined;
  /** Above the table, once a row is checked. */
  readonly bar: ReactNode;
}

/** Rows that are checked become the lines of the chart: the report is filtered by them, and broken down into them. */
export function useCompareChecked(
  report: ReportDeclaration,
  { look, set }: Looking,
  nameOf: (row: ReportRow) => string,
): Checking {
  const { report: words, action } = useWords();
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const named = rowFilterOf(report);
  const segment = report.stats?.segments.find(({ name }) => name === named?.filter.subject || name === named?.key);
  if (!named || !segment || segment.needs !== null || !report.stats?.intervals)
    return { check: undefined, bar: undefined };
  const { filter, key } = named;
  const toggle = (id: string, isChecked: boolean) =>
    setChecked(new Set(isChecked ? [...checked, id] : [...checked].filter((each) => each !== id)));
  const compare = () => {
    const others = look.conditions.filter(({ subject }) => subject !== filter.subject);
    set({
      conditions: [...others, { subject: filter.subject, side: 'is', values: [...checked] }],
      cut: segment.name,
      match: 'all',
    });
    setChecked(new Set());
  };
  return {
    check: (row) => {
      const id = String(row[key]);
      return (
        <input
          aria-label={words.table.choose(nameOf(row))}
          checked={checked.has(id)}
          disabled={!checked.has(id) && checked.size >= MOST_COMPARED}
          onChange={({ target }) => toggle(id, target.checked)}
          type="checkbox"
        />
      );
    },
    bar: checked.size > 0 && (
      <TablePart>
        <span>{words.table.chosen(checked.size)}</span>
        <Button disabled={checked.size < 2} kind="main" onClick={compare}>
          {words.table.compareChosen}
        </Button>
        <Button kind="quiet" onClick={() => setChecked(new Set())}>
          {action.cancel}
        </Button>
      </TablePart>
    ),
  };
}
