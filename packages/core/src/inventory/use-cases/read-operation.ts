import { useCase } from '../../kernel/use-case.ts';
import { noSuchOperation } from '../errors.ts';
import type { Operation } from '../operation.ts';
import type { InventoryPorts } from '../ports.ts';

/**
 * Reads one entry of the ledger.
 * @throws DomainError `not_found`
 */
export const readOperation = useCase(
  { access: 'read_inventory', effect: 'read', refusals: { 'not-found': ['not_found'] } },
  ({ ledger }: InventoryPorts) =>
    async (_, input: { readonly id: number }): Promise<Operation> => {
      const operation = await ledger.find(input.id);
      if (!operation) throw noSuchOperation();
      return operation;
    },
);
