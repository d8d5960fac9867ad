import type { ProgressListener } from '../../kernel/progress.ts';
import { useCase } from '../../kernel/use-case.ts';
import { finishRecomputing } from '../finish-recomputing.ts';
import type { FactDifference, FactsUnderWay } from '../ports.ts';
import {
  countingRulesOf,
  MOST_DIFFERENCES,
  type RecomputePorts,
  type Recomputing,
  recomputeFacts,
  recomputeOrphans,
} from '../recompute.ts';

/** Result of a verification or rebuild. */
export interface RecomputeReport {
  readonly orders: number;
  /** Number of differences; `differences` has the first 1,000. */
  readonly differing: number;
  readonly differences: readonly FactDifference[];
  /** Pending recomputation; its data is known to be stale and is not among the differences. */
  readonly underWay: FactsUnderWay;
}

/** Options of `verifyAnalytics`: `fix` corrects differences, `onProgress` receives progress. */
export interface VerifyAnalyticsInput {
  readonly fix?: boolean;
  readonly onProgress?: ProgressListener;
}

/** Compares all facts with the source records and all derived data with the facts; `fix` corrects differences. */
export const verifyAnalytics = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own', audit: 'analytics.repair', runsLong: true },
  (ports: RecomputePorts) =>
    async (_, { fix: fixes = false, onProgress }: VerifyAnalyticsInput, { note }): Promise<RecomputeReport> => {
      if (fixes) await finishRecomputing(ports, { onProgress });
      const underWay = await ports.facts.underWay();
      const { orders, findings } = await compareFacts(ports, underWay, { fixes, onProgress });
      const rules = countingRulesOf(await ports.shopSettings.read());
      const derived = await ports.facts.compareDerived(rules, MOST_DIFFERENCES);
      if (derived.length > 0 && fixes) await ports.facts.rebuildDerived(rules);
      findings.add(derived);
      const report = { orders, differing: findings.count, differences: findings.first, underWay };
      note({
        target: { type: 'analytics', id: 'all' },
        changes: { differences: { from: report.differing, to: fixes ? 0 : report.differing } },
        isIdle: !fixes,
      });
      return report;
    },
);

/** During a recount, later orders still have facts under the previous settings and are not compared. */
async function compareFacts(ports: RecomputePorts, { recount }: FactsUnderWay, { fixes, onProgress }: Recomputing) {
  const found = await recomputeFacts(ports, { fixes, onProgress, upTo: recount?.after });
  found.findings.add(await recomputeOrphans(ports, fixes));
  return found;
}

/** Options of `rebuildAnalytics`: `onProgress` receives progress. */
export interface RebuildAnalyticsInput {
  readonly onProgress?: ProgressListener;
}

/** Recomputes all facts from the records, and all derived data; reports stay available during the rebuild. */
export const rebuildAnalytics = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own', audit: 'analytics.rebuild', runsLong: true },
  (ports: RecomputePorts) =>
    async (_, { onProgress }: RebuildAnalyticsInput, { note }): Promise<RecomputeReport> => {
      note({ target: { type: 'analytics', id: 'all' } });
      const { facts } = ports;
      const { recount } = await facts.underWay();
      const rules = countingRulesOf(await ports.shopSettings.read());
      // Written facts bring what they add to sums, so these can be rebuilt concurrently.
      const work = [recomputeFacts(ports, { fixes: true, onProgress }), facts.rebuildDerived(rules)] as const;
      const [found] = await Promise.all(work).finally(() => Promise.allSettled(work));
      if (recount) await facts.recounted(recount.no, undefined);
      found.findings.add(await recomputeOrphans(ports, true));
      await facts.refresh();
      const { count: differing, first: differences } = found.findings;
      note({ changes: { differences: { from: differing, to: 0 } } });
      return { orders: found.orders, differing, differences, underWay: await facts.underWay() };
    },
);
