import type { ReportRunner, ShopSettings } from '@backroom/core';
import { defaultShopSettings } from '@backroom/core';
import { createZone, envelopeOf, ordersStats, planStats, revenueStats, type StatsQuery } from '../core/internals.ts';

/** What a report that adds up is asked. */
export interface StatsAsking {
  readonly path: string;
  readonly query: string;
  readonly settings?: Partial<ShopSettings>;
  pairs(sent: Readonly<Record<string, readonly (readonly unknown[])[]>>): Promise<StatsQuery['asked']>;
}

/** The body of an answer, from the declaration of the report and the query of an address. */
export async function statsBody(runner: ReportRunner, { path, query, settings, pairs }: StatsAsking) {
  const report = path.includes('revenue') ? revenueStats : ordersStats;
  const decided: ShopSettings = { ...defaultShopSettings, ...settings };
  const context = { settings: decided, zone: createZone(decided.timeZone), now: new Date('2026-01-01T00:00:00Z') };
  const params = new URLSearchParams(query);
  const plan = planStats(report, queryOf(params, await pairs(pairsIn(params))), context);
  const { totals, intervals, total } = envelopeOf(report, plan, await runner.answer(plan.question));
  const body = {
    totals: { ...totals, segments: [] },
    intervals: intervals.map(({ label, start, startUtc, end, endUtc, subtotals }) => ({
      ...{ interval: label, date_start: start, date_start_gmt: startUtc, date_end: end, date_end_gmt: endUtc },
      subtotals: { ...subtotals, segments: [] },
    })),
  };
  return { body, total };
}

function queryOf(params: URLSearchParams, chosen: StatsQuery['asked']): StatsQuery {
  const text = (name: string) => params.get(name) ?? undefined;
  const list = (name: string) => params.getAll(`${name}[]`);
  const names = ['product_includes', 'product_excludes', 'coupon_includes', 'coupon_excludes'];
  return {
    ...{
      after: text('after'),
      before: text('before'),
      interval: (text('interval') ?? 'week') as StatsQuery['interval'],
    },
    ...{
      page: Number(text('page') ?? 1),
      perPage: Number(text('per_page') ?? 10),
      match: (text('match') ?? 'all') as 'all',
    },
    ...{ orderBy: text('orderby') ?? 'date', order: (text('order') ?? 'desc') as 'asc' | 'desc' },
    asked: {
      ...Object.fromEntries(names.map((name) => [name, list(name).map(Number)])),
      ...{ status_is: list('status_is'), status_is_not: list('status_is_not'), refunds: text('refunds') },
      ...chosen,
    },
  };
}

function pairsIn(params: URLSearchParams): Readonly<Record<string, readonly (readonly unknown[])[]>> {
  const pairs: Record<string, string[][]> = {};
  for (const [name, value] of params) {
    const [, parameter, index] = /^(attribute_is(?:_not)?)\[(\d+)\]/.exec(name) ?? [];
    if (parameter === undefined) continue;
    const list = pairs[parameter] ?? [];
    list[Number(index)] = [...(list[Number(index)] ?? []), value];
    pairs[parameter] = list;
  }
  return pairs;
}
