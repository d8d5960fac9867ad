import { useCase } from '../../kernel/use-case.ts';
import type { InventoryPorts, StockDifference } from '../ports.ts';

/** Compares every stored balance with the ledger. */
export const verifyStock = useCase(
  { access: 'manage_system', effect: 'read', runsLong: true },
  ({ ledger }: InventoryPorts) =>
    async (_, __: object): Promise<readonly StockDifference[]> =>
      ledger.differences(),
);

/** Sets every balance to what the ledger says and gives what differed; the ledger is never changed. */
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
