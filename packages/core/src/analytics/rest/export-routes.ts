import type { LinkContext } from '../../interface/shop/link-context.ts';
import { withReportFilters } from '../../interface/shop/reading/contributed-filters.ts';
import { gatherSources } from '../../interface/shop/reading/sources.ts';
import { cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Report } from '../definition.ts';
import { exportIdOf } from '../exporting/export-input.ts';
import { type ReportListInput, readExport, type StartExportInput, startExport } from '../index.ts';
import { listInputOf, type ParameterValues, statsInputOf } from '../published/report-input.ts';
import { everyReport } from '../reports/all.ts';
import { routesOf } from './report-routes.ts';
import { exportBegun, exportProgress } from './shapes.ts';

/** Report parameters determined by the export itself. */
const ours: readonly string[] = [
  ...['context', 'page', 'per_page', 'offset', 'extended_info', 'fields', 'segmentby', 'force_cache_refresh'],
];
const type = '[a-z]+';

/** Validates export parameters as the report does; undefined for an unknown report. */
function questionOf(
  name: string,
  sent: Readonly<Record<string, unknown>>,
  contributions: LinkContext['contributions'],
): ReportListInput | undefined {
  const report: Report | undefined = everyReport.find(({ slug }) => slug === name);
  if (!report) return undefined;
  const { rows, stats } = report;
  const path = `/shop-analytics/reports/${rows ? name : stats.slug}`;
  const route = routesOf(report).find((each) => each.path === path);
  const theirs = Object.fromEntries(Object.entries(sent).filter(([member]) => !ours.includes(member)));
  const value = withReportFilters(theirs, route?.params ?? {}, contributions);
  const given: ParameterValues = route?.read(gatherSources({}, [], { kind: 'json', value })) ?? {};
  if (rows) return rows.question?.(given) ?? listInputOf(rows.declared, given);
  return 'declared' in stats ? statsInputOf(stats.declared, given) : undefined;
}

const exportPath = (name: string, exportId: string): string =>
  `/shop-analytics/reports/${name}/export/${exportId}/status`;

/** Routes of report exports. */
export const exportRoutes: readonly ShopRoute[] = [
  shopRoute({
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/shop-analytics/reports/{type}/export',
    variables: { type },
    summary: 'Begin to write a report into a file.',
    refusal: cannotView,
    params: {
      report_args: { type: 'object' },
      email: { type: 'boolean', description: 'Send a download link to the requesting user by e-mail.' },
    },
    useCase: startExport,
    input: ({ type: name, reportArgs = {}, email = false }, { baseUrl, names, contributions }): StartExportInput => ({
      type: name,
      question: questionOf(name, reportArgs, contributions),
      email,
      pages: `${baseUrl}/${names.adminPath}`,
    }),
    present: ({ jobId }, { given, around }) => {
      if (jobId === undefined) return { message: 'There is nothing to export for what was asked.' };
      const exportId = exportIdOf(jobId);
      const href = around.link(exportPath(given.type, exportId));
      return { message: 'Your report is being written.', export_id: exportId, _links: { status: [{ href }] } };
    },
    returns: exportBegun,
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/reports/{type}/export/{export_id}/status',
    variables: { type, export_id: '[a-z0-9]+' },
    summary: 'Read the progress of an export, and its download address.',
    refusal: cannotView,
    useCase: readExport,
    present: ({ percent, url, fault, type: name, exportId }, { around }) => ({
      percent_complete: percent,
      ...(url !== undefined && { download_url: url }),
      ...(fault && { message: fault.message }),
      _links: { self: [{ href: around.link(exportPath(name, exportId)) }] },
    }),
    returns: exportProgress,
  }),
];
