import { median, timeOf } from './measure.ts';
import { ReportClient } from './report-client.ts';

/** How a screen is measured. */
export interface MeasuringScreens {
  readonly url: string;
  readonly token: string;
  readonly print: (text: string) => void;
  readonly seconds: number;
  /** The last whole year of the shop. */
  readonly year: number;
}

const folder = '/shop-analytics/reports/';

/** The questions of an overview: two ranges of revenue, orders and products, and four lists. */
function questionsOf(year: number) {
  const range = (of: number) => ({ after: `${of}-12-01T00:00:00`, before: `${of}-12-31T23:59:59` });
  const sums = (report: string, of: number) => ({ report, ...range(of), interval: 'day', per_page: 100 });
  return {
    now: sums('revenue/stats', year),
    before: sums('revenue/stats', year - 1),
    orders: sums('orders/stats', year),
    sold: sums('products/stats', year),
    products: { report: 'products', ...range(year), per_page: 5, orderby: 'net_revenue' },
    categories: { report: 'categories', ...range(year), per_page: 5 },
    coupons: { report: 'coupons', ...range(year), per_page: 5 },
    stock: { report: 'stock/stats' },
  };
}

/** Measures the questions of a screen, at once and one by one, and at once by eight clients. */
export async function measureScreens({ url, token, print, seconds, year }: MeasuringScreens): Promise<void> {
  const client = new ReportClient(url, token);
  const questions = questionsOf(year);
  const paths = Object.values(questions).map(({ report, ...query }) => {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return `/index.php?rest_route=${folder}${report}&${asked}`;
  });
  const touch = await client.toucher();
  const oneByOne = async () => {
    for (const path of paths) await client.ask(path);
  };
  const atOnce = () => client.answers(questions);
  for (const [name, ask] of [['at once', atOnce] as const, ['one by one', oneByOne] as const]) {
    const first = await timesOf(seconds, async () => {
      await touch();
      return timeOf(ask);
    });
    const again = await timesOf(seconds, () => timeOf(ask));
    print(`${`a screen of ${paths.length} questions, ${name}`.padEnd(48)}${spread(first)}  again ${spread(again)}`);
  }
  const others = Array.from({ length: 8 }, () => new ReportClient(url, token));
  const together = await Promise.all(
    others.map((other) => timesOf(seconds, () => timeOf(() => other.answers(questions)))),
  );
  print(`${'the same, at once, by 8 clients'.padEnd(48)}${spread(together.flat())}`);
  for (const each of [client, ...others]) each.close();
}

async function timesOf(seconds: number, once: () => Promise<number>): Promise<readonly number[]> {
  await once();
  const times: number[] = [];
  for (const until = performance.now() + seconds * 1_000; performance.now() < until || times.length < 3; )
    times.push(await once());
  return times;
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  return `p50 ${median(sorted).toFixed(1)}, p95 ${p95.toFixed(1)} ms (${times.length})`;
}
