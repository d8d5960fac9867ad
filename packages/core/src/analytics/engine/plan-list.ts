import type { ShopSettings } from '../../commerce/index.ts';
import type { Zone } from '../../kernel/zone.ts';
import { ROWS } from '../measures.ts';
import { all, always, type Condition, type GroupPlan, type Plan, type RowPlan } from '../plan.ts';
import {
  COUNTED_DATE,
  countedColumns,
  countedStatuses,
  type ListReport,
  type ReportSortKey,
  sortingOf,
} from '../report.ts';
import type { TableReference } from '../tables.ts';
import { conditionOfFilters, type ReportParameters } from './conditions.ts';
import { type Range, readLocal, readRange, type SentRange } from './range.ts';
import { hasKeyAmong, type Key } from './row-keys.ts';

/** Query of a list report. */
export interface ListQuery extends SentRange {
  readonly asked: ReportParameters;
  readonly match?: 'all' | 'any';
  readonly orderBy?: string;
  readonly order?: 'asc' | 'desc';
  readonly page: number;
  /** 0 returns only the number of rows. */
  readonly perPage: number;
  /** Rows skipped before the first page. */
  readonly offset?: number;
  /** Returns only the rows with these keys, instead of a page. */
  readonly pinned?: readonly Key[];
  /** Parameters that request related rows. */
  readonly wants?: readonly string[];
  /** Columns to be read of the related rows, by plan name; all by default. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}

export interface ReportContext {
  readonly settings: ShopSettings;
  readonly zone: Zone;
  readonly now: Date;
}

/** Plans of a list: row count, one page, and related rows. */
export type ListPlans = { readonly count: GroupPlan; readonly page: RowPlan } & Readonly<Record<string, Plan>>;

/** Column of the order date that the shop counts by. */
export const dateColumnOf = ({ dateType }: Pick<ShopSettings, 'dateType'>): string => countedColumns[dateType];

/** Key column of a list. */
export const keyOfList = ({ key = 'id' }: Pick<ListReport, 'key'>): string => key;

/** Matches rows within a range; rows without a date never match. */
export const inRange = (column: string, { after, before }: Range): Condition =>
  all({ op: 'atLeast', column, value: after }, { op: 'atMost', column, value: before });

/** Builds the plans of a list from its declaration and query. All semantics of lists are defined here. */
export function planList(report: ListReport, query: ListQuery, context: ReportContext): ListPlans {
  const { asked } = query;
  const { rows, plans } = groundOf(report, query, context);
  const { pinned } = query;
  const counted = dateColumnOf(context.settings);
  const sorts: Readonly<Record<string, readonly ReportSortKey[]>> = report.sorts;
  const keys = sorts[query.orderBy ?? ''] ?? Object.values(sorts)[0] ?? [];
  const places = (name: string) => (asked[name] ?? []) as readonly number[];
  const page: RowPlan = {
    kind: 'rows',
    ...rows,
    columns: report.columns.map((column) => (column === COUNTED_DATE ? counted : column)),
    orderBy: sortingOf(keys, { descending: query.order === 'desc', dateColumn: counted, places }),
    ...(pinned ? { where: all(rows.where, hasKeyAmong(keyOfList(report), pinned)), isOnce: true } : pageOf(query)),
  };
  // The total is not needed for pinned rows.
  if (pinned) return { ...plans, page, count: countOf(ofPage, [ROWS]), ...relatedPlans(report.related, query) };
  return { ...plans, count: countOf(rows, [ROWS]), page, ...relatedPlans(report.related, query) };
}

/** Plans the totals of a whole list. */
export function planTotals(report: ListReport, query: Omit<ListQuery, 'page' | 'perPage'>, context: ReportContext) {
  const { rows, plans } = groundOf(report, query, context);
  return { ...plans, count: countOf(rows, report.totals ?? []) };
}

const ofPage: ListRows = { from: { given: 'page' }, where: always };

const countOf = (rows: ListRows, measures: GroupPlan['measures']): GroupPlan => ({
  kind: 'groups',
  ...rows,
  keys: {},
  orderBy: [],
  measures,
});

type ListRows = Pick<RowPlan, 'from' | 'where'> & Partial<Pick<RowPlan, 'references' | 'zone'>>;

/** Source and condition of a list, and the plans it depends on. */
function groundOf(report: ListReport, query: Omit<ListQuery, 'page' | 'perPage'>, context: ReportContext) {
  const { settings, zone, now } = context;
  const { asked, match = 'all' } = query;
  const { filters, countsUnless, apart } = report;
  const sums = report.sums && planSums(report.sums, query, context);
  const where = all(
    report.where,
    ...(report.isDated ? [inRange(report.date ?? dateColumnOf(settings), readRange(query, zone, now))] : []),
    conditionOfFilters({
      filters,
      asked,
      match,
      settings,
      ...(countsUnless && { countsUnless }),
      ...(apart && { apart }),
    }),
    ...(sums ? [sums.where] : []),
  );
  const references = { ...report.references, ...sums?.references };
  const rows: ListRows = { from: report.from, references, zone: zone.name, where };
  return { rows, plans: sums?.plans ?? {} };
}

/** Limit and offset of a page. */
export const pageOf = ({ page, perPage, offset = 0 }: ListQuery) => ({
  limit: perPage,
  offset: (page - 1) * perPage + offset,
});

/** Plans the sums within a range, if one is given; the list is then restricted to rows that have sums. */
function planSums(
  { reference, from, key, measures, date }: NonNullable<ListReport['sums']>,
  { after, before }: SentRange,
  { settings, zone }: ReportContext,
) {
  if (after === undefined && before === undefined) return undefined;
  const ends: readonly Condition[] = [
    ...(after === undefined ? [] : [{ op: 'atLeast', column: date, value: readLocal(after, zone) } as const]),
    ...(before === undefined ? [] : [{ op: 'atMost', column: date, value: readLocal(before, zone) } as const]),
  ];
  const plan: GroupPlan = {
    kind: 'groups',
    from,
    isInner: true,
    measures,
    orderBy: [],
    where: all(countedStatuses('status', settings), ...ends),
    keys: { [key]: { column: key } },
  };
  const where: Condition = { op: 'amongGiven', column: 'id', plan: reference, columns: [key] };
  const to: TableReference = { to: { given: reference }, by: ['id', key], isOne: true, isFilled: true };
  return { where, references: { [reference]: to }, plans: { [reference]: plan } };
}

/** Plans the related rows of a page, as far as they are requested. */
export const relatedPlans = (
  related: ListReport['related'],
  { wants = [], only = {} }: Pick<ListQuery, 'wants' | 'only'>,
): Readonly<Record<string, RowPlan>> =>
  Object.fromEntries(
    Object.entries(related)
      .filter(([, { requestedBy }]) => requestedBy === undefined || wants.includes(requestedBy))
      .map(([name, { from, columns, by, given, orderBy, where }]) => [
        name,
        {
          kind: 'rows',
          from,
          where: all({ op: 'amongGiven', column: by, ...given }, ...(where ? [where] : [])),
          columns: only[name] ?? columns,
          orderBy: orderBy.map((column) => ({ by: column, descending: false })),
        } as const,
      ]),
  );
