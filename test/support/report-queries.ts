import type { CountingRules, Question } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import {
  type Filter,
  type ListQuery,
  planGroups,
  planList,
  planStats,
  planTotals,
  type ReportContext,
  type ReportParameters,
  relationOf,
  type StatsQuery,
} from '../core/internals.ts';
import { oneOf, upTo } from './report-draws.ts';
import { statuses } from './report-facts.ts';
import { zoneOfReports } from './report-records.ts';
import { randomRules } from './report-sums.ts';
import { everyGroups, everyList, everyStats } from './reports.ts';

type Draw = () => number;
const chance = (draw: Draw, probability: number): boolean => draw() < probability;

/** The filters of a random question, of these names, and how many ids one of them has. */
interface Filtering {
  of(draw: Draw, names: readonly string[]): readonly string[];
  ids(draw: Draw): number;
}

/** No filter, or any number of them. */
export const someFilters: Filtering = {
  of: (draw, names) => {
    const share = chance(draw, 0.35) ? 0 : 3 / names.length;
    return names.filter(() => chance(draw, share));
  },
  ids: (draw) => 1 + upTo(draw, 2),
};

/** One filter by one id, for which there are sums and indexes of their own. */
export const oneFilter: Filtering = {
  of: (draw, names) => (names.length === 0 ? [] : [oneOf(draw, names)]),
  ids: () => 1,
};

/** A random question to one of the reports, and its parts. */
export function randomReportQuestion(
  draw: Draw,
  rules: CountingRules = randomRules(draw),
  filtering: Filtering = someFilters,
): { readonly reported: string; readonly question: Question } {
  const context: ReportContext = {
    settings: {
      ...defaultShopSettings,
      timeZone: zoneOfReports.name,
      ...(chance(draw, 0.7) ? rules : randomRules(draw)),
    },
    zone: zoneOfReports,
    now: new Date('2025-04-02T00:00:00Z'),
  };
  const kind = draw();
  if (kind < 0.5) return stats(draw, context, filtering);
  return kind < 0.8 ? groups(draw, context, filtering) : list(draw, context, filtering);
}

function stats(draw: Draw, context: ReportContext, filtering: Filtering) {
  const report = oneOf(draw, everyStats);
  const segmentBy = chance(draw, 0.6) ? oneOf(draw, Object.keys(report.segments ?? {})) : undefined;
  const needs = segmentBy === undefined ? undefined : report.segments?.[segmentBy]?.needsOneOf;
  const known = needs?.find((name) => Object.hasOwn(report.filters, name));
  const isPossible = needs === undefined || known !== undefined;
  const query: StatsQuery = {
    ...listQuery(draw, report, filtering),
    interval: oneOf(draw, ['hour', 'day', 'week', 'month', 'quarter', 'year']),
    ...(chance(draw, 0.3) && { fields: Object.keys(report.measures).filter(() => chance(draw, 0.5)) }),
    ...(segmentBy !== undefined && isPossible && { segmentBy }),
  };
  const asked: ReportParameters = known === undefined ? query.asked : { ...query.asked, [known]: [1 + upTo(draw, 3)] };
  const { question } = planStats(report, { ...query, asked }, context);
  return { reported: `${report.slug} ${JSON.stringify({ ...query, asked })}`, question };
}

function groups(draw: Draw, context: ReportContext, filtering: Filtering) {
  const report = oneOf(draw, everyGroups);
  const query = listQuery(draw, report, filtering);
  const { question } = planGroups(report, { ...query, wants: ['extended_info'] }, context);
  return { reported: `${report.slug} ${JSON.stringify(query)}`, question };
}

function list(draw: Draw, context: ReportContext, filtering: Filtering) {
  const report = oneOf(draw, everyList);
  const { after, before, ...query } = listQuery(draw, report, filtering);
  const range = report.isDated || chance(draw, 0.4) ? { after, before } : {};
  const asked = { ...query, ...range, wants: ['extended_info'] };
  const question =
    report.totals && chance(draw, 0.3) ? planTotals(report, asked, context) : planList(report, asked, context);
  return { reported: `${report.slug} ${JSON.stringify(asked)}`, question };
}

type Rows = Parameters<typeof relationOf>[0];

interface Filtered {
  readonly from: Rows['from'];
  readonly references?: NonNullable<Rows['references']>;
  readonly each?: readonly string[];
  readonly filters: Readonly<Record<string, Filter>>;
  readonly sorts: Readonly<Record<string, unknown>>;
}

function listQuery(
  draw: Draw,
  report: Filtered,
  filtering: Filtering,
): ListQuery & { readonly after: string; readonly before: string } {
  const names = filtering.of(draw, Object.keys(report.filters));
  const ends = [
    '2024-10-01T00:00:00',
    '2024-12-29T00:00:00',
    '2024-12-31T23:59:59',
    '2025-01-01T00:00:00',
    '2025-01-01T11:59:59',
    '2025-01-05T11:59:59',
    '2025-03-30T23:59:59',
    '2025-03-31T23:59:59',
    '2025-12-31T23:59:59',
    '2026-02-28T23:59:59',
    '2026-03-01T00:00:00',
  ];
  const [one, other] = [oneOf(draw, ends), oneOf(draw, ends)].toSorted();
  const isWide = chance(draw, 0.4);
  return {
    after: isWide ? '2024-12-29T00:00:00' : (one ?? ''),
    before: isWide ? '2026-03-01T00:00:00' : (other ?? ''),
    asked: Object.fromEntries(names.map((name) => [name, valueFor(draw, report, { name, filtering })])),
    match: oneOf(draw, ['all', 'any']),
    orderBy: oneOf(draw, Object.keys(report.sorts)),
    order: oneOf(draw, ['asc', 'desc']),
    page: 1 + upTo(draw, 1),
    perPage: oneOf(draw, [0, 1, 3, 100]),
  };
}

interface Valued {
  readonly name: string;
  readonly filtering: Filtering;
}

function valueFor(draw: Draw, report: Filtered, { name, filtering }: Valued): ReportParameters[string] {
  const filter = report.filters[name];
  const relation = relationOf({ ...report }, {});
  if (!filter) return undefined;
  switch (filter.word) {
    case 'choice':
      return oneOf(draw, Object.keys(filter.choices(defaultShopSettings)));
    case 'carrying':
    case 'carryingOther':
      return [
        ['pa_color', oneOf(draw, ['red', 'grün', '%'])],
        ...(chance(draw, 0.4) ? [['pa_size', 's'] as const] : []),
      ];
    case 'searched':
      return [oneOf(draw, ['a', '%', '_', '\\', 'X1', 'é'])];
    case 'from':
    case 'upTo':
      return ['local', 'utc'].includes(relation.kindOf(filter.column))
        ? [oneOf(draw, ['2025-01-01 00:00:00', '2025-03-30 02:30:00'])]
        : [oneOf(draw, [0, 1, 20_000, 9_007_199_254_740_991])];
    case 'at':
    case 'notAt':
      return [oneOf(draw, ['US', 'US:CA', 'DE:'])];
    case 'filled':
      return Object.keys(filter.named).filter(() => chance(draw, 0.4));
    default: {
      const at = 'reference' in filter ? relation.behind(filter.reference) : relation;
      if (at.kindOf(filter.column) !== 'text') return Array.from({ length: filtering.ids(draw) }, () => upTo(draw, 8));
      return [oneOf<string>(draw, [...statuses, 'any', 'US', '10.0.0.1'])];
    }
  }
}
