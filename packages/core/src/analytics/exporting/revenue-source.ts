import type { PublishedRow } from '../printed/column.ts';
import { printedReports } from '../printed/lists.ts';
import { presentStats } from '../published/stats-presenters.ts';
import { revenueStats } from '../reports/order-stats.ts';
import { type ReportListInput, type ReportStatsInput, runStats } from '../use-cases/run-list.ts';
import type { ExportSource } from './source.ts';

const inTime = (question: ReportListInput): boolean =>
  ['date', 'nothing'].includes(revenueStats.sorts[(question.orderBy ?? 'date') as 'date'] ?? 'date');

/** Revenue by interval. Intervals follow from the calendar, so the export needs no keys. */
export const revenueSource: ExportSource = {
  title: 'Revenue',
  printed: printedReports.revenue,
  filters: revenueStats.filters,
  isDated: true,
  isWhole: (question) => !inTime(question),
  async count(ports, question) {
    const { total } = await runStats(ports, revenueStats, { ...(question as ReportStatsInput), page: 1, perPage: 1 });
    return total;
  },
  async rows(ports, question, part) {
    const page = 'page' in part ? part : { page: 1, perPage: 1 };
    const envelope = await runStats(ports, revenueStats, { ...(question as ReportStatsInput), ...page });
    return (presentStats(envelope, false) as { readonly intervals: readonly PublishedRow[] }).intervals;
  },
};
