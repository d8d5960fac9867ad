import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serverEnvironment } from '../support/server-environment.ts';
import { median, timeOf } from './measure.ts';
import type { Serving } from './processes.ts';
import { ReportClient } from './report-client.ts';
import { addressOf, findPlaces, type ReportRequest, reportRequests } from './report-requests.ts';

/** Exports all orders of a shop in a process of its own, and reports its time and memory. */
export async function measureExports(url: string, print: (text: string) => void): Promise<void> {
  const script = fileURLToPath(new URL('./exporting.ts', import.meta.url));
  const env = {
    ...process.env,
    ...{ DATABASE_URL: url, JWT_SECRET: 'a secret of 32 bytes for measuring only' },
    ...serverEnvironment,
  };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  for (const [name, value] of Object.entries(JSON.parse(stdout) as object))
    print(`${name.padEnd(24)} ${String(value)}`);
}

/** Measures common reports alone and beside an export of all orders by the same server. */
export async function measureBeside(server: Serving, token: string, print: (text: string) => void): Promise<void> {
  const client = new ReportClient(server.url, token);
  const touch = await client.toucher();
  const places = await findPlaces(async (place) => JSON.parse(await client.ask(addressOf(place))));
  const requests = reportRequests(places).filter(({ isCommon }) => isCommon);
  const time = async (request: ReportRequest) => {
    await touch();
    return timeOf(() => client.ask(addressOf(request)));
  };
  const timesOf = async (request: ReportRequest) => {
    const times: number[] = [];
    while (times.length < TIMES) times.push(await time(request));
    return median(times.toSorted((a, b) => a - b));
  };
  for (const request of requests) await timesOf(request);
  const alone: number[] = [];
  for (const request of requests) alone.push(await timesOf(request));
  const percentOf = await client.exporting();
  print(`${'request'.padEnd(48)}  alone  beside an export of all orders, and what was written of it by then`);
  for (const [place, request] of requests.entries()) {
    const during = await timesOf(request);
    const before = alone[place] ?? Number.NaN;
    const cells = [before, during].map((each) => each.toFixed(1).padStart(7)).join(' ');
    print(`${request.name.padEnd(48)}${cells}  ${(during / before).toFixed(1)} times as long, ${await percentOf()} %`);
  }
  client.close();
}

/** Requests of each report. */
const TIMES = 40;
