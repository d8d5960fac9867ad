import { cannotView, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import {
  type LeaderboardsInput,
  leaderboardIds,
  listIndicators,
  listLeaderboards,
  readIndicators,
  readLeaderboards,
} from '../index.ts';
import { parameters } from '../parameters.ts';
import { presentBoard, presentIndicator, presentIndicatorName, presentLeaderboard } from './board-presenters.ts';
import { boardEntry, indicatorEntry } from './shapes.ts';

const { context, after, before, page } = parameters;
const indicatorParams = {
  context,
  stats: { type: 'array', default: [], items: { type: 'string', enum: [] as readonly string[] } },
  after,
  before,
} as const;
const boardParams = {
  page,
  per_page: { type: 'integer', default: 5, minimum: 1, maximum: 20 },
  after,
  before,
  persisted_query: { type: 'string', description: 'Arguments that links carry on, as JSON.' },
} as const;
const whole = (list: readonly unknown[]) => ({ total: list.length, isWhole: true }) as const;
const list = (items: typeof boardEntry) => ({ type: 'array', items }) as const;

interface SentBoards {
  readonly after?: string;
  readonly before?: string;
  readonly perPage: number;
}
const boardQuestion = (
  { after, before, perPage }: SentBoards,
  boards: LeaderboardsInput['boards'],
): LeaderboardsInput => ({
  ...(after !== undefined && { after }),
  ...(before !== undefined && { before }),
  perPage,
  boards,
});

/** Routes of performance indicators and leaderboards. */
export const boardRoutes: readonly ShopRoute[] = [
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/reports/performance-indicators',
    summary: 'Read numbers for the front page.',
    refusal: cannotView,
    params: indicatorParams,
    useCase: readIndicators,
    present: (read, call) => read.map((each) => presentIndicator(each, call)),
    listOf: whole,
    returns: list(indicatorEntry),
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/reports/performance-indicators/allowed',
    summary: 'List the numbers that the front page can show.',
    refusal: cannotView,
    params: indicatorParams,
    useCase: listIndicators,
    input: () => ({}),
    present: (known, call) => known.map((each) => presentIndicatorName(each, call)),
    listOf: whole,
    returns: list(indicatorEntry),
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/leaderboards',
    summary: 'List the leaderboards with their rows.',
    refusal: cannotView,
    params: boardParams,
    useCase: readLeaderboards,
    input: (given) => boardQuestion(given, leaderboardIds),
    present: (boards, call) => boards.map((each) => presentLeaderboard(each, call.given.persistedQuery, call)),
    returns: list(boardEntry),
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/leaderboards/allowed',
    summary: 'List the available leaderboards.',
    refusal: cannotView,
    useCase: listLeaderboards,
    input: () => ({}),
    present: (ids) => ids.map(presentBoard),
    listOf: whole,
    returns: list(boardEntry),
  }),
  shopRoute({
    methods: ['GET'],
    path: '/shop-analytics/leaderboards/{leaderboard}',
    variables: { leaderboard: '\\w+' },
    summary: 'Read one leaderboard, as a list of one.',
    refusal: cannotView,
    params: { leaderboard: { type: 'string', enum: leaderboardIds }, ...boardParams },
    useCase: readLeaderboards,
    input: (given) => boardQuestion(given, given.leaderboard === undefined ? [] : [given.leaderboard]),
    present: (boards, call) => boards.map((each) => presentLeaderboard(each, call.given.persistedQuery, call)),
    returns: list(boardEntry),
  }),
];
