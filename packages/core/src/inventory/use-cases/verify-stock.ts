import { useCase } from '../../kernel/use-case.ts';
import type { InventoryPorts, StockDifference } from '../ports.ts';

/** Compares all stored balances with the ledger. */
export const verifyStock = useCase(
  { access: 'manage_system', effect: 'read', runsLong: true },
  ({ ledger }: InventoryPorts) =>
    async (_, __: object): Promise<readonly StockDifference[]> =>
      ledger.differences(),
);

/** Resets all balances to the sums of the ledger and returns the differences; the ledger itself is not changed. */
export const repairStock = useCase(
  { access: 'manage_system', effect: 'write', audit: 'stock.repair', runsLong: true },
  ({ ledger }: InventoryPorts) =>
    async (_, __: object, { note }): Promise<readonly StockDifference[]> => {
      const differences = await ledger.differences();
      note({ target: { type: 'stock', id: 'all' }, changes: { differences: { from: differences.length, to: 0 } } });
      if (differences.length > 0) await ledger.rebuildBalances();
      return differences;
    },
);
