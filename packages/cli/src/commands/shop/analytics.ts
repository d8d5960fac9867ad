import {
  type FactDifference,
  listFailedOrders,
  type RecomputeReport,
  rebuildAnalytics,
  verifyAnalytics,
} from '@backroom/core/analytics';
import { flag } from '@backroom/core/interface';
import { type Command, command } from '../../command.ts';
import { ExitCode } from '../../exit-code.ts';
import { table } from '../../print.ts';
import { createProgressReport } from '../../records/progress-report.ts';

const verify = command({
  name: 'analytics verify',
  group: 'Shop',
  summary: 'Recompute every fact from the records and show what differs; ends with 5 when something does.',
  examples: ['backroom analytics verify', 'backroom analytics verify --fix'],
  flags: { fix: flag({ description: 'Correct the differences; records are never changed.' }) },
  async run(context, { fix = false }) {
    const progress = await createProgressReport(context, { unit: 'orders' });
    const report = await context.run(verifyAnalytics, { fix, onProgress: progress.report }).finally(progress.clear);
    const isGood = report.differing === 0;
    const numbers = `${report.differing} number${report.differing === 1 ? '' : 's'}`;
    context.print.say(
      isGood
        ? `All facts of ${report.orders} orders match the records.`
        : fix
          ? `Corrected ${numbers}.`
          : `${numbers} differ from the records.`,
    );
    for (const line of pendingWork(report)) context.print.say(line);
    context.print.result({ ...documentOf(report), fixed: fix && !isGood }, isGood ? [] : linesOf(report));
    return isGood || fix ? ExitCode.ok : ExitCode.invalid;
  },
});

const rebuild = command({
  name: 'analytics rebuild',
  group: 'Shop',
  summary: 'Rebuild all facts and their roll-ups; reports stay available.',
  examples: ['backroom analytics rebuild'],
  async run(context) {
    const progress = await createProgressReport(context, { unit: 'orders' });
    const report = await context.run(rebuildAnalytics, { onProgress: progress.report }).finally(progress.clear);
    context.print.result({ orders: report.orders, changed: report.differing }, [
      `Rebuilt the facts of ${report.orders} orders; ${report.differing} have changed.`,
    ]);
  },
});

const failed = command({
  name: 'analytics failed',
  group: 'Shop',
  summary: 'List the orders whose facts could not be computed, with the error; ends with 5 when there are any.',
  examples: ['backroom analytics failed', 'backroom call POST /shop-analytics/imports/retry-failed'],
  async run(context) {
    const orders = await context.run(listFailedOrders, {});
    const rows = orders.map((each) => [String(each.orderId), each.failedAt.toISOString(), each.error]);
    context.print.result(
      orders.map((each) => ({
        order_id: each.orderId,
        error: each.error,
        failed_at: each.failedAt.toISOString(),
        is_retried: each.retriedBy !== null,
      })),
      rows.length > 0 ? table(['order', 'failed at', 'error'], rows) : ['No order has failed.'],
    );
    return rows.length > 0 ? ExitCode.invalid : ExitCode.ok;
  },
});

/** Recounts and rebuilds in progress, whose outdated facts are no errors. */
const pendingWork = ({ underWay: { recount, rebuildFrom } }: RecomputeReport): readonly string[] => [
  ...(recount
    ? [
        `A recount is under way, because settings were changed: facts of orders after ${recount.after} are still to come.`,
      ]
    : []),
  ...(rebuildFrom === undefined
    ? []
    : [`A rebuild is under way: customers from ${rebuildFrom} on are still to come; until then reports count facts.`]),
  ...(recount || rebuildFrom !== undefined
    ? ['A running server goes on with it, and so does "analytics verify --fix".']
    : []),
];

const documentOf = ({ orders, differing, differences, underWay: { recount, rebuildFrom } }: RecomputeReport) => ({
  orders,
  differing,
  under_way: { recount_after: recount?.after ?? null, rebuild_from: rebuildFrom ?? null },
  differences: differences.map(({ table: name, key, stored, computed }) => ({
    table: name,
    key,
    stored: stored ?? null,
    computed: computed ?? null,
  })),
});

const linesOf = ({ differing, differences }: RecomputeReport): readonly string[] => [
  ...table(
    ['table', 'key', 'stored', 'computed'],
    differences.map(({ table: name, key, ...sides }) => [name, key, ...whatDiffers(sides)]),
  ),
  ...(differing > differences.length ? [`… and ${differing - differences.length} more`] : []),
];

/** Only the members that differ. */
function whatDiffers({ stored, computed }: Pick<FactDifference, 'stored' | 'computed'>): readonly string[] {
  if (!stored || !computed) return [stored, computed].map((side) => (side ? 'there' : 'missing'));
  const names = Object.keys({ ...stored, ...computed }).filter(
    (name) => JSON.stringify(stored[name]) !== JSON.stringify(computed[name]),
  );
  return [stored, computed].map((side) =>
    names.map((name) => `${name}=${JSON.stringify(side[name] ?? null)}`).join(' '),
  );
}

/** Verifies and rebuilds the facts behind the reports. */
export const analytics: readonly Command[] = [verify, rebuild, failed];
