import type { Report } from '../definition.ts';
import type { PublishedRow } from '../printed/column.ts';
import { presentStats } from '../published/stats-presenters.ts';
import type { StatsReport } from '../stats.ts';
import { type ReportListInput, type ReportStatsInput, runStats } from '../use-cases/report-reading.ts';
import type { ExportSource } from './source.ts';

const isInTime = ({ sorts }: StatsReport, { orderBy = 'date' }: ReportListInput): boolean =>
  ['date', 'nothing'].includes(sorts[orderBy] ?? 'date');

/** Builds the export source of the intervals of a report. They follow from the calendar, so the export needs no keys. */
export const intervalSource = (
  declared: StatsReport,
  { title, printed }: Pick<Report, 'title' | 'printed'>,
): ExportSource => ({
  title,
  printed,
  filters: declared.filters,
  isDated: true,
  isWhole: (question) => !isInTime(declared, question),
  async count(ports, question) {
    const { total } = await runStats(ports, declared, { ...(question as ReportStatsInput), page: 1, perPage: 1 });
    return total;
  },
  async rows(ports, question, part) {
    const page = 'page' in part ? part : { page: 1, perPage: 1 };
    const envelope = await runStats(ports, declared, { ...(question as ReportStatsInput), ...page });
    return (presentStats(envelope, false) as { readonly intervals: readonly PublishedRow[] }).intervals;
  },
});
