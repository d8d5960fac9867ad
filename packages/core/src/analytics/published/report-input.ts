import { camel } from '../../kernel/names.ts';
import type { DeclaredList } from '../definition.ts';
import type { StatsReport } from '../stats.ts';
import type { ReportListInput, ReportStatsInput } from '../use-cases/report-reading.ts';

/** Parameter values by their names in the use case. */
export type ParameterValues = Readonly<Record<string, unknown>>;

/** Maps parameters to the input of a stats report. */
export function statsInputOf(report: StatsReport, given: ParameterValues): ReportStatsInput {
  const { interval, fields, segmentby, dateType, customer, ...others } = given;
  // Former name of the parameter.
  const known = others.customerType === undefined && customer !== undefined ? { customerType: customer } : {};
  return {
    ...listInputOf(report, { ...others, ...known }),
    interval: (interval ?? 'week') as ReportStatsInput['interval'],
    ...(Array.isArray(fields) && fields.length > 0 && { fields: fields as readonly string[] }),
    ...(typeof segmentby === 'string' && { segmentBy: segmentby }),
    ...(dateType !== undefined && { dateType: dateType as NonNullable<ReportStatsInput['dateType']> }),
  };
}

/** Maps parameters to the input of a list report. */
export function listInputOf(
  report: { readonly filters: DeclaredList['filters'] },
  given: ParameterValues,
): ReportListInput {
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
