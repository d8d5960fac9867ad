import { codesByKind } from '../../kernel/errors.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';
import type { GroupReport } from '../definition.ts';
import { answerTo, mergeQuestions } from '../engine/merge-questions.ts';
import { planGroups } from '../engine/plan-groups.ts';
import { planList, type ReportContext } from '../engine/plan-list.ts';
import type { SentRange } from '../engine/range.ts';
import { reportTookTooLong } from '../errors.ts';
import type { Question } from '../plan.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';
import { categoriesReport } from '../reports/categories.ts';
import { couponsReport } from '../reports/coupons.ts';
import { customersReport } from '../reports/customer-list.ts';
import { productsReport } from '../reports/products.ts';
import { contextOf, textOf } from './report-reading.ts';
import { withSoldNames } from './sold-readers.ts';

/** Leaderboards, in published order. */
export const leaderboardIds = ['customers', 'coupons', 'categories', 'products'] as const;
/** Identifies one leaderboard. */
export type LeaderboardId = (typeof leaderboardIds)[number];

/** An entry of a leaderboard; the name is null if the record is deleted. */
export interface LeaderboardEntry {
  readonly id: number;
  readonly name: string | null;
  /** Last name under which a deleted product was sold. */
  readonly soldAs?: string;
  readonly count: number;
  readonly amount: number;
}

/** A leaderboard with its entries (docs/spec/analytics.md 10.1). */
export interface Leaderboard {
  readonly id: LeaderboardId;
  readonly entries: readonly LeaderboardEntry[];
  readonly currency: Pick<ReportContext['settings'], 'currency' | 'priceDecimals'>;
}

/** Requested leaderboards, their length and range. */
export interface LeaderboardsInput extends SentRange {
  readonly boards: readonly LeaderboardId[];
  readonly perPage: number;
}

/** Reads leaderboards; without a range, customers cover all time and all others the last week. */
export const readLeaderboards: UseCase<ReportPorts, LeaderboardsInput, readonly Leaderboard[]> = useCase(
  { access: 'manage_store', effect: 'read', refusals: codesByKind(reportTookTooLong()) },
  (ports) => async (_, input) => {
    const context = await contextOf(ports);
    const boards = leaderboardIds
      .filter((id) => input.boards.includes(id))
      .map((id) => ({ id, ...planners[id](input, context) }));
    const question = mergeQuestions(Object.fromEntries(boards.map((board) => [board.id, board.question])));
    const answer: Readonly<Record<string, readonly ReportRow[]>> = await ports.reports.answer(question);
    return Promise.all(
      boards.map(async ({ id, entryOf }) => {
        const entries = (answerTo(id, answer).page ?? []).map(entryOf);
        return {
          id,
          entries: id === 'products' ? await withSoldNames(ports, entries, gone) : entries,
          currency: context.settings,
        };
      }),
    );
  },
);

const gone = { key: 'product_id', idOf: ({ id, name }: LeaderboardEntry) => (name === null ? id : 0) } as const;

/** Question of a leaderboard, and the reader of its rows. */
interface BoardPlan {
  readonly question: Question;
  entryOf(row: ReportRow): LeaderboardEntry;
}
type PlanBoard = (input: LeaderboardsInput, context: ReportContext) => BoardPlan;

const best = ({ boards: _, ...rest }: LeaderboardsInput, orderBy: string) =>
  ({ ...rest, asked: {}, page: 1, orderBy, order: 'desc' }) as const;

/** Drops the row count, which leaderboards do not need. */
const withoutCount = ({ count: _, ...question }: Question): Question => question;

interface BoardColumns {
  readonly orderBy: string;
  readonly key: string;
  readonly count: string;
  readonly amount: string;
  readonly name: string;
}

/** The report without unpublished measures, to avoid computing them. */
const boardReport = (report: GroupReport, { count, amount, name }: BoardColumns): GroupReport => ({
  ...report,
  measures: Object.fromEntries(
    Object.entries(report.measures).filter(([measure]) => [count, amount].includes(measure)),
  ),
  columns: report.columns.filter((column) => column === name),
  related: {},
});

const ofGroups =
  (report: GroupReport, { orderBy, key, count, amount, name }: BoardColumns): PlanBoard =>
  (input, context) => {
    const reduced = boardReport(report, { orderBy, key, count, amount, name });
    const { question, read } = planGroups(reduced, best(input, orderBy), context);
    return {
      question: withoutCount(question),
      entryOf: (given) => {
        const row = read(given);
        return {
          id: Number(row[key]),
          name: textOf(row[name]),
          count: Number(row[count]),
          amount: Number(row[amount]),
        };
      },
    };
  };

/** Customers without unpublished columns. */
const bestCustomers = {
  ...customersReport,
  sums: { ...customersReport.sums, measures: ['orders', 'total'] },
  columns: ['id', 'first_name', 'last_name', 'spent.orders', 'spent.total'],
};

const ofCustomers: PlanBoard = (input, context) => ({
  question: withoutCount(planList(bestCustomers, best(input, 'total_spend'), context)),
  entryOf: (row) => ({
    id: Number(row.id),
    name: [row.first_name, row.last_name]
      .map((part) => textOf(part) ?? '')
      .join(' ')
      .trim(),
    count: Number(row['spent.orders']),
    amount: Number(row['spent.total']),
  }),
});

const sold = { orderBy: 'items_sold', count: 'items_sold', amount: 'net_revenue' } as const;
const planners: Readonly<Record<LeaderboardId, PlanBoard>> = {
  customers: ofCustomers,
  coupons: ofGroups(couponsReport, {
    orderBy: 'orders_count',
    key: 'coupon_id',
    count: 'orders_count',
    amount: 'amount',
    name: 'record.code',
  }),
  categories: ofGroups(categoriesReport, { ...sold, key: 'category_id', name: 'category.name' }),
  products: ofGroups(productsReport, { ...sold, key: 'product_id', name: 'product.name' }),
};

/** Returns the ids of all leaderboards. */
export const listLeaderboards: UseCase<ReportPorts, object, readonly LeaderboardId[]> = useCase(
  { access: 'manage_store', effect: 'read' },
  () => async () => leaderboardIds,
);
