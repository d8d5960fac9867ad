import type { Report } from '../definition.ts';
import { everyReport } from '../reports/all.ts';
import { intervalSource } from './interval-source.ts';
import { type ExportSource, listSource } from './source.ts';

/** Slugs of the reports that can be exported. */
export type ExportType = (typeof everyReport)[number]['slug'];

function sourceOf(report: Report): ExportSource {
  if (report.rows) return listSource(report.rows, report);
  if ('declared' in report.stats) return intervalSource(report.stats.declared, report);
  throw new TypeError(`${report.slug} has nothing to export.`);
}

/** Export sources by the slugs of the reports. */
export const exportSources = Object.fromEntries(
  everyReport.map((report) => [report.slug, sourceOf(report)] as const),
) as Readonly<Record<ExportType, ExportSource>>;

export const isExportType = (text: string): text is ExportType => Object.hasOwn(exportSources, text);
