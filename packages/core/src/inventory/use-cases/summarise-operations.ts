import { invalidField } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { InventoryPorts, SummaryRequest, SummaryRow } from '../ports.ts';

/** Input of `summariseOperations`; default: the last 30 days, by day. */
export interface SummariseOperationsInput
  extends Partial<Omit<SummaryRequest, 'interval' | 'by'>>,
    Pick<SummaryRequest, 'interval' | 'by'> {}

const DAY = 86_400_000;
/** Maximum length of the period, in days: ten years including leap days. */
const LONGEST = 3_660;

/**
 * Sums up the movements of a period, by recording time.
 * @throws DomainError `out_of_range`
 */
export const summariseOperations = useCase(
  { access: 'read_inventory', effect: 'read', refusals: { invalid: ['out_of_range'] } },
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
