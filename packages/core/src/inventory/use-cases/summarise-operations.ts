import { invalidField } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { InventoryPorts, SummaryRequest, SummaryRow } from '../ports.ts';

/** The period and its division; the last 30 days by day without any. */
export interface SummariseOperationsInput
  extends Partial<Omit<SummaryRequest, 'interval' | 'by'>>,
    Pick<SummaryRequest, 'interval' | 'by'> {}

const DAY = 86_400_000;
/** Longest period of a summary, in days: ten years and their leap days. */
const LONGEST = 3_660;

/**
 * Sums up what moved in a period, by time of recording.
 * @throws DomainError `out_of_range`
 */
export const summariseOperations = useCase(
  { access: 'read_inventory', effect: 'read' },
  ({ ledger, clock }: InventoryPorts) =>
    async (_, input: SummariseOperationsInput): Promise<readonly SummaryRow[]> => {
      const to = input.to ?? clock.now();
      const from = input.from ?? new Date(to.getTime() - 30 * DAY);
      if (from > to) throw invalidField('from', 'out_of_range', 'The period ends before it begins.');
      if (to.getTime() - from.getTime() > LONGEST * DAY)
        throw invalidField('from', 'out_of_range', 'At most ten years.');
      return ledger.summarise({ from, to, interval: input.interval, by: input.by });
    },
);
