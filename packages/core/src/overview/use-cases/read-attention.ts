import { lowStockDefault } from '../../analytics/index.ts';
import { UNIT } from '../../kernel/numbers/decimal.ts';
import { useCase } from '../../kernel/use-case.ts';
import { type AttentionName, attentionNames, attentionReaders } from '../attention.ts';
import type { OverviewPorts } from '../ports.ts';

/** A line of the answer. */
export interface AttentionLine {
  readonly name: AttentionName;
  readonly count: number;
  /** Whether there are that many or more. */
  readonly isCapped: boolean;
  readonly since: Date | null;
}

/** Counting ends here, so that a request costs no more where there is a lot. */
const MOST = 1_000;

/** Counts what wants attention, as far as the caller may see it; only what there is. */
export const readAttention = useCase(
  { access: 'signed-in', effect: 'read' },
  ({ attention, shopSettings, settings: { stockLinkBySku } }: OverviewPorts) =>
    async ({ capabilities }, _: object): Promise<readonly AttentionLine[]> => {
      const names = attentionNames.filter((name) => capabilities.has(attentionReaders[name]));
      if (names.length === 0) return [];
      const settings = await shopSettings.read();
      const counts = await attention.count({
        names,
        most: MOST,
        noStock: Math.round(settings.noStockAmount * UNIT),
        lowStock: Math.round(lowStockDefault(settings) * UNIT),
        linksBySku: stockLinkBySku,
      });
      return names.flatMap((name) => {
        const { count = 0, since = null } = counts.get(name) ?? {};
        return count > 0 ? [{ name, count, isCapped: count >= MOST, since }] : [];
      });
    },
);
