import { load, median, timeOf } from './measure.ts';
import type { Counts, Serving } from './processes.ts';
import { ReportClient } from './report-client.ts';
import { addressOf, findPlaces, type ReportRequest, reportRequests } from './report-requests.ts';

import { measureScreens } from './screens.ts';

type Say = (text: string) => void;

/** How reports are measured. */
export interface MeasuringReports {
  readonly token: string;
  readonly say: Say;
  readonly seconds: number;
  /** Milliseconds for each common request, in place of its goal. */
  readonly goal?: number;
}

/** Measures each promised request alone, one after another over one connection, on a server that is warm. */
export async function measureReports(server: Serving, measuring: MeasuringReports): Promise<void> {
  const { say, goal, token, seconds } = measuring;
  const client = new ReportClient(server.url, token);
  const places = await findPlaces(async (place) => JSON.parse(await client.ask(addressOf(place))));
  const requests = reportRequests(places).filter(({ isCommon }) => goal === undefined || isCommon);
  const touch = await client.toucher();
  say(`${'request'.padEnd(48)}   goal     p50     p95   again  statements  longest stop of the event loop`);
  for (const request of requests)
    say(
      await measureOne(client, { server, request, goal: goal ?? request.goal, milliseconds: seconds * 1_000, touch }),
    );
  client.close();
  await measureScreens({ url: server.url, token, say, seconds, year: places.year });
  const [, monthly] = requests;
  if (!monthly || goal !== undefined) return;
  const path = addressOf(monthly);
  const { perSecond, failures } = await load({ url: server.url, token, connections: 2, seconds, path: () => path });
  say(`${monthly.name}, two connections: ${perSecond}/s, goal 500/s${failures > 0 ? `, ${failures} failures` : ''}`);
}

interface Measuring {
  readonly server: Serving;
  readonly request: ReportRequest;
  readonly goal: number;
  readonly milliseconds: number;
  /** Commits a change that is in no report, so that no cached answer is used. */
  touch(): Promise<void>;
}

/** The longest allowed stop of the event loop in milliseconds; other work on the machine adds to it. */
const LONGEST_STOP = 50;
/** So often at least and at most, if time allows; so much is asked beforehand. */
const [FEWEST, MOST, WARMING] = [3, 200, 5];

async function measureOne(client: ReportClient, measuring: Measuring): Promise<string> {
  const { server, request, goal, milliseconds, touch } = measuring;
  const path = addressOf(request);
  const hasTime = (since: number) => performance.now() - since < milliseconds;
  const warmed = performance.now();
  for (let time = 0; time === 0 || (time < WARMING && hasTime(warmed)); time += 1) {
    await touch();
    await client.ask(path);
  }
  const times: number[] = [];
  // Of other work of the server, as refreshing sums each second, the least has least in it.
  let statements = Number.POSITIVE_INFINITY;
  const began = performance.now();
  let longest = 0;
  while (times.length < FEWEST || (times.length < MOST && hasTime(began))) {
    await touch();
    const before: Counts = await server.counts();
    times.push(await timeOf(() => client.ask(path)));
    const after = await server.counts();
    statements = Math.min(statements, after.statements - before.statements);
    longest = Math.max(longest, after.longestStop);
  }
  const again: number[] = [];
  while (again.length < FEWEST) again.push(await timeOf(() => client.ask(path)));
  const sorted = times.toSorted((a, b) => a - b);
  const p50 = median(sorted);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  const time = p50 < goal ? 'met' : `${(p50 / goal).toFixed(1)} times as long`;
  const isMet = longest > LONGEST_STOP ? `${time}, stands still` : time;
  const reported = [p50, p95, median(again.toSorted((a, b) => a - b))].map(inMilliseconds);
  const cells = [String(goal).padStart(7), ...reported, String(statements).padStart(12)];
  return `${request.name.padEnd(48)}${cells.join(' ')}  ${inMilliseconds(longest)}  ${isMet}`;
}

const inMilliseconds = (time: number): string => time.toFixed(1).padStart(7);
