import type { ShopSettings } from '../../commerce/index.ts';
import type { Zone } from '../../kernel/zone.ts';
import { all, always, type Condition, type GroupPlan, type Plan, type RowPlan } from '../plan.ts';
import { COUNTED_DATE, countedColumns, countedStatuses, type ListReport, type SortKey, sortingOf } from '../report.ts';
import type { Reference } from '../tables.ts';
import { type Asked, conditionOfFilters } from './conditions.ts';
import { amongPinned, type Key } from './pinned.ts';
import { type Range, readLocal, readRange, type SentRange } from './range.ts';

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
  /** Only these rows of the whole list, in place of a page. */
  readonly pinned?: readonly Key[];
  /** Names of the parameters that ask for more beside the rows. */
  readonly wants?: readonly string[];
  /** Of what stands beside the rows under such a name, nobody looks at other columns than these. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
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

/** The column that tells the rows of a list apart. */
export const keyOfList = ({ key = 'id' }: Pick<ListReport, 'key'>): string => key;

/** Rows whose moment lies in a range; those without one do not. */
export const inRange = (column: string, { after, before }: Range): Condition =>
  all({ op: 'atLeast', column, value: after }, { op: 'atMost', column, value: before });

/** Turns a declaration and a question into plans: the only place that decides what a list means. */
export function planList(report: ListReport, query: ListQuery, context: ReportContext): ListPlans {
  const { asked } = query;
  const { rows, plans } = groundOf(report, query, context);
  const { pinned } = query;
  const counted = dateColumnOf(context.settings);
  const sorts: Readonly<Record<string, readonly SortKey[]>> = report.sorts;
  const keys = sorts[query.orderBy ?? ''] ?? Object.values(sorts)[0] ?? [];
  const places = (name: string) => (asked[name] ?? []) as readonly number[];
  const page: RowPlan = {
    ...{ kind: 'rows', ...rows },
    columns: report.columns.map((column) => (column === COUNTED_DATE ? counted : column)),
    orderBy: sortingOf(keys, { descending: query.order === 'desc', dateColumn: counted, places }),
    ...(pinned ? { where: all(rows.where, amongPinned(keyOfList(report), pinned)), isOnce: true } : pageOf(query)),
  };
  const total = { total: { op: 'count' } } as const;
  // Nobody asks how long the whole list is whose rows are known.
  if (pinned) return { ...plans, page, count: countOf(ofPage, total), ...besides(report.beside, query) };
  return { ...plans, count: countOf(rows, total), page, ...besides(report.beside, query) };
}

/** Plans what is counted of a whole list. */
export function planTotals(report: ListReport, query: Omit<ListQuery, 'page' | 'perPage'>, context: ReportContext) {
  const { rows, plans } = groundOf(report, query, context);
  return { ...plans, count: countOf(rows, report.totals ?? {}) };
}

/** The rows of the page itself. */
const ofPage: Ground = { from: { given: 'page' }, where: always };

const countOf = (rows: Ground, measures: GroupPlan['measures']): GroupPlan => ({
  ...{ kind: 'groups', ...rows, keys: {}, orderBy: [] },
  measures,
});

type Ground = Pick<RowPlan, 'from' | 'where'> & Partial<Pick<RowPlan, 'references' | 'zone'>>;

/** The rows of a list, and the plans that they are built on. */
function groundOf(report: ListReport, query: Omit<ListQuery, 'page' | 'perPage'>, context: ReportContext) {
  const { settings, zone, now } = context;
  const { asked, match = 'all' } = query;
  const { filters, countsUnless, apart } = report;
  const sums = report.sums && planSums(report.sums, query, context);
  const where = all(
    report.where,
    ...(report.isDated ? [inRange(report.date ?? dateColumnOf(settings), readRange(query, zone, now))] : []),
    conditionOfFilters({
      ...{ filters, asked, match, settings },
      ...(countsUnless && { countsUnless }),
      ...(apart && { apart }),
    }),
    ...(sums ? [sums.where] : []),
  );
  const references = { ...report.references, ...sums?.references };
  const rows: Ground = { from: report.from, references, zone: zone.name, where };
  return { rows, plans: sums?.plans ?? {} };
}

/** Which rows stand on the page. */
export const pageOf = ({ page, perPage, offset = 0 }: ListQuery) => ({
  limit: perPage,
  offset: (page - 1) * perPage + offset,
});

/** What is summed up of a range where one is given, and that nothing else is listed. */
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
    ...{ kind: 'groups', from, isInner: true, measures, orderBy: [] },
    where: all(countedStatuses('status', settings), ...ends),
    keys: { [key]: { column: key } },
  };
  const where: Condition = { op: 'amongGiven', column: 'id', plan: reference, columns: [key] };
  const to: Reference = { to: { given: reference }, by: ['id', key], isOne: true, isFilled: true };
  return { where, references: { [reference]: to }, plans: { [reference]: plan } };
}

/** What is told beside the page, as far as it is wanted. */
export const besides = (
  beside: ListReport['beside'],
  { wants = [], only = {} }: Pick<ListQuery, 'wants' | 'only'>,
): Readonly<Record<string, RowPlan>> =>
  Object.fromEntries(
    Object.entries(beside)
      .filter(([, { wanted }]) => wanted === undefined || wants.includes(wanted))
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
