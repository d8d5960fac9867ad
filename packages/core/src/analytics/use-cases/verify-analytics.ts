import type { Progress } from '../../kernel/progress.ts';
import { procedure } from '../../kernel/use-case.ts';
import {
  countingRulesOf,
  Findings,
  MOST_TOLD,
  type RecomputePorts,
  type RecomputeReport,
  recomputeFacts,
} from '../recompute.ts';

/** Whether what differs is put right, and who hears how far it is. */
export interface VerifyAnalyticsInput {
  readonly fix?: boolean;
  readonly tell?: (progress: Progress) => void;
}

/** Compares every fact with the records it comes from, and everything that is derived from facts with them; `fix` puts right what differs. */
export const verifyAnalytics = procedure(
  'manage_system',
  (ports: RecomputePorts) =>
    async (_, { fix: fixes = false, tell }: VerifyAnalyticsInput, note): Promise<RecomputeReport> => {
      const found = await recomputeFacts(ports, { fixes, tell });
      const rules = countingRulesOf(await ports.shopSettings.read());
      const derived = await ports.facts.compareDerived(rules, MOST_TOLD);
      if (derived.length > 0 && fixes) await ports.facts.rebuildDerived(rules);
      const findings = new Findings();
      findings.add(found.differences);
      findings.add(derived);
      const report = { ...findings.report(found.orders), differing: found.differing + derived.length };
      note({
        target: { type: 'analytics', id: 'all' },
        changes: { differences: { from: report.differing, to: fixes ? 0 : report.differing } },
        isIdle: !fixes,
      });
      return report;
    },
  { audit: 'analytics.repair' },
);

/** Who hears how far it is. */
export interface RebuildAnalyticsInput {
  readonly tell?: (progress: Progress) => void;
}

/** Computes all facts from the records anew, and everything that is derived from them; reading goes on meanwhile. */
export const rebuildAnalytics = procedure(
  'manage_system',
  (ports: RecomputePorts) =>
    async (_, { tell }: RebuildAnalyticsInput, note): Promise<RecomputeReport> => {
      note({ target: { type: 'analytics', id: 'all' } });
      const report = await recomputeFacts(ports, { fixes: true, tell });
      const rules = countingRulesOf(await ports.shopSettings.read());
      await ports.unitOfWork.run(() => ports.facts.useRules(rules));
      await ports.facts.rebuildDerived(rules);
      note({ changes: { differences: { from: report.differing, to: 0 } } });
      return report;
    },
  { audit: 'analytics.rebuild' },
);
