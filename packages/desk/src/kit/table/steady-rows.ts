import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface SteadyOptions<Row> {
  /** What the rows are the answer to; undefined while they belong to the question before. */
  readonly question: string | undefined;
  readonly keyOf: (row: Row) => string;
  /** Another page than the first is shown. */
  readonly isPaged: boolean;
}

interface SteadyRows<Row> {
  /** The rows in the order of the reader, with their present values. */
  readonly rows: readonly Row[] | undefined;
  /** Rows that came since. */
  readonly newer: number;
  readonly showNewer: () => void;
  /** The part that is watched for pointer, focus and scroll. */
  readonly place: RefObject<HTMLDivElement | null>;
}

/** Keeps rows where they are while a reader is in the list: changed values appear in place, newer rows only when asked for. */
export function useSteadyRows<Row>(
  rows: readonly Row[] | undefined,
  { question, keyOf, isPaged }: SteadyOptions<Row>,
): SteadyRows<Row> {
  const place = useRef<HTMLDivElement>(null);
  const [kept, setKept] = useState({ question, rows });
  const isOther = kept.question !== question || kept.rows === undefined;
  // While it renders: an effect would render all rows twice.
  if (isOther && question !== undefined && rows !== undefined) setKept({ question, rows });
  useLayoutEffect(() => {
    if (question === undefined || isOther || kept.rows === rows) return;
    if (!(isPaged || isInUse(place.current))) setKept({ question, rows });
  }, [rows, question]);
  if (isOther || rows === undefined || kept.rows === undefined) {
    return { rows, newer: 0, showNewer: () => undefined, place };
  }
  const present = new Map(rows.map((row) => [keyOf(row), row]));
  const known = new Set(kept.rows.map(keyOf));
  return {
    rows: kept.rows.map((row) => present.get(keyOf(row)) ?? row),
    newer: rows.filter((row) => !known.has(keyOf(row))).length,
    showNewer: () => setKept({ question, rows }),
    place,
  };
}

/** Whether a reader points at the list, has the focus in it, or scrolled down in it. */
function isInUse(list: HTMLElement | null): boolean {
  if (list === null) return false;
  return list.matches(':hover') || list.contains(document.activeElement) || list.getBoundingClientRect().top < 0;
}
