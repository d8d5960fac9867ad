import type { Page } from '../../kernel/page.ts';
import type { UseCase } from '../../kernel/use-case.ts';
import { camel } from '../../rest/param.ts';
import type { ShopDescriptor, ShopParams } from '../../rest/shop/descriptor.ts';
import { cannotView, type ShopRoute, shopRoute } from '../../rest/shop/route.ts';
import type { ReportListInput, ReportPorts } from '../index.ts';
import type { ListReport } from '../report.ts';
import { type ParamChanges, type ParamName, paramsOf } from './dictionary.ts';

/** How a report is published. */
export interface PublishedList<E> {
  readonly report: ListReport;
  readonly useCase: UseCase<ReportPorts, ReportListInput, Page<E>>;
  /** The shared parameters it has, in the order in which they are published. */
  readonly params: readonly ParamName[];
  readonly changes?: ParamChanges;
  readonly present: (entry: E, call: { readonly around: { link(path: string): string } }) => unknown;
  readonly returns: ShopDescriptor;
}

/** The route of a report, from its declaration: its parameters, its orders, and how both become a question. */
export function reportRoute<E>(published: PublishedList<E>): ShopRoute {
  const { report, useCase, params, changes, present, returns } = published;
  const described: ShopParams = paramsOf(params, {
    sorts: Object.keys(report.sorts),
    ...(changes && { changes }),
  });
  return shopRoute({
    methods: ['GET'],
    path: `/shop-analytics/reports/${report.slug}`,
    summary: report.summary,
    refusal: cannotView,
    params: described,
    useCase,
    input: (given) => questionIn(report, given as Readonly<Record<string, unknown>>),
    present: present as never,
    returns: { type: 'array', items: returns },
  });
}

/** What was asked, in the words of the report. */
function questionIn(report: ListReport, given: Readonly<Record<string, unknown>>): ReportListInput {
  const { after, before, match, orderby, order, page = 1, perPage = 10, offset } = given;
  const filters = Object.entries(report.filters).map(([name, { word }]) => ({ name, word, value: given[camel(name)] }));
  const isOfPairs = ({ word }: { readonly word: string }) => word === 'carrying' || word === 'carryingOther';
  const named = (list: typeof filters) => Object.fromEntries(list.map(({ name, value }) => [name, value]));
  const wants = new Set(Object.values(report.beside).flatMap(({ wanted }) => wanted ?? []));
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
    wants: [...wants].filter((name) => given[camel(name)] === true),
  };
}
