import {
  type PrintedReport,
  type PublishedRow,
  printedBoards,
  printedIndicators,
  printedNumbers,
  printedReports,
  readShopSettings,
  rowsOfBoards,
} from '@backroom/core';
import type { Context } from '../context.ts';
import { table } from '../print.ts';
import type { KnownReport } from './known-reports.ts';
import { namesBehind } from './names.ts';
import { type Deciding, forFiles, forPeople, type Sheet, sheetOf } from './sheet.ts';
import { linesOf, linesOfSums, type Sums, sheetOfSums } from './sums.ts';

/** What a report answered, and what of it was asked for by name. */
export interface AnsweredReport {
  readonly report: KnownReport;
  readonly body: unknown;
  readonly isNarrowed: boolean;
}

/** A report as lines for people. */
export async function linesOfReport(context: Context, answered: AnsweredReport): Promise<readonly string[]> {
  const deciding = await context.run(readShopSettings, {});
  const { report, body, isNarrowed } = answered;
  const numbers = printedNumbers(report.name);
  if (numbers) return linesOfSums(body as Sums, { name: report.name, isNarrowed, numbers }, deciding);
  if (isOfBoards(report))
    return (body as readonly PublishedRow[]).flatMap((board, at) => linesOfBoard(board, at, deciding));
  return linesOf(await sheetOfRows(context, answered, deciding), forPeople(deciding));
}

/** A report as the rows of a file, the names of its columns first. */
export async function cellsOfReport(
  context: Context,
  answered: AnsweredReport,
): Promise<readonly (readonly string[])[]> {
  const deciding = await context.run(readShopSettings, {});
  const { report, body, isNarrowed } = answered;
  const numbers = printedNumbers(report.name);
  const { headers, rows } = numbers
    ? sheetOfSums(body as Sums, { name: report.name, isNarrowed, numbers })
    : await sheetOfRows(context, answered, deciding);
  const print = forFiles(deciding);
  return [headers, ...rows.map((row) => row.map(print))];
}

const isOfBoards = ({ name }: KnownReport): boolean => name.startsWith('leaderboards');

async function sheetOfRows(context: Context, { report, body }: AnsweredReport, deciding: Deciding): Promise<Sheet> {
  const printed = printedOf(report);
  const rows = isOfBoards(report) ? rowsOfBoards(body as readonly PublishedRow[]) : (body as readonly PublishedRow[]);
  const names = await namesBehind(context, printed.names, rows);
  return sheetOf(printed, rows, { manageStock: deciding.manageStock, nameOf: (id) => names.get(id) });
}

function printedOf(report: KnownReport): PrintedReport {
  if (isOfBoards(report)) return printedBoards;
  if (report.name === 'performance-indicators') return printedIndicators;
  const lists: Readonly<Record<string, PrintedReport>> = printedReports;
  const printed = lists[report.name];
  if (!printed) throw new TypeError(`Nobody said how the report ${report.name} is printed.`);
  return printed;
}

/** One list of the best below its title, under its own heads. */
function linesOfBoard(board: PublishedRow, at: number, deciding: Deciding): readonly string[] {
  const headers = board.headers as readonly { readonly label: string }[];
  const print = forPeople(deciding);
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
