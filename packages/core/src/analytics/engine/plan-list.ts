import type { ShopSettings } from '../../catalog/index.ts';
import type { Zone } from '../../kernel/zone.ts';
import { all, type Condition, type GroupPlan, type Plan, type RowPlan } from '../plan.ts';
import { COUNTED_DATE, countedColumns, type ListReport, type SortKey, sortingOf } from '../report.ts';
import { type Asked, conditionOfFilters } from './conditions.ts';
import { type Range, readRange, type SentRange } from './range.ts';

/** What a report is asked. */
export interface ListQuery extends SentRange {
  readonly asked: Asked;
  readonly match?: 'all' | 'any';
  readonly orderBy?: string;
  readonly order?: 'asc' | 'desc';
  readonly page: number;
  /** 0 for the length of the list alone. */
  readonly perPage: number;
  /** Rows that are left out before the first page. */
  readonly offset?: number;
  /** Names of the parameters that ask for more beside the rows. */
  readonly wants?: readonly string[];
}

/** What a report depends on beside the question. */
export interface ReportContext {
  readonly settings: ShopSettings;
  readonly zone: Zone;
  readonly now: Date;
}

/** The plans behind a list: its length, one page, and what is told beside the page. */
export type ListPlans = { readonly count: GroupPlan; readonly page: RowPlan } & Readonly<Record<string, Plan>>;

/** The column of orders whose moments count in this shop. */
export const dateColumnOf = ({ dateType }: Pick<ShopSettings, 'dateType'>): string => countedColumns[dateType];

/** Rows whose moment lies in a range; those without one do not. */
export const inRange = (column: string, { after, before }: Range): Condition =>
  all({ op: 'atLeast', column, value: after }, { op: 'atMost', column, value: before });

/** Turns a declaration and a question into plans: the only place that decides what a list means. */
export function planList(report: ListReport, query: ListQuery, context: ReportContext): ListPlans {
  const { settings, zone, now } = context;
  const dateColumn = dateColumnOf(settings);
  const { asked, match = 'all', wants = [] } = query;
  const { filters, countsUnless } = report;
  const where = all(
    report.where,
    ...(report.isDated ? [inRange(dateColumn, readRange(query, zone, now))] : []),
    conditionOfFilters({ filters, asked, match, settings, ...(countsUnless && { countsUnless }) }),
  );
  const sorts: Readonly<Record<string, readonly SortKey[]>> = report.sorts;
  const keys = sorts[query.orderBy ?? ''] ?? Object.values(sorts)[0] ?? [];
  const places = (name: string) => (asked[name] ?? []) as readonly number[];
  const page: RowPlan = {
    kind: 'rows',
    from: report.from,
    where,
    columns: report.columns.map((column) => (column === COUNTED_DATE ? dateColumn : column)),
    orderBy: sortingOf(keys, { descending: query.order === 'desc', dateColumn, places }),
    limit: query.perPage,
    offset: (query.page - 1) * query.perPage + (query.offset ?? 0),
  };
  const count: GroupPlan = {
    kind: 'groups',
    from: report.from,
    where,
    keys: {},
    measures: { total: { op: 'count' } },
    orderBy: [],
  };
  return { count, page, ...besides(report, wants) };
}

const besides = ({ beside }: ListReport, wants: readonly string[]): Readonly<Record<string, RowPlan>> =>
  Object.fromEntries(
    Object.entries(beside)
      .filter(([, { wanted }]) => wanted === undefined || wants.includes(wanted))
      .map(([name, { from, columns, by, given, orderBy }]) => [
        name,
        {
          kind: 'rows',
          from,
          where: { op: 'amongGiven', column: by, ...given },
          columns,
          orderBy: orderBy.map((column) => ({ by: column, descending: false })),
        } as const,
      ]),
  );
