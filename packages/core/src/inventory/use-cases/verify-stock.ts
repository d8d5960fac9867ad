import { useCase } from '../../kernel/use-case.ts';
import type { InventoryPorts, StockDifference } from '../ports.ts';

/** Compares all stored balances with the ledger, and keeps the number of differences. */
export const verifyStock = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own', runsLong: true },
  ({ ledger, clock }: InventoryPorts) =>
    async (_, __: object): Promise<readonly StockDifference[]> => {
      const at = clock.now();
      const differences = await ledger.differences();
      await ledger.keepVerification({ at, differing: differences.length });
      return differences;
    },
);

/** Resets all balances to the sums of the ledger and returns the differences; the ledger itself is not changed. */
export const repairStock = useCase(
  { access: 'manage_system', effect: 'write', audit: 'stock.repair', runsLong: true },
  ({ ledger, clock }: InventoryPorts) =>
    async (_, __: object, { note }): Promise<readonly StockDifference[]> => {
      const differences = await ledger.differences();
      note({ target: { type: 'stock', id: 'all' }, changes: { differences: { from: differences.length, to: 0 } } });
      if (differences.length > 0) await ledger.rebuildBalances();
      await ledger.keepVerification({ at: clock.now(), differing: 0 });
      return differences;
    },
);
