import type { Page, SortKey } from '../../kernel/page.ts';
import { query } from '../../kernel/use-case.ts';
import { noSuchItem } from '../errors.ts';
import type { Operation } from '../operation.ts';
import type { InventoryPorts, OperationFilter, OperationPageRequest, OperationSortField } from '../ports.ts';

/** Which entries to show, in which order; the newest first without one. */
export interface ListOperationsInput extends OperationFilter, OperationPageRequest {
  readonly sort?: readonly SortKey<OperationSortField>[];
}

const newestFirst: readonly SortKey<OperationSortField>[] = [{ field: 'id', descending: true }];

/** Lists entries of the ledger. */
export const listOperations = query(
  'read_inventory',
  ({ ledger }: InventoryPorts) =>
    async (_, input: ListOperationsInput): Promise<Page<Operation>> => {
      const { page, perPage, beforeId, afterId, sort = newestFirst, ...filter } = input;
      return ledger.list(filter, sort, {
        page,
        perPage,
        ...(beforeId !== undefined && { beforeId }),
        ...(afterId !== undefined && { afterId }),
      });
    },
);

/** The entries of one item. */
export interface ListItemOperationsInput extends ListOperationsInput {
  readonly id: number;
}

/**
 * Lists entries of one item.
 * @throws DomainError `not_found`
 */
export const listItemOperations = query(
  'read_inventory',
  (ports: InventoryPorts) =>
    async (actor, { id, ...input }: ListItemOperationsInput, note): Promise<Page<Operation>> => {
      if (!(await ports.items.find(id))) throw noSuchItem();
      return listOperations.make(ports)(actor, { ...input, itemId: id }, note);
    },
);
