import { importRecords, type RecordsReport, type SourceLine } from '@backroom/core/interchange';
import type { Context } from '../context.ts';
import { ExitCode } from '../exit-code.ts';
import { interruptible } from '../interruptible.ts';
import { pairs, table } from '../print.ts';
import { createProgressReport } from './progress-report.ts';

/** A source of records to import. */
export interface RecordSource {
  /** Its name in reports. */
  readonly name: string;
  open(): AsyncIterable<SourceLine>;
  /** The share that was read, from 0 to 1; undefined when unknown. */
  share(): number | undefined;
}

/** Flags of the command. */
export interface ImportFlags {
  readonly onError?: 'stop' | 'skip' | undefined;
  readonly dryRun?: boolean | undefined;
  readonly chunk?: number | undefined;
  readonly noFacts?: boolean | undefined;
  readonly moveStock?: boolean | undefined;
}

interface SourceReport {
  readonly name: string;
  readonly report: RecordsReport;
}

/** Imports the sources in order, with progress and a summary; stops at the first one that was not imported. */
export async function importSources(
  context: Context,
  sources: readonly RecordSource[],
  flags: ImportFlags,
): Promise<ExitCode> {
  const { dryRun = false, onError = 'stop' } = flags;
  const reports: SourceReport[] = [];
  for (const source of sources) {
    const report = await importSource(context, source, flags);
    reports.push({ name: source.name, report });
    if (report.failed > 0 && onError === 'stop') break;
  }
  const failed = reports.reduce((sum, { report }) => sum + report.failed, 0);
  context.print.result(documentOf(reports, dryRun), linesOf(reports));
  if (failed > 0 && onError === 'stop') context.print.say(stopMessage(reports, flags));
  else if (dryRun) context.print.say('Dry run: nothing was stored.');
  return failed === 0 ? ExitCode.ok : ExitCode.invalid;
}

async function importSource(context: Context, source: RecordSource, flags: ImportFlags): Promise<RecordsReport> {
  const { onError = 'stop', dryRun = false, chunk, noFacts = false, moveStock = false } = flags;
  let lines = 0;
  const open = async function* (): AsyncGenerator<SourceLine, void, undefined> {
    lines = 0;
    for await (const line of source.open()) {
      lines += 1;
      yield line;
    }
  };
  const total = () => {
    const share = source.share();
    return share && lines / share;
  };
  const { report, clear } = await createProgressReport(context, { total });
  const options = { onError, dryRun, facts: !noFacts, moveStock, ...(chunk !== undefined && { chunk }) };
  const input = { open, ...options, onProgress: report };
  return interruptible(context.terminal, interruptedMessage(source, { dryRun, chunk }), (signal) =>
    context.run(importRecords, input, signal),
  ).finally(clear);
}

const interruptedMessage = ({ name }: RecordSource, { dryRun, chunk }: ImportFlags): string =>
  dryRun || chunk === undefined
    ? `Interrupted: nothing of ${name} was kept.`
    : `Interrupted: of ${name} the chunks before this one are kept.`;

const stopMessage = (reports: readonly SourceReport[], { chunk }: ImportFlags): string =>
  chunk === undefined
    ? `Nothing of ${reports.at(-1)?.name} was kept. With --on-error skip the good lines are.`
    : 'Stopped; the chunks before it are kept. With --on-error skip all good lines are.';

const documentOf = (reports: readonly SourceReport[], isDryRun: boolean) => ({
  dry_run: isDryRun,
  stored: reports.reduce((sum, { report }) => sum + (report.kept ? report.stored : 0), 0),
  failed: reports.reduce((sum, { report }) => sum + report.failed, 0),
  files: reports.map(({ name, report }) => ({
    file: name,
    kept: report.kept,
    stored: report.stored,
    records: report.records,
    failed: report.failed,
    problems: report.problems,
    unknown_members: report.strangers,
  })),
});

function linesOf(reports: readonly SourceReport[]): readonly string[] {
  const sums: Record<string, number> = {};
  for (const { report } of reports)
    for (const [kind, count] of Object.entries(report.records)) sums[kind] = (sums[kind] ?? 0) + count;
  const stored = Object.values(sums).reduce((sum, count) => sum + count, 0);
  const failed = reports.reduce((sum, { report }) => sum + report.failed, 0);
  const problems = reports.flatMap(({ name, report }) =>
    report.problems.map(({ line, member, code, reason }) => [name, line, member || null, code, reason]),
  );
  const unknownMembers = reports.flatMap(({ name, report }) =>
    Object.entries(report.strangers).map(([member, count]) => [name, member, count]),
  );
  return [
    ...pairs({ ...sums, 'in all': stored, failed }),
    ...(problems.length === 0 ? [] : ['', ...table(['file', 'line', 'member', 'code', 'reason'], problems)]),
    ...(unknownMembers.length === 0 ? [] : ['', ...table(['file', 'unknown member', 'count'], unknownMembers)]),
  ];
}
