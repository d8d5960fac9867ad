import type { AllKeys, Key } from '../engine/pinned.ts';
import type { Filter } from '../filters.ts';
import type { PrintedReport, PublishedRow } from '../printed/column.ts';
import type { ReportPorts } from '../report-ports.ts';
import type { ReportList } from '../use-cases/report-list.ts';
import type { ReportListInput } from '../use-cases/run-list.ts';

/** Which rows a page of an export has: those of these keys, or so many of the intervals. */
export type ExportPart = { readonly keys: readonly Key[] } | { readonly page: number; readonly perPage: number };

/** A report as it is exported: how long it is, which rows it has, and some of them. */
export interface ExportSource {
  /** As people call it, and as the mail does. */
  readonly title: string;
  readonly printed: PrintedReport;
  readonly filters: Readonly<Record<string, Filter>>;
  /** Whether it is cut to a range even where none is asked for. */
  readonly isDated: boolean;
  count(ports: ReportPorts, question: ReportListInput): Promise<number>;
  /** The keys of all rows in their order, all of one moment; absent where rows neither come nor go nor change places. */
  keys?(ports: ReportPorts, question: ReportListInput): Promise<AllKeys>;
  /** Whether the order of rows hangs on numbers that change, and there are no keys: then all of them are one page. */
  isWhole?(question: ReportListInput): boolean;
  rows(ports: ReportPorts, question: ReportListInput, part: ExportPart): Promise<readonly PublishedRow[]>;
}

/** What a list has of its own. */
interface Listed<E, I extends ReportListInput> extends Pick<ExportSource, 'title' | 'printed' | 'filters' | 'isDated'> {
  readonly list: ReportList<I, E>;
  readonly present: (entry: E, call: { readonly around: { link(path: string): string } }) => object;
  readonly keys: (ports: ReportPorts, question: I) => Promise<AllKeys>;
  /** What the file tells of what stands beside the rows, where that is much less than all. */
  readonly only?: ReportListInput['only'];
}

/** Exports contain no links. */
const nowhere = { around: { link: (path: string) => path } };

/** The export of a list, made of what its report uses. */
export function listSource<E, I extends ReportListInput>({
  list,
  present,
  keys,
  only = {},
  ...more
}: Listed<E, I>): ExportSource {
  const ask = (ports: ReportPorts, question: object) => list.query(ports, question as I);
  return {
    ...more,
    count: async (ports, question) => (await ask(ports, { ...question, page: 1, perPage: 0 })).total,
    keys: (ports, question) => keys(ports, question as I),
    async rows(ports, question, part) {
      const pinned = 'keys' in part ? part.keys : [];
      const asked = { ...question, pinned, page: 1, perPage: pinned.length, wants: ['extended_info'], only };
      const { entries } = await ask(ports, asked);
      return entries.map((entry) => present(entry, nowhere) as PublishedRow);
    },
  };
}
