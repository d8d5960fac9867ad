import type { ShopRoute } from '../../interface/shop/route.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import type { Report } from '../definition.ts';
import { exportSources } from '../exporting/sources.ts';
import type { ScreenColumn } from '../printed/column.ts';
import { everyStatsReport, type PublishedMeasure, publishedMeasures } from '../printed/sums.ts';
import { COUNTED_DATE } from '../report.ts';
import { everyReport } from '../reports/all.ts';
import type { FilterSubject } from '../reports/filter-subjects.ts';
import type { StatsReport } from '../stats.ts';
import type { ReportDeclaration } from '../use-cases/describe-reports.ts';
import { analyticsShopRoutes } from './routes.shop.ts';

/** The declaration of a report as published, made of its declaration and of the parameters of its routes. */
function declarationOf(report: Report): ReportDeclaration {
  const { slug, title, question, filters } = report;
  const stats = routeOf(report.stats.slug);
  const list = report.rows && routeOf(slug);
  return {
    slug,
    title,
    question,
    access: stats.access,
    export: Object.hasOwn(exportSources, slug) ? slug : null,
    stats: statsOf(report.stats, stats),
    list: list ? listOf(report, list) : null,
    filters: filters.map((each) => filterOf(each, { stats, list })),
    match: { stats: takes(stats, 'match'), list: takes(list, 'match') },
  };
}

function routeOf(slug: string): ShopRoute {
  const route = analyticsShopRoutes.find(({ path }) => path === `/shop-analytics/reports/${slug}`);
  if (!route) throw new TypeError(`There is no report ${slug}.`);
  return route;
}

const takes = (route: ShopRoute | undefined, name: string): boolean =>
  route !== undefined && Object.hasOwn(route.params, name);
const sortsOf = ({ params }: ShopRoute): readonly unknown[] => params.orderby?.enum ?? [];

function statsOf({ slug, strip }: Report['stats'], route: ShopRoute): object {
  const report = everyStatsReport.find((each) => each.slug === slug);
  const [lead] = strip;
  return {
    path: slug,
    lead,
    strip,
    dated: takes(route, 'after'),
    date_basis: report ? dateBasisOf(report) : null,
    date_type: takes(route, 'date_type'),
    intervals: takes(route, 'interval'),
    measures: (publishedMeasures(slug) ?? []).map(presentMeasure),
    segments: Object.entries(report?.segments ?? {}).map(([name, { needsOneOf = [] }]) => ({
      name,
      label: segmentLabels[name] ?? name,
      needs: needsOneOf.length === 0 ? null : 'one product',
      needs_one_of: needsOneOf.filter((each) => takes(route, each)),
    })),
    sorts: sortsOf(route),
  };
}

const presentMeasure = ({ addsUp, isTotalsOnly, ...measure }: PublishedMeasure): object => ({
  ...measure,
  adds_up: addsUp,
  totals_only: isTotalsOnly,
});

/** Labels of segmentations by name. */
const segmentLabels: Readonly<Record<string, string>> = {
  product: 'Product',
  category: 'Category',
  variation: 'Variation',
  coupon: 'Coupon',
  customer_type: 'New or returning',
  tax_rate_id: 'Tax rate',
};

/** The date by which rows are counted: that of the settings, that of the order, or that of the download. */
function dateBasisOf({ from, date = COUNTED_DATE }: StatsReport): 'counted' | 'created' | 'downloaded' {
  if (date.endsWith(COUNTED_DATE)) return 'counted';
  return from === 'download' ? 'downloaded' : 'created';
}

function listOf({ slug, stats, rows, printed: { columns, onScreens = [] } }: Report, route: ShopRoute): object {
  const shown = [...columns.flatMap(({ screen }) => screen ?? []), ...onScreens];
  const { order, orderby } = route.params;
  const added = rows?.hasTotals ? stats.slug : null;
  const totals = (added === null ? [] : (publishedMeasures(added) ?? [])).map(({ name }) => name);
  const members = route.returns?.items?.properties ?? {};
  return {
    path: slug,
    key: rows?.key,
    params: rows?.sent ?? {},
    sort: `${order?.default === 'desc' ? '-' : ''}${orderby?.default}`,
    dated: takes(route, 'after'),
    totals: added,
    columns: shown.map((each) => presentColumn(each, { members, totals })),
    sorts: sortsOf(route),
  };
}

function presentColumn(
  column: ScreenColumn,
  { members, totals }: { readonly members: Schemas; readonly totals: readonly string[] },
): object {
  const { name, label, unit, path, link, total = name } = column;
  return {
    name,
    label,
    unit,
    path,
    given: column.given ?? null,
    more: column.more ?? [],
    names: column.names ?? null,
    sort: column.sort ?? null,
    shown: column.isHidden !== true,
    meaning: column.meaning ?? members[path]?.description ?? null,
    total: totals.includes(total) ? total : null,
    tree: column.tree ?? null,
    link: link ? { to: link.to, id: link.id, parent: link.parent ?? null } : null,
  };
}

/** The routes of a report. */
interface Routes {
  readonly stats: ShopRoute | undefined;
  readonly list: ShopRoute | undefined;
}

function filterOf(subject: FilterSubject, { stats, list }: Routes): object {
  const leading = subject.is ?? subject.from ?? '';
  const schema = (list ?? stats)?.params[leading] ?? stats?.params[leading];
  const words = wordsOf(schema);
  const isOneText = schema?.type === 'string' && ['ids', 'texts'].includes(subject.takes);
  const has = (route: ShopRoute | undefined): boolean => takes(route, leading);
  return {
    ...subject,
    ...(words.length > 0 && { words }),
    ...(isOneText && { sent: 'commas' }),
    on: [...(has(stats) ? ['stats'] : []), ...(has(list) ? ['list'] : [])],
  };
}

/** The permitted texts of a parameter or of its items. */
const wordsOf = (schema: Schema | undefined): readonly string[] =>
  [...(schema?.enum ?? []), ...(schema?.items?.enum ?? [])].filter(
    (each): each is string => typeof each === 'string' && each !== '',
  );

/** The declarations of all reports, in the order in which screens show them. */
export const reportDeclarations: readonly ReportDeclaration[] = everyReport.map(declarationOf);
