import type { ShopSettings } from '../../catalog/index.ts';
import { type Zone, zoneNamed } from '../../kernel/zone.ts';
import { readPairs, type SentPairs } from '../attribute-pairs.ts';
import { type ListQuery, planList } from '../engine/plan-list.ts';
import type { ListReport } from '../report.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';

/** What a list is asked; pairs of attributes as they were sent. */
export interface ReportListInput extends ListQuery {
  readonly pairs?: SentPairs;
}

/** What a list gave, before it is told. */
export interface ListAnswer {
  readonly total: number;
  readonly rows: readonly ReportRow[];
  /** What is told beside the rows; empty where nobody asked for it. */
  beside(name: string): readonly ReportRow[];
  readonly settings: ShopSettings;
  readonly zone: Zone;
}

/** Asks for a list: its length, one page and what stands beside it, all of the same moment. */
export async function runList(
  { reports, shopSettings, taxonomy, clock }: ReportPorts,
  report: ListReport,
  { pairs = {}, ...query }: ReportListInput,
): Promise<ListAnswer> {
  const settings = await shopSettings.read();
  const zone = zoneNamed(settings.timeZone);
  const chosen = await readPairs(pairs, () => taxonomy.attributes());
  const plans = planList(
    report,
    { ...query, asked: { ...query.asked, ...chosen } },
    { settings, zone, now: clock.now() },
  );
  const answer: Readonly<Record<string, readonly ReportRow[]>> = await reports.answer(plans);
  return {
    total: Number(answer.count?.[0]?.total ?? 0),
    rows: answer.page ?? [],
    beside: (name) => answer[name] ?? [],
    settings,
    zone,
  };
}
