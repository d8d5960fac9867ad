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
import type { Words } from '../words/en.ts';
import type { Formats, Unit } from '../words/intl.ts';
import { useFormats } from '../words/words.tsx';
import css from './reports.module.css';

/** Units of numbers, which stand at the end of a cell. */
export const isNumeric = (unit: Unit): boolean => ['money', 'count', 'average', 'percent'].includes(unit);

interface CellProps {
  readonly row: ReportRow;
  readonly column: ColumnDeclaration;
}

interface Writers {
  readonly words: Words;
  readonly formats: Formats;
}

/** Content of a cell by the unit of its column; of an unknown unit a text. Texts cost less than components. */
export function cellContent(row: ReportRow, column: ColumnDeclaration, writers: Writers): ReactNode {
  const { unit, names, link } = column;
  const value = shownValue(row, column);
  if (value === null || value === undefined || value === '') return <span className={css.none}>–</span>;
  if (Array.isArray(value) && unit === 'count') return writers.formats.count(value.length);
  if (names !== null) return <NamedCell column={column} ids={[value].flat().map(String)} />;
  if (unit === 'words' || Array.isArray(value)) return <WordsCell values={[value].flat().map(String)} />;
  const plain = plainContent(row, column, writers);
  if (!link) return plain;
  return (
    <LinkedCell column={column} row={row}>
      {plain}
    </LinkedCell>
  );
}

function plainContent(row: ReportRow, { unit, path, more }: ColumnDeclaration, { words, formats }: Writers): ReactNode {
  const value = valueAt(row, path);
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

function LinkedCell({ row, column: { link }, children }: CellProps & { readonly children: ReactNode }): ReactNode {
  const pathOf = useRecordPath();
  const id = link && textAt(row, link.id);
  const to = link && id ? pathOf(link.to, id, link.parent === null ? '' : textAt(row, link.parent)) : undefined;
  return to === undefined ? children : <ScreenLink to={to}>{children}</ScreenLink>;
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
