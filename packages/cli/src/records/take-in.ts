import { importRecords, type RecordsReport, type SourceLine } from '@backroom/core';
import type { Context } from '../context.ts';
import { ExitCode } from '../exit-code.ts';
import { pairs, table } from '../print.ts';
import { createTeller } from './tell-progress.ts';

/** Lines that are to be taken in, and how. */
export interface Source {
  /** What is said of it where several are taken in. */
  readonly name: string;
  open(): AsyncIterable<SourceLine>;
  /** How much of it was read, from 0 to 1; undefined where nobody knows. */
  share(): number | undefined;
}

/** How records are taken in, as the command line says it. */
export interface TakingIn {
  readonly onError?: 'stop' | 'skip' | undefined;
  readonly dryRun?: boolean | undefined;
  readonly chunk?: number | undefined;
  readonly noFacts?: boolean | undefined;
  readonly moveStock?: boolean | undefined;
}

interface Taken {
  readonly name: string;
  readonly report: RecordsReport;
}

/** Takes in one source after the other, tells how far it is and what came of it; one that was not kept is the last. */
export async function takeIn(context: Context, sources: readonly Source[], how: TakingIn): Promise<ExitCode> {
  const { dryRun = false, onError = 'stop' } = how;
  const taken: Taken[] = [];
  for (const source of sources) {
    const report = await takeOne(context, source, how);
    taken.push({ name: source.name, report });
    if (report.failed > 0 && onError === 'stop') break;
  }
  const failed = taken.reduce((sum, { report }) => sum + report.failed, 0);
  context.print.result(documentOf(taken, dryRun), linesOf(taken));
  if (failed > 0 && onError === 'stop') context.print.say(endOf(taken, how));
  else if (dryRun) context.print.say('Nothing was kept: that is what would come of it.');
  return failed === 0 ? ExitCode.ok : ExitCode.invalid;
}

async function takeOne(context: Context, source: Source, how: TakingIn): Promise<RecordsReport> {
  const { onError = 'stop', dryRun = false, chunk, noFacts = false, moveStock = false } = how;
  const { tell, clear } = await createTeller(context, source);
  const options = { onError, dryRun, facts: !noFacts, moveStock, ...(chunk !== undefined && { chunk }) };
  return context.run(importRecords, { open: () => source.open(), ...options, tell }).finally(clear);
}

const endOf = (taken: readonly Taken[], { chunk }: TakingIn): string =>
  chunk === undefined
    ? `Nothing of ${taken.at(-1)?.name} was kept. With --on-error skip the good lines are.`
    : `It stopped there; the parts before it are kept. With --on-error skip all good lines are.`;

const documentOf = (taken: readonly Taken[], isTrial: boolean) => ({
  dry_run: isTrial,
  stored: taken.reduce((sum, { report }) => sum + (report.kept ? report.stored : 0), 0),
  failed: taken.reduce((sum, { report }) => sum + report.failed, 0),
  files: taken.map(({ name, report }) => ({
    file: name,
    kept: report.kept,
    stored: report.stored,
    records: report.records,
    failed: report.failed,
    problems: report.problems,
    unknown_members: report.strangers,
  })),
});

function linesOf(taken: readonly Taken[]): readonly string[] {
  const sums: Record<string, number> = {};
  for (const { report } of taken)
    for (const [kind, count] of Object.entries(report.records)) sums[kind] = (sums[kind] ?? 0) + count;
  const stored = Object.values(sums).reduce((sum, count) => sum + count, 0);
  const failed = taken.reduce((sum, { report }) => sum + report.failed, 0);
  const problems = taken.flatMap(({ name, report }) =>
    report.problems.map(({ line, member, code, reason }) => [name, line, member || null, code, reason]),
  );
  const strangers = taken.flatMap(({ name, report }) =>
    Object.entries(report.strangers).map(([member, count]) => [name, member, count]),
  );
  return [
    ...pairs({ ...sums, 'in all': stored, failed }),
    ...(problems.length === 0 ? [] : ['', ...table(['file', 'line', 'member', 'code', 'reason'], problems)]),
    ...(strangers.length === 0 ? [] : ['', ...table(['file', 'unknown member', 'count'], strangers)]),
  ];
}
