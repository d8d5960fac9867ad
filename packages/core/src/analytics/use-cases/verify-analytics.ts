import type { Progress } from '../../kernel/progress.ts';
import { useCase } from '../../kernel/use-case.ts';
import { finishAnew, refreshAll } from '../finish-anew.ts';
import type { FactDifference, FactsUnderWay } from '../ports.ts';
import {
  countingRulesOf,
  MOST_TOLD,
  type RecomputePorts,
  type Recomputing,
  recomputeFacts,
  recomputeOrphans,
} from '../recompute.ts';

/** What was found. */
export interface RecomputeReport {
  readonly orders: number;
  /** How many numbers differed; of those the first thousand are told. */
  readonly differing: number;
  readonly differences: readonly FactDifference[];
  /** What was begun to be made anew and is not done; it is known to be old, and so not among the differences. */
  readonly underWay: FactsUnderWay;
}

/** Whether what differs is put right, and who hears how far it is. */
export interface VerifyAnalyticsInput {
  readonly fix?: boolean;
  readonly tell?: (progress: Progress) => void;
}

/** Compares every fact with the records it comes from, and everything that is derived from facts with them; `fix` puts right what differs. */
export const verifyAnalytics = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own', audit: 'analytics.repair', runsLong: true },
  (ports: RecomputePorts) =>
    async (_, { fix: fixes = false, tell }: VerifyAnalyticsInput, { note }): Promise<RecomputeReport> => {
      if (fixes) await finishAnew(ports, { tell });
      const underWay = await ports.facts.underWay();
      const { orders, findings } = await compareFacts(ports, underWay, { fixes, tell });
      const rules = countingRulesOf(await ports.shopSettings.read());
      const derived = await ports.facts.compareDerived(rules, MOST_TOLD);
      if (derived.length > 0 && fixes) await ports.facts.rebuildDerived(rules);
      findings.add(derived);
      const report = { orders, differing: findings.count, differences: findings.told, underWay };
      note({
        target: { type: 'analytics', id: 'all' },
        changes: { differences: { from: report.differing, to: fixes ? 0 : report.differing } },
        isIdle: !fixes,
      });
      return report;
    },
);

/** While facts are made anew for other settings, those of orders that come later are by the old ones and are not compared. */
async function compareFacts(ports: RecomputePorts, { recount }: FactsUnderWay, { fixes, tell }: Recomputing) {
  const found = await recomputeFacts(ports, { fixes, tell, upTo: recount?.after });
  found.findings.add(await recomputeOrphans(ports, fixes));
  return found;
}

/** Who hears how far it is. */
export interface RebuildAnalyticsInput {
  readonly tell?: (progress: Progress) => void;
}

/** Computes all facts from the records anew, and everything that is derived from them; reading goes on meanwhile. */
export const rebuildAnalytics = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own', audit: 'analytics.rebuild', runsLong: true },
  (ports: RecomputePorts) =>
    async (_, { tell }: RebuildAnalyticsInput, { note }): Promise<RecomputeReport> => {
      note({ target: { type: 'analytics', id: 'all' } });
      const { facts } = ports;
      const { recount } = await facts.underWay();
      const rules = countingRulesOf(await ports.shopSettings.read());
      // Facts that are written mark their days, so that sums can be made at the same time.
      const work = [recomputeFacts(ports, { fixes: true, tell }), facts.rebuildDerived(rules)] as const;
      const [found] = await Promise.all(work).finally(() => Promise.allSettled(work));
      if (recount) await facts.recounted(recount.no, undefined);
      found.findings.add(await recomputeOrphans(ports, true));
      await refreshAll(facts);
      const { count: differing, told: differences } = found.findings;
      note({ changes: { differences: { from: differing, to: 0 } } });
      return { orders: found.orders, differing, differences, underWay: await facts.underWay() };
    },
);
