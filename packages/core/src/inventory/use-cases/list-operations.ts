import type { Page, SortKey } from '../../kernel/page.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noSuchItem } from '../errors.ts';
import type { Operation } from '../operation.ts';
import type { InventoryPorts, OperationFilter, OperationPageRequest, OperationSortField } from '../ports.ts';

/** Input of `listOperations`; default order: newest first. */
export interface ListOperationsInput extends OperationFilter, OperationPageRequest {
  readonly sort?: readonly SortKey<OperationSortField>[];
}

const newestFirst: readonly SortKey<OperationSortField>[] = [{ field: 'id', descending: true }];

/** Lists ledger entries, one page at a time. */
export const listOperations = useCase(
  { access: 'read_inventory', effect: 'read' },
  (ports: InventoryPorts) => async (_, input: ListOperationsInput) => pageOf(ports, input),
);

function pageOf(
  { ledger }: InventoryPorts,
  { page, perPage, beforeId, afterId, sort = newestFirst, ...filter }: ListOperationsInput,
): Promise<Page<Operation>> {
  const cursor = { ...(beforeId !== undefined && { beforeId }), ...(afterId !== undefined && { afterId }) };
  return ledger.list(filter, sort, { page, perPage, ...cursor });
}

/** Input of `listItemOperations`. */
export interface ListItemOperationsInput extends ListOperationsInput {
  readonly id: number;
}

/**
 * Lists the ledger entries of one item, one page at a time.
 * @throws DomainError `not_found`
 */
export const listItemOperations = useCase(
  { access: 'read_inventory', effect: 'read', refusals: { 'not-found': ['not_found'] } },
  (ports: InventoryPorts) =>
    async (_, { id, ...input }: ListItemOperationsInput): Promise<Page<Operation>> => {
      if (!(await ports.items.find(id))) throw noSuchItem();
      return pageOf(ports, { ...input, itemId: id });
    },
);
