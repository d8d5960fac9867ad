import type { Page, PageRequest, SortKey } from '../../kernel/page.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { Item } from '../item.ts';
import type { InventoryPorts, ItemFilter, ItemSortField } from '../ports.ts';

/** Which items to show, in which order; archived ones only when asked for. */
export interface ListItemsInput extends ItemFilter, PageRequest {
  readonly sort?: readonly SortKey<ItemSortField>[];
}

/** Gives one page of what is kept in stock; archived things only when asked for. */
export const listItems = useCase(
  { access: 'read_inventory', effect: 'read' },
  ({ items }: InventoryPorts) =>
    async (_, { page, perPage, sort = [], ...filter }: ListItemsInput): Promise<Page<Item>> =>
      items.list({ archived: false, ...filter }, sort, { page, perPage }),
);
