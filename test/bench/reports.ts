import { type ColumnStatement, columnStatements } from './column-statements.ts';
import type { ColumnRow, ColumnStore } from './column-store.ts';
import { load, timeOf } from './measure.ts';
import type { Counts, Serving } from './processes.ts';
import { ReportClient } from './report-client.ts';
import { demandSame } from './report-numbers.ts';
import { addressOf, findPlaces, type ReportRequest, reportRequests } from './report-requests.ts';

import { measureScreens } from './screens.ts';

type Print = (text: string) => void;

/** How reports are measured. */
export interface MeasuringReports {
  readonly token: string;
  readonly print: Print;
  readonly seconds: number;
  /** Milliseconds for each common request, in place of its goal. */
  readonly goal?: number;
  /** A copy of the same facts; each of its bare statements is run in turn with our request. */
  readonly against?: ColumnStore;
}

/** Measures each promised request alone, one after another over one connection, on a server that is warm. */
export async function measureReports(server: Serving, measuring: MeasuringReports): Promise<void> {
  const { print, goal, token, seconds, against } = measuring;
  const client = new ReportClient(server.url, token);
  const places = await findPlaces(async (place) => JSON.parse(await client.ask(addressOf(place))));
  const requests = reportRequests(places).filter(({ isCommon }) => goal === undefined || isCommon);
  const touch = await client.toucher();
  const compared = against && { store: against, statements: columnStatements({ ...places, ...against.rules }) };
  print(headings(against !== undefined));
  for (const request of requests) {
    const statement = compared?.statements[request.name];
    if (compared && !statement) throw new Error(`The column store has no statement for: ${request.name}`);
    const other = compared && statement && { ask: () => compared.store.ask(statement.text), statement };
    const asked = { server, request, goal: goal ?? request.goal, milliseconds: seconds * 1_000, touch };
    print(await measureOne(client, { ...asked, ...(other && { other }) }));
  }
  client.close();
  await measureScreens({ url: server.url, token, print, seconds, year: places.year });
  const [, monthly] = requests;
  if (!monthly || goal !== undefined) return;
  const path = addressOf(monthly);
  const { perSecond, failures } = await load({ url: server.url, token, connections: 2, seconds, path: () => path });
  print(`${monthly.name}, two connections: ${perSecond}/s, goal 500/s${failures > 0 ? `, ${failures} failures` : ''}`);
}

interface Measuring {
  readonly server: Serving;
  readonly request: ReportRequest;
  readonly goal: number;
  readonly milliseconds: number;
  /** Commits a change that is in no report, so that no cached answer is used. */
  touch(): Promise<void>;
  readonly other?: { readonly statement: ColumnStatement; ask(): Promise<readonly ColumnRow[]> };
}

/** The longest allowed stop of the event loop in milliseconds; other work on the machine adds to it. */
const LONGEST_STOP = 50;
/** Minimum and maximum of repetitions, if time allows, and of warm-up requests. */
const [FEWEST, MOST, WARMING] = [3, 200, 5];
/** Below this many milliseconds a bare statement is no bound, because ours is a whole request. */
const WHOLE_REQUEST = 12;

async function measureOne(client: ReportClient, measuring: Measuring): Promise<string> {
  const { request, goal, other } = measuring;
  const path = addressOf(request);
  await warm(client, path, measuring);
  const { first, others, statements, longest } = await measureFirst(client, path, measuring);
  const again = await repeat(measuring.milliseconds / 10, () => client.ask(path));
  const p50 = quantile(first, 0.5);
  const time = p50 < goal ? 'met' : `${(p50 / goal).toFixed(1)} times as long`;
  const verdict = [
    time,
    ...(longest > LONGEST_STOP ? ['stands still'] : []),
    ...(other && p50 > Math.max(WHOLE_REQUEST, quantile(others, 0.5)) ? ['slower than the column store'] : []),
  ].join(', ');
  const cells = [
    String(goal).padStart(7),
    ...[first, again, ...(other ? [others] : [])].flatMap((times) => [0.5, 0.95].map((part) => quantile(times, part))),
    ...(other ? [p50 / quantile(others, 0.5)] : []),
  ].map((cell) => (typeof cell === 'string' ? cell : inMilliseconds(cell)));
  return `${request.name.padEnd(48)}${cells.join(' ')} ${String(statements).padStart(12)}  ${inMilliseconds(longest)}  ${verdict}`;
}

const headings = (isCompared: boolean): string => {
  const cells = ['goal', 'p50', 'p95', 'again', 'p95', ...(isCompared ? ['column', 'p95', 'ratio'] : [])];
  return `${'request'.padEnd(48)}${cells.map((cell) => cell.padStart(7)).join(' ')}   statements  longest stop of the event loop`;
};

/** Warms both, and compares their numbers. */
async function warm(client: ReportClient, path: string, { milliseconds, touch, other }: Measuring): Promise<void> {
  const since = performance.now();
  for (let time = 0; time === 0 || (time < WARMING && performance.now() - since < milliseconds); time += 1) {
    await touch();
    const answer: unknown = JSON.parse(await client.ask(path));
    if (other) demandSame(other.statement.ours(answer), await other.ask(), other.statement.keys);
  }
}

/** Our request after a commit and the statement of the other in turn, so that the load of the machine affects both. */
async function measureFirst(client: ReportClient, path: string, { server, milliseconds, touch, other }: Measuring) {
  const [first, others]: [number[], number[]] = [[], []];
  // Of other work of the server, as refreshing sums each second, the least has least in it.
  let statements = Number.POSITIVE_INFINITY;
  let longest = 0;
  await repeat(milliseconds, async () => {
    await touch();
    const before: Counts = await server.counts();
    first.push(await timeOf(() => client.ask(path)));
    const after = await server.counts();
    statements = Math.min(statements, after.statements - before.statements);
    longest = Math.max(longest, after.longestStop);
    if (other) others.push(await timeOf(() => other.ask()));
  });
  return { first, others, statements, longest };
}

/** Times of work, repeated for some milliseconds. */
async function repeat(milliseconds: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  const began = performance.now();
  while (times.length < FEWEST || (times.length < MOST && performance.now() - began < milliseconds))
    times.push(await timeOf(work));
  return times;
}

/** The value that this part of the times does not exceed. */
const quantile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? Number.NaN;

const inMilliseconds = (time: number): string => time.toFixed(1).padStart(7);
