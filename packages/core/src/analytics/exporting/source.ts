import type { AllKeys, Key } from '../engine/pinned.ts';
import type { Filter } from '../filters.ts';
import type { PrintedReport, PublishedRow } from '../printed/column.ts';
import type { LinkedCall } from '../published/linked-call.ts';
import type { ReportPorts } from '../report-ports.ts';
import type { ReportList } from '../use-cases/report-list.ts';
import type { ReportListInput } from '../use-cases/run-list.ts';

/** Rows of one export page: by key, or by page of intervals. */
export type ExportPart = { readonly keys: readonly Key[] } | { readonly page: number; readonly perPage: number };

/** Export of one report: row count, keys and rows. */
export interface ExportSource {
  /** Title shown in the mail. */
  readonly title: string;
  readonly printed: PrintedReport;
  readonly filters: Readonly<Record<string, Filter>>;
  /** Whether a default range applies. */
  readonly isDated: boolean;
  count(ports: ReportPorts, question: ReportListInput): Promise<number>;
  /** Keys of all rows in order, from one snapshot; absent if the set of rows is fixed. */
  keys?(ports: ReportPorts, question: ReportListInput): Promise<AllKeys>;
  /** Whether rows without keys are sorted by changing values; then all rows are read as one page. */
  isWhole?(question: ReportListInput): boolean;
  rows(ports: ReportPorts, question: ReportListInput, part: ExportPart): Promise<readonly PublishedRow[]>;
}

/** Parameters of `listSource`. */
interface Listed<E, I extends ReportListInput> extends Pick<ExportSource, 'title' | 'printed' | 'filters' | 'isDated'> {
  readonly list: ReportList<I, E>;
  readonly present: (entry: E, call: LinkedCall) => object;
  readonly keys: (ports: ReportPorts, question: I) => Promise<AllKeys>;
  /** Columns of related rows used by the file, if far fewer than all. */
  readonly only?: ReportListInput['only'];
}

/** Exports contain no links. */
const nowhere = { around: { baseUrl: '', link: (path: string) => path } };

/** Builds the export source of a list report. */
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
