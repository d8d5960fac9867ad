import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { useWords } from '../../words/words.tsx';
import { useLastPage } from '../links.tsx';
import css from './records.module.css';

interface ListPagerProps {
  readonly page: number;
  /** Undefined until it is known. */
  readonly total: number | undefined;
  readonly perPage: number;
  /** Whether `total` is that of another question, whose answer stays on the screen for now. */
  readonly isStale?: boolean;
  /** `replace`: where the page of the address is after the last one. */
  readonly onPage: (page: number, options?: { readonly replace: boolean }) => void;
}

/** Moves through the pages of a list whose total is known. */
export function ListPager({ page, total, perPage, isStale = false, onPage }: ListPagerProps) {
  const { action, report } = useWords();
  const last = Math.max(1, Math.ceil((total ?? 0) / perPage));
  useLastPage(page, total === undefined || isStale ? undefined : last, (end) => onPage(end, { replace: true }));
  return (
    <Pager
      last={last}
      nextLabel={action.next}
      onPage={onPage}
      page={page}
      previousLabel={action.previous}
      text={report.table.page(page, last)}
    />
  );
}

/** Rows of a page of a list that is held whole. */
const PART = 100;

interface Parts<Row> {
  readonly rows: readonly Row[];
  readonly page: number;
  readonly total: number;
  readonly set: (page: number) => void;
}

/** Cuts a long list into pages in the browser. */
export function usePages<Row>(all: readonly Row[]): Parts<Row> {
  const [wanted, set] = useState(1);
  const page = Math.min(wanted, Math.max(1, Math.ceil(all.length / PART)));
  return { rows: all.slice((page - 1) * PART, page * PART), page, total: all.length, set };
}

/** Moves through the pages of a list that is held whole. */
export const PartPager = ({ pages: { page, total, set } }: { readonly pages: Omit<Parts<unknown>, 'rows'> }) => (
  <ListPager onPage={set} page={page} perPage={PART} total={total} />
);

interface OlderPagesProps {
  /** Ids of the last entries of the pages before this one. */
  readonly befores: readonly number[];
  /** Id of the last entry of this page where an older one may follow. */
  readonly oldest: number | undefined;
  readonly onMove: (befores: readonly number[]) => void;
  readonly newestLabel: string;
  readonly olderLabel: string;
}

/** Moves through a list that is read back in time. */
export const OlderPages = ({ befores, oldest, onMove, newestLabel, olderLabel }: OlderPagesProps) => (
  <div className={`${css.pages} not-printed`}>
    {befores.length > 0 && <Button onClick={() => onMove([])}>{newestLabel}</Button>}
    {oldest !== undefined && <Button onClick={() => onMove([...befores, oldest])}>{olderLabel}</Button>}
  </div>
);
