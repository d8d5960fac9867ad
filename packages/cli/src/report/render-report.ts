import {
  type PrintedReport,
  type PublishedRow,
  printedBoards,
  printedIndicators,
  printedNumbers,
  printedReports,
  rowsOfBoards,
} from '@backroom/core/analytics';
import { readShopSettings } from '@backroom/core/settings';
import type { Context } from '../context.ts';
import { table } from '../print.ts';
import type { KnownReport } from './known-reports.ts';
import { lookUpNames } from './look-up-names.ts';
import { forFiles, forPeople, type Sheet, type SheetSettings, sheetOf } from './sheet.ts';
import { linesOf, linesOfStats, type StatsAnswer, sheetOfStats } from './stats-sheet.ts';

/** A report with the answer of its route. */
export interface AnsweredReport {
  readonly report: KnownReport;
  readonly body: unknown;
  /** Whether certain numbers were requested (`fields`). */
  readonly isNarrowed: boolean;
}

/** Renders a report as lines for people. */
export async function linesOfReport(context: Context, answered: AnsweredReport): Promise<readonly string[]> {
  const settings = await context.run(readShopSettings, {});
  const { report, body, isNarrowed } = answered;
  const numbers = printedNumbers(report.name);
  if (numbers) return linesOfStats(body as StatsAnswer, { name: report.name, isNarrowed, numbers }, settings);
  if (isOfBoards(report))
    return (body as readonly PublishedRow[]).flatMap((board, at) => linesOfBoard(board, at, settings));
  return linesOf(await sheetOfRows(context, answered, settings), forPeople(settings));
}

/** Renders a report as rows of a file, with a header. */
export async function cellsOfReport(
  context: Context,
  answered: AnsweredReport,
): Promise<readonly (readonly string[])[]> {
  const settings = await context.run(readShopSettings, {});
  const { report, body, isNarrowed } = answered;
  const numbers = printedNumbers(report.name);
  const { headers, rows } = numbers
    ? sheetOfStats(body as StatsAnswer, { name: report.name, isNarrowed, numbers })
    : await sheetOfRows(context, answered, settings);
  const print = forFiles(settings);
  return [headers, ...rows.map((row) => row.map(print))];
}

const isOfBoards = ({ name }: KnownReport): boolean => name.startsWith('leaderboards');

async function sheetOfRows(
  context: Context,
  { report, body }: AnsweredReport,
  settings: SheetSettings,
): Promise<Sheet> {
  const printed = printedOf(report);
  const rows = isOfBoards(report) ? rowsOfBoards(body as readonly PublishedRow[]) : (body as readonly PublishedRow[]);
  const names = await lookUpNames(context, printed.names, rows);
  return sheetOf(printed, rows, { manageStock: settings.manageStock, nameOf: (id) => names.get(id) });
}

function printedOf(report: KnownReport): PrintedReport {
  if (isOfBoards(report)) return printedBoards;
  if (report.name === 'performance-indicators') return printedIndicators;
  const lists: Readonly<Record<string, PrintedReport>> = printedReports;
  const printed = lists[report.name];
  if (!printed) throw new TypeError(`The report ${report.name} has no printed form.`);
  return printed;
}

/** A leaderboard with its title and header. */
function linesOfBoard(board: PublishedRow, at: number, settings: SheetSettings): readonly string[] {
  const headers = board.headers as readonly { readonly label: string }[];
  const print = forPeople(settings);
  const { rows } = sheetOf(printedBoards, rowsOfBoards([board]), { manageStock: true, nameOf: () => undefined });
  const cells = rows.map((row) => row.slice(1).map(print));
  return [
    ...(at === 0 ? [] : ['']),
    String(board.label),
    ...table(
      headers.map(({ label }) => label),
      cells,
    ).map((line) => `  ${line}`),
  ];
}
