import type { ShopSettings } from '../../commerce/index.ts';
import { codesByKind } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/page.ts';
import { type DeclaredRefusals, type UseCase, useCase } from '../../kernel/use-case.ts';
import { type Zone, zoneNamed } from '../../kernel/zone.ts';
import { readPairs, type SentPairs } from '../attribute-pairs.ts';
import { type DeclaredList, type GroupReport, hasGroups } from '../definition.ts';
import { envelopeSteps, type StatsEnvelope } from '../engine/envelope.ts';
import { planGroups } from '../engine/plan-groups.ts';
import { keyOfList, type ListQuery, planList, type ReportContext } from '../engine/plan-list.ts';
import { planStats, type StatsQuery } from '../engine/plan-stats.ts';
import { type AllKeys, inPinnedOrder, keysIn, planKeys } from '../engine/row-keys.ts';
import { invalidSegment, reportTookTooLong } from '../errors.ts';
import type { Question, RowPlan } from '../plan.ts';
import type { ListReport } from '../report.ts';
import type { ReportCustomer } from '../report-entries.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';
import type { StatsReport } from '../stats.ts';

/** The use case of a report, and its query, which exports and questions of a screen call directly. */
export interface ReportRead<I, O> extends UseCase<ReportPorts, I, O> {
  query(ports: ReportPorts, input: I): Promise<O>;
}
/** The use case of a list report. */
export type ReportList<I, E> = ReportRead<I, Page<E>>;

/** Builds the use case of a report from its query. */
export const reportRead = <I, O>(
  query: (ports: ReportPorts, input: I) => Promise<O>,
  refusals: DeclaredRefusals = codesByKind(reportTookTooLong()),
): ReportRead<I, O> => ({
  ...useCase<ReportPorts, I, O>(
    { access: 'manage_store', effect: 'read', refusals },
    (ports) => (_, input) => query(ports, input),
  ),
  query,
});

/** Builds the use case of a list report from its query. */
export const reportList = <I, E>(query: (ports: ReportPorts, input: I) => Promise<Page<E>>): ReportList<I, E> =>
  reportRead(query);

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
  related(name: string): readonly ReportRow[];
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
export async function keysOf(ports: ReportPorts, report: DeclaredList, input: ReportListInput): Promise<AllKeys> {
  const query = await withPairs(ports, input);
  const context = await contextOf(ports);
  if (!hasGroups(report)) return answeredKeys(ports, planList(report, query, context), [keyOfList(report)]);
  const { question, keys } = planGroups(report, query, context);
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
    total: Number(answer.count?.[0]?.rows ?? 0),
    rows: answer.page ?? [],
    related: (name) => answer[name] ?? [],
    ...context,
  };
}

type CellValue = ReportRow[string] | undefined;

/** Returns a text unchanged; null for anything else. */
export const textOf = (value: CellValue): string | null => (typeof value === 'string' ? value : null);

/** Converts a UTC timestamp to local time of the shop. */
export function localOf(moment: CellValue, zone: Zone): string | null {
  const utc = textOf(moment);
  return utc === null ? null : zone.toLocal(new Date(`${utc.replace(' ', 'T')}Z`));
}

/** Reads a customer from a report row. */
export function customerOf(row: ReportRow, zone: Zone): ReportCustomer {
  return {
    id: Number(row.id),
    userId: (row.user_id ?? null) === null ? null : Number(row.user_id),
    username: textOf(row.username),
    firstName: textOf(row.first_name),
    lastName: textOf(row.last_name),
    email: textOf(row.email),
    country: textOf(row.country),
    state: textOf(row.state),
    city: textOf(row.city),
    postcode: textOf(row.postcode),
    registered: localOf(row.registered_utc, zone),
    lastActive: localOf(row.last_active_utc, zone),
  };
}

/** Indexes rows by a numeric column. */
export const rowsBy = (rows: readonly ReportRow[], column: string): ReadonlyMap<number, ReportRow> =>
  new Map(rows.map((row) => [Number(row[column]), row]));

/** Groups rows by a numeric column. */
export function groupsBy(rows: readonly ReportRow[], column: string): ReadonlyMap<number, readonly ReportRow[]> {
  const groups = new Map<number, ReportRow[]>();
  for (const row of rows) {
    const id = Number(row[column]);
    const group = groups.get(id);
    if (group) group.push(row);
    else groups.set(id, [row]);
  }
  return groups;
}

/** Parses a JSON column; undefined if it is empty or invalid. */
export function jsonOf(value: CellValue): unknown {
  try {
    return JSON.parse(textOf(value) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The use case of a stats report. */
export const statsReader = (report: StatsReport): ReportRead<ReportStatsInput, StatsEnvelope> =>
  reportRead((ports, input) => runStats(ports, report, input), refusalsOf(report));

const refusalsOf = ({ segments }: StatsReport): DeclaredRefusals =>
  codesByKind(reportTookTooLong(), ...(segments ? [invalidSegment()] : []));
