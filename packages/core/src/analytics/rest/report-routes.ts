import { cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import { camel } from '../../kernel/names.ts';
import type { Page } from '../../kernel/page.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import type { UseCase } from '../../kernel/use-case.ts';
import type { Filter } from '../filters.ts';
import type { ReportListInput, ReportPorts, ReportStatsInput, StatsEnvelope } from '../index.ts';
import type { LinkedCall } from '../published/linked-call.ts';
import { presentStats } from '../published/stats-presenters.ts';
import type { Meanings } from '../report.ts';
import type { StatsReport } from '../stats.ts';
import { type ParamChanges, type ParamName, paramsOf } from './dictionary.ts';
import { statsShape, withMeanings } from './stats-shape.ts';

/** Declaration common to all list reports. */
interface ListedReport {
  readonly slug: string;
  readonly summary: string;
  readonly meanings: Meanings;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly sorts: Readonly<Record<string, unknown>>;
}

/** Publication of a list report. */
export interface PublishedList<E, I extends ReportListInput = ReportListInput> {
  readonly report: ListedReport;
  readonly useCase: UseCase<ReportPorts, I, Page<E>>;
  /** Shared parameters, in published order. */
  readonly params: readonly ParamName[];
  readonly changes?: ParamChanges;
  /** Own parameters, placed before and after the shared ones. */
  readonly first?: Schemas;
  readonly more?: Schemas;
  readonly present: (entry: E, call: LinkedCall) => unknown;
  readonly returns: Schema;
  /** Path, if not below the reports. */
  readonly path?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Maps parameters to the input, where the declaration does not suffice. */
  readonly question?: (given: Given) => I;
}

/** Parameter values by their names in the use case. */
export type Given = Readonly<Record<string, unknown>>;

/** Builds the route of a list report from its declaration. */
export function reportRoute<E, I extends ReportListInput = ReportListInput>(published: PublishedList<E, I>): ShopRoute {
  const { report, useCase, params, changes, first = {}, more, present, returns, variables } = published;
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
    useCase: useCase as UseCase<ReportPorts, ReportListInput, Page<E>>,
    input: (given) => question?.(given) ?? listQuestion(report, given),
    present: present as never,
    returns: { type: 'array', items: withMeanings(returns, report.meanings) },
  });
}

/** Publication of a stats report. */
export interface PublishedStats {
  readonly report: StatsReport;
  readonly useCase: UseCase<ReportPorts, ReportStatsInput, StatsEnvelope>;
  readonly params: readonly ParamName[];
  readonly changes?: ParamChanges;
}

/** Builds the route of a stats report from its declaration. */
export function statsRoute({ report, useCase, params, changes = {} }: PublishedStats): ShopRoute {
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
    useCase,
    input: (given): ReportStatsInput => statsQuestion(report, given),
    present: (envelope) => presentStats(envelope, report.segments !== undefined),
    listOf: ({ total }) => ({ total }),
    returns: statsShape(report),
  });
}

/** Maps parameters to the input of a stats report. */
export function statsQuestion(report: StatsReport, given: Given): ReportStatsInput {
  const { interval, fields, segmentby, dateType, customer, ...others } = given;
  // Former name of the parameter.
  const known = others.customerType === undefined && customer !== undefined ? { customerType: customer } : {};
  return {
    ...listQuestion(report, { ...others, ...known }),
    interval: (interval ?? 'week') as ReportStatsInput['interval'],
    ...(Array.isArray(fields) && fields.length > 0 && { fields: fields as readonly string[] }),
    ...(typeof segmentby === 'string' && { segmentBy: segmentby }),
    ...(dateType !== undefined && { dateType: dateType as NonNullable<ReportStatsInput['dateType']> }),
  };
}

/** Maps parameters to the input of a list report. */
export function listQuestion(report: { readonly filters: ListedReport['filters'] }, given: Given): ReportListInput {
  const { after, before, match, orderby, order, page = 1, perPage = 10, offset } = given;
  const filters = Object.entries(report.filters).map(([name, { word }]) => ({ name, word, value: given[camel(name)] }));
  const isOfPairs = ({ word }: { readonly word: string }) => word === 'carrying' || word === 'carryingOther';
  const named = (list: typeof filters) => Object.fromEntries(list.map(({ name, value }) => [name, value]));
  return {
    asked: named(filters.filter((each) => !isOfPairs(each))) as ReportListInput['asked'],
    pairs: named(filters.filter(isOfPairs)) as NonNullable<ReportListInput['pairs']>,
    ...(typeof after === 'string' && { after }),
    ...(typeof before === 'string' && { before }),
    ...(match !== undefined && { match: match as 'all' | 'any' }),
    ...(typeof orderby === 'string' && { orderBy: orderby }),
    ...(order !== undefined && { order: order as 'asc' | 'desc' }),
    page: Number(page),
    perPage: Number(perPage),
    ...(typeof offset === 'number' && { offset: Math.max(0, offset) }),
    wants: given.extendedInfo === true ? ['extended_info'] : [],
  };
}

/** Invalid ids map to -1, which matches nothing. */
export const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1);
