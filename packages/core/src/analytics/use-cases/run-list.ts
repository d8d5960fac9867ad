import type { ShopSettings } from '../../commerce/index.ts';
import { type Zone, zoneNamed } from '../../kernel/zone.ts';
import { readPairs, type SentPairs } from '../attribute-pairs.ts';
import { envelopeSteps, type StatsEnvelope } from '../engine/envelope.ts';
import { type AllKeys, inPinnedOrder, keysIn, planKeys } from '../engine/pinned.ts';
import { planGroups } from '../engine/plan-groups.ts';
import { keyOfList, type ListQuery, planList, type ReportContext } from '../engine/plan-list.ts';
import { planStats, type StatsQuery } from '../engine/plan-stats.ts';
import type { GroupReport } from '../groups.ts';
import type { Question, RowPlan } from '../plan.ts';
import type { ListReport } from '../report.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';
import type { StatsReport } from '../stats.ts';

/** Input of a list report; attribute pairs are unparsed. */
export interface ReportListInput extends ListQuery {
  readonly pairs?: SentPairs;
}

/** Input of a stats report; attribute pairs are unparsed. */
export interface ReportStatsInput extends StatsQuery {
  readonly pairs?: SentPairs;
}

/** Raw answer of a list report. */
export interface ListAnswer {
  readonly total: number;
  readonly rows: readonly ReportRow[];
  /** Related rows by plan name; empty if not requested. */
  beside(name: string): readonly ReportRow[];
  readonly settings: ShopSettings;
  readonly zone: Zone;
}

/** Reads the settings, time zone and current time that reports depend on. */
export async function contextOf({ shopSettings, clock }: ReportPorts): Promise<ReportContext> {
  const settings = await shopSettings.read();
  return { settings, zone: zoneNamed(settings.timeZone), now: clock.now() };
}

/** Runs a list report: row count, one page and related rows, from one snapshot. */
export async function runList(ports: ReportPorts, report: ListReport, input: ReportListInput): Promise<ListAnswer> {
  const context = await contextOf(ports);
  const answer = await answered(ports, planList(report, await withPairs(ports, input), context), context);
  return input.pinned ? { ...answer, rows: inPinnedOrder(answer.rows, [keyOfList(report)], input.pinned) } : answer;
}

/** Returns the keys of all rows of a list, in order, from one snapshot. */
export async function listKeys(ports: ReportPorts, report: ListReport, input: ReportListInput): Promise<AllKeys> {
  const plans = planList(report, await withPairs(ports, input), await contextOf(ports));
  return answeredKeys(ports, plans, [keyOfList(report)]);
}

/** Returns the keys of all groups of a list, in order, from one snapshot. */
export async function groupKeys(ports: ReportPorts, report: GroupReport, input: ReportListInput): Promise<AllKeys> {
  const { question, keys } = planGroups(report, await withPairs(ports, input), await contextOf(ports));
  return answeredKeys(ports, question, keys);
}

async function answeredKeys({ reports }: ReportPorts, question: Question, columns: readonly string[]) {
  const { keys } = await reports.answer(planKeys(question as Question & { readonly page: RowPlan }, columns));
  return keysIn(keys[0], columns);
}

/** Runs a group report: row count, one page and related rows, from one snapshot. */
export async function runGroups(ports: ReportPorts, report: GroupReport, input: ReportListInput): Promise<ListAnswer> {
  const context = await contextOf(ports);
  const { question, keys, read } = planGroups(report, await withPairs(ports, input), context);
  const answer = await answered(ports, question, context);
  const rows = input.pinned ? inPinnedOrder(answer.rows, keys, input.pinned) : answer.rows;
  return { ...answer, rows: rows.map(read) };
}

/** Runs a stats report: totals and intervals, from one snapshot. */
export async function runStats(
  ports: ReportPorts,
  report: StatsReport,
  input: ReportStatsInput,
): Promise<StatsEnvelope> {
  const context = await contextOf(ports);
  const plan = planStats(report, await withPairs(ports, input), context);
  const steps = envelopeSteps(report, plan, await ports.reports.answer(plan.question));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    // Yields to other work, because thousands of segments take time.
    await ports.clock.wait(0);
  }
}

async function withPairs<I extends ReportListInput | ReportStatsInput>(
  { taxonomy }: ReportPorts,
  { pairs = {}, ...query }: I,
) {
  const chosen = await readPairs(pairs, () => taxonomy.attributes());
  return { ...query, asked: { ...query.asked, ...chosen } };
}

/** Runs the question of a list report. */
export async function answered(
  { reports }: ReportPorts,
  question: Question,
  context: ReportContext,
): Promise<ListAnswer> {
  const answer: Readonly<Record<string, readonly ReportRow[]>> = await reports.answer(question);
  return {
    total: Number(answer.count?.[0]?.total ?? 0),
    rows: answer.page ?? [],
    beside: (name) => answer[name] ?? [],
    ...context,
  };
}
