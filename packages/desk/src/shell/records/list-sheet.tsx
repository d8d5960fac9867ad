import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Sheet } from '../../kit/bits.tsx';
import { NewerRows } from '../../kit/table/parts.tsx';
import { useSteadyRows } from '../../kit/table/steady-rows.ts';
import { Table, type TableProps } from '../../kit/table/table.tsx';
import { useWords } from '../../words/words.tsx';
import { Failure } from '../failure.tsx';

interface ListSheetProps<Row> {
  readonly query: Pick<UseQueryResult, 'error' | 'refetch' | 'isPlaceholderData'>;
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly table: Omit<TableProps<Row>, 'rows' | 'bones' | 'question' | 'folds'>;
  /** What the list is asked for: search, filters, page. */
  readonly asked: unknown;
  /** Another page than the first is shown. */
  readonly isPaged?: boolean;
  /** Rows of bones at the first load. */
  readonly bones: number;
  /** In place of a table without rows. */
  readonly empty: ReactNode;
  readonly title?: ReactNode;
  readonly detail?: ReactNode;
  /** Under the table: its pages. */
  readonly children?: ReactNode;
}

/** A list with its states: first load, empty, failed, being asked again. */
export function ListSheet<Row>(props: ListSheetProps<Row>) {
  const { query, table, bones, empty, title, detail, children, isPaged = false } = props;
  const { table: words } = useWords().report;
  const question = query.isPlaceholderData ? undefined : JSON.stringify(props.asked);
  const { rows, newer, showNewer, place } = useSteadyRows(props.rows, { question, keyOf: table.keyOf, isPaged });
  const { error, refetch, isPlaceholderData } = query;
  if (error) return <Failure error={error} retry={refetch} />;
  return (
    <Sheet detail={detail} flush title={title}>
      {rows?.length === 0 ? (
        empty
      ) : (
        <div aria-busy={isPlaceholderData} ref={place}>
          {newer > 0 && <NewerRows label={words.showNewer} onShow={showNewer} text={words.newer(newer)} />}
          <Table {...table} bones={rows ? undefined : bones} folds={words.more} question={question} rows={rows ?? []} />
        </div>
      )}
      {children}
    </Sheet>
  );
}
