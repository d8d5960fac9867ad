import {
  indicators,
  type PrintedReport,
  type PublishedRow,
  printedBoards,
  printedIndicators,
  printedNumbers,
  printedReports,
  rowsOfBoards,
} from '@backroom/core/analytics';
import { reportSlugs } from '@backroom/core/interface';
import { forPeople, type Sheet, sheetOf } from '../../packages/cli/src/report/sheet.ts';
import { type ExampleDatabase, playExample, type Query, type RequestReport, steps } from './example-shop.ts';
import { code, table } from './markdown.ts';

const print = forPeople({ priceDecimals: 2 });
const march: Query = { after: '2025-03-01T00:00:00', before: '2025-03-31T23:59:59' };
const sums = reportSlugs.filter((slug) => slug.endsWith('/stats'));
/** Reports with the same numbers; they differ in their filters only. */
const alike = ['revenue/stats', 'orders/stats'];
const isTimeless = (slug: string): boolean => slug.startsWith('stock') || slug.startsWith('customers');
const lists = ['products', 'variations', 'categories', 'taxes', 'coupons', 'customers', 'stock', 'downloads'] as const;

/** The answers of all reports after one step of the example. */
interface ExampleAnswers {
  readonly sums: ReadonlyMap<string, PublishedRow>;
  readonly lists: ReadonlyMap<string, Sheet>;
  readonly orders: Sheet;
  readonly weeks: Sheet;
}

const sheet = (printed: PrintedReport, rows: unknown): Sheet => {
  const name = printed.names?.report === 'categories' ? 'Kitchen' : 'Mug';
  return sheetOf(printed, rows as readonly PublishedRow[], { manageStock: true, nameOf: () => name });
};

async function collect(request: RequestReport): Promise<ExampleAnswers> {
  const report = (slug: string, query: Query = {}) =>
    request(`/shop-analytics/reports/${slug}`, { ...(isTimeless(slug) ? {} : march), ...query });
  const totals = new Map<string, PublishedRow>();
  for (const slug of sums) totals.set(slug, ((await report(slug)) as { readonly totals: PublishedRow }).totals);
  const sheets = new Map<string, Sheet>();
  const extended = { extended_info: 'true' };
  for (const name of lists) sheets.set(name, sheet(printedReports[name], await report(name, extended)));
  const stats = indicators.map(({ stat }) => stat).join(',');
  sheets.set('performance-indicators', sheet(printedIndicators, await report('performance-indicators', { stats })));
  const boards = (await request('/shop-analytics/leaderboards', march)) as readonly PublishedRow[];
  sheets.set('leaderboards', sheet(printedBoards, rowsOfBoards(boards)));
  const orders = await report('orders', { ...extended, order: 'asc' });
  const { intervals } = (await report('revenue/stats', { order: 'asc' })) as { readonly intervals: unknown };
  return {
    sums: totals,
    lists: sheets,
    orders: sheet(printedReports.orders, orders),
    weeks: sheet(printedReports.revenue, intervals),
  };
}

let played: Promise<readonly ExampleAnswers[]> | undefined;

/** The worked example: the answers of all reports after an order, a partial refund and a full one; run once. */
export async function exampleLines(database: ExampleDatabase): Promise<readonly string[]> {
  played ??= playExample(collect, database);
  const moments = await played;
  const last = moments.at(-1);
  if (!last) return [];
  return [
    `### ${alike.join(' and ')} in the example`,
    '',
    ...tableOfSums(alike, moments),
    ...sums
      .filter((slug) => !alike.includes(slug))
      .flatMap((slug) => [`### ${slug} in the example`, '', ...tableOfSums([slug], moments)]),
    '### The weeks of the example',
    '',
    'Each refund counts on its own day. The first week keeps what it had.',
    '',
    ...tableOf(last.weeks),
    '### orders in the example',
    '',
    'Each refund is a row of its own.',
    '',
    ...tableOf(last.orders),
    ...[...last.lists.keys()].flatMap((name) => [`### ${name} in the example`, '', ...tableOfSteps(name, moments)]),
  ];
}

/** The totals of reports with the same numbers, one column per step. */
function tableOfSums(slugs: readonly string[], moments: readonly ExampleAnswers[]): readonly string[] {
  const tables = slugs.map((slug) =>
    (printedNumbers(slug) ?? [])
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name, kind }) => [
        code(name),
        ...moments.map(({ sums: totals }) => print({ value: totals.get(slug)?.[name], kind }) ?? ''),
      ]),
  );
  if (tables.some((each) => JSON.stringify(each) !== JSON.stringify(tables[0])))
    throw new Error(`${slugs.join(' and ')} do not say the same.`);
  return table(['number', ...steps], tables[0] ?? []);
}

const tableOf = ({ headers, rows }: Sheet): readonly string[] =>
  table(
    headers,
    rows.map((row) => row.map((cell) => print(cell) ?? '')),
  );

/** The rows of a list after each step. */
function tableOfSteps(name: string, moments: readonly ExampleAnswers[]): readonly string[] {
  const sheets = moments.flatMap(({ lists: each }) => each.get(name) ?? []);
  const [first] = sheets;
  if (!first) return [];
  if (name === 'performance-indicators') return tableOfIndicators(sheets);
  const texts = sheets.map(({ rows }) => rows.map((row) => row.map((cell) => print(cell) ?? '')));
  if (texts.every((rows) => JSON.stringify(rows) === JSON.stringify(texts[0])))
    return ['The same after each step.', '', ...table(first.headers, texts[0] ?? [])];
  return table(
    ['after', ...first.headers],
    texts.flatMap((rows, at) => rows.map((row) => [steps[at] ?? '', ...row])),
  );
}

/** The indicators, one column per step. */
const tableOfIndicators = (sheets: readonly Sheet[]): readonly string[] =>
  table(
    ['indicator', ...steps],
    (sheets[0]?.rows ?? []).map((row, at) => [
      String(row[0]?.value),
      ...sheets.map(({ rows }) => print(rows[at]?.at(-1) ?? { value: null, kind: 'text' }) ?? ''),
    ]),
  );
