import { cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schemas } from '../../kernel/schema.ts';
import type { CurrentTotals, IntervalTotals, Report, ReportRows } from '../definition.ts';
import { paramsOf } from '../parameters.ts';
import { listInputOf, type ParameterValues, statsInputOf } from '../published/report-input.ts';
import { presentStats } from '../published/stats-presenters.ts';
import type { ReportListInput, ReportStatsInput } from '../use-cases/report-reading.ts';
import { currentShape, statsShape, withMeanings } from './stats-shape.ts';

/** Publication of a list report, at a path of its own if it has one. */
interface PublishedList extends ReportRows<never, ReportListInput> {
  readonly path?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Own parameters before the shared ones. */
  readonly first?: Schemas;
}

/** Builds the route of a list report from its declaration. */
export function reportRoute(published: PublishedList): ShopRoute {
  const { declared: report, read, params, changes, first = {}, more, present, returns, variables } = published;
  const { path = `/shop-analytics/reports/${report.slug}`, question } = published;
  const shared = paramsOf(params, {
    sorts: Object.keys(report.sorts),
    ...(changes && { changes }),
    ...(more && { more }),
  });
  const described: Schemas = { ...first, ...shared };
  return shopRoute({
    methods: ['GET'],
    path,
    ...(variables && { variables }),
    summary: report.summary,
    refusal: cannotView,
    params: described,
    useCase: read,
    input: (given) => question?.(given) ?? listInputOf(report, given),
    present: present as never,
    returns: { type: 'array', items: withMeanings(returns, report.meanings) },
  });
}

/** Builds the route of a stats report from its declaration. */
function statsRoute({ declared: report, read, params, changes = {} }: IntervalTotals): ShopRoute {
  const segments = Object.keys(report.segments ?? {});
  const described = paramsOf(params, {
    sorts: Object.keys(report.sorts),
    changes: { ...changes, ...(segments.length > 0 && { segmentby: { enum: segments } }) },
  });
  return shopRoute({
    methods: ['GET'],
    path: `/shop-analytics/reports/${report.slug}`,
    summary: report.summary,
    refusal: cannotView,
    params: described,
    useCase: read,
    input: (given): ReportStatsInput => statsInputOf(report, given),
    present: (envelope) => presentStats(envelope, report.segments !== undefined),
    listOf: ({ total }) => ({ total }),
    returns: statsShape(report),
  });
}

/** Builds the route of totals of current data. */
const currentRoute = ({ slug, ...totals }: CurrentTotals<never, never>): ShopRoute =>
  shopRoute({
    methods: ['GET'],
    path: `/shop-analytics/reports/${slug}`,
    summary: totals.summary,
    refusal: cannotView,
    params: totals.parameters,
    useCase: totals.read,
    input: (given) => totals.question(given),
    present: ((output: never, { given }: { readonly given: ParameterValues }) =>
      totals.present(output, given)) as never,
    returns: currentShape(slug, totals.measures),
  });

/** Routes of a report. */
export const routesOf = ({ stats, rows }: Report): readonly ShopRoute[] => [
  ...('declared' in stats ? [statsRoute(stats)] : []),
  ...(rows ? [reportRoute(rows)] : []),
  ...('measures' in stats ? [currentRoute(stats)] : []),
];
