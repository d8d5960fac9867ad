import { useQueryClient } from '@tanstack/react-query';
import type { ReportDeclaration } from '../data/reports.ts';
import { Pager } from '../kit/table/pager.tsx';
import { listQuery } from '../looks/asking.ts';
import type { Looking } from '../looks/look-tools.tsx';
import { useWords } from '../words/words.tsx';

interface ListPagesProps {
  readonly report: ReportDeclaration;
  readonly looking: Looking;
  readonly last: number;
  readonly turn: (page: number) => void;
}

/** The pages of the list; the next one is asked for when the pointer comes near. */
export function ListPages({ report, looking: { look, set, span }, last, turn }: ListPagesProps) {
  const words = useWords();
  const queries = useQueryClient();
  return (
    <Pager
      last={last}
      nextLabel={words.action.next}
      onAim={(page) =>
        page >= 1 && page <= last && void queries.prefetchQuery(listQuery(report, { ...look, page }, span))
      }
      onPage={turn}
      onPerPage={(per) => set({ per, page: 1 })}
      page={look.page}
      perPage={look.per}
      perPageLabel={words.report.table.perPage}
      previousLabel={words.action.previous}
      text={words.report.table.page(look.page, last)}
    />
  );
}
