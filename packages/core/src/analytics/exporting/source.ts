import { hasGroups, type Report, type ReportRows } from '../definition.ts';
import type { AllKeys, Key } from '../engine/row-keys.ts';
import type { Filter } from '../plan.ts';
import type { PrintedReport, PublishedRow } from '../printed/column.ts';
import type { ReportPorts } from '../report-ports.ts';
import { keysOf, type ReportListInput } from '../use-cases/report-reading.ts';

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

/** Exports contain no links. */
const nowhere = { around: { baseUrl: '', link: (path: string) => path } };

/** Builds the export source of the rows of a report. */
export function listSource(
  {
    declared,
    read,
    keys = (ports, question) => keysOf(ports, declared, question),
    present,
    only = {},
  }: ReportRows<never, ReportListInput>,
  { title, printed }: Pick<Report, 'title' | 'printed'>,
): ExportSource {
  return {
    title,
    printed,
    filters: declared.filters,
    isDated: hasGroups(declared) || declared.isDated,
    count: async (ports, question) => (await read.query(ports, { ...question, page: 1, perPage: 0 })).total,
    keys,
    async rows(ports, question, part) {
      const pinned = 'keys' in part ? part.keys : [];
      const asked = { ...question, pinned, page: 1, perPage: pinned.length, wants: ['extended_info'], only };
      const { entries } = await read.query(ports, asked);
      return entries.map((entry) => present(entry, nowhere) as PublishedRow);
    },
  };
}
