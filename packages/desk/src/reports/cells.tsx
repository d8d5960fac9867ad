import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ReportRow } from '../data/answers.ts';
import { namesQuery } from '../data/names.ts';
import type { ColumnDeclaration } from '../data/reports.ts';
import { Bone, Pill } from '../kit/bits.tsx';
import { shownValue, textAt, valueAt } from '../looks/rows.ts';
import { ScreenLink, useRecordPath } from '../shell/links.tsx';
import { ClockTime } from '../shell/records/when.tsx';
import { statusTone } from '../shell/status.ts';
import type { Unit } from '../words/intl.ts';
import { useFormats, useWords } from '../words/words.tsx';
import css from './reports.module.css';

/** Units of numbers, which stand at the end of a cell. */
export const isNumeric = (unit: Unit): boolean => ['money', 'count', 'average', 'percent'].includes(unit);

interface CellProps {
  readonly row: ReportRow;
  readonly column: ColumnDeclaration;
}

/** A value of a row by its unit; a unit that is not known is a text. */
export function ReportCell({ row, column }: CellProps) {
  const { unit, names, link } = column;
  const value = shownValue(row, column);
  if (value === null || value === undefined || value === '') return <span className={css.none}>–</span>;
  if (Array.isArray(value) && unit === 'count') return <CountCell value={value.length} />;
  if (names !== null) return <NamedCell column={column} ids={[value].flat().map(String)} />;
  if (unit === 'words' || Array.isArray(value)) return <WordsCell values={[value].flat().map(String)} />;
  if (link) return <LinkedCell column={column} row={row} />;
  return <PlainCell {...column} row={row} value={value} />;
}

const CountCell = ({ value }: { readonly value: number }) => useFormats().count(value);

function PlainCell({
  value,
  unit,
  row,
  path,
  more,
}: CellProps['column'] & { readonly value: unknown; readonly row: ReportRow }) {
  const formats = useFormats();
  const words = useWords();
  if (typeof value === 'number') return isNumeric(unit) ? formats.number(value, unit) : String(value);
  if (typeof value === 'boolean') return value ? words.report.yes : words.report.no;
  const text = String(value);
  switch (unit) {
    case 'day':
      return formats.day(text.slice(0, 10));
    case 'moment':
      return <ClockText text={text} />;
    case 'status':
      return <Pill tone={statusTone(text)}>{words.status[text] ?? text}</Pill>;
    default:
      return [path, ...more]
        .map((each) => textAt(row, each))
        .filter(Boolean)
        .join(' ');
  }
}

/** A moment on the clock of the shop, as the server wrote it. */
function ClockText({ text }: { readonly text: string }) {
  const date = text.slice(0, 10);
  const time = text.slice(11, 16);
  const day = useFormats().day(date);
  if (time === '') return <time dateTime={date}>{day}</time>;
  return <ClockTime date={date} dateTime={text.replace(' ', 'T')} long={`${day}, ${time}`} time={time} />;
}

function LinkedCell({ row, column }: CellProps): ReactNode {
  const { link } = column;
  const pathOf = useRecordPath();
  const id = link && textAt(row, link.id);
  const to = link && id ? pathOf(link.to, id, link.parent === null ? '' : textAt(row, link.parent)) : undefined;
  const text = <PlainCell {...column} row={row} value={valueAt(row, column.path)} />;
  return to === undefined ? text : <ScreenLink to={to}>{text}</ScreenLink>;
}

function WordsCell({ values }: { readonly values: readonly string[] }) {
  const { count } = useFormats();
  const [first = '–', ...others] = values.filter(Boolean);
  if (others.length === 0) return first;
  return (
    <span title={values.join('\n')}>
      {first} <span className={css.more}>+{count(others.length)}</span>
    </span>
  );
}

function NamedCell({ column, ids }: { readonly column: ColumnDeclaration; readonly ids: readonly string[] }) {
  const { data, isLoading } = useQuery(namesQuery(column.names ?? '', ids));
  if (isLoading) return <Bone width={10} />;
  return <WordsCell values={ids.map((id) => data?.get(id) ?? id)} />;
}
