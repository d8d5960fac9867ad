import type { Page, PageRequest, SortKey } from '../../kernel/page.ts';
import { type StatusTotals, statusTotals } from '../../kernel/records/status-totals.ts';
import { useCase } from '../../kernel/use-case.ts';
import { type Item, type ItemStockStatus, stockStatuses } from '../item.ts';
import type { InventoryPorts, ItemCountFilter, ItemFilter, ItemSortField } from '../ports.ts';

/** Input of `listItems`; archived items only on request. */
export interface ListItemsInput extends ItemFilter, PageRequest {
  readonly sort?: readonly SortKey<ItemSortField>[];
}

/** Lists items, one page at a time; archived ones only on request. */
export const listItems = useCase(
  { access: 'read_inventory', effect: 'read' },
  ({ items }: InventoryPorts) =>
    async (_, { page, perPage, sort = [], ...filter }: ListItemsInput): Promise<Page<Item>> =>
      items.list({ archived: false, ...filter }, sort, { page, perPage }),
);

/** Counts items by stock status; archived ones only on request. */
export const countItems = useCase(
  { access: 'read_inventory', effect: 'read' },
  ({ items }: InventoryPorts) =>
    async (_, filter: ItemCountFilter): Promise<StatusTotals<ItemStockStatus>> =>
      statusTotals(stockStatuses, await items.countByStatus({ archived: false, ...filter })),
);
