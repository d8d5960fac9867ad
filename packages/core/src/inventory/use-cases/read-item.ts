import { useCase } from '../../kernel/use-case.ts';
import { noSuchItem } from '../errors.ts';
import type { Item, StockLevel } from '../item.ts';
import type { InventoryPorts } from '../ports.ts';

/** An item with its balances per location. */
export interface ItemWithStock {
  readonly item: Item;
  readonly stock: readonly StockLevel[];
}

/**
 * Reads one item with its balances.
 * @throws DomainError `not_found`
 */
export const readItem = useCase(
  { access: 'read_inventory', effect: 'read', refusals: { 'not-found': ['not_found'] } },
  ({ items }: InventoryPorts) =>
    async (_, input: { readonly id: number }): Promise<ItemWithStock> => {
      const found = await items.findWithStock(input.id);
      if (!found) throw noSuchItem();
      return found;
    },
);

/**
 * Finds the item with exactly this sku or barcode.
 * @throws DomainError `not_found`
 */
export const lookUpItem = useCase(
  { access: 'read_inventory', effect: 'read', refusals: { 'not-found': ['not_found'] } },
  ({ items }: InventoryPorts) =>
    async (_, input: { readonly code: string }): Promise<ItemWithStock> => {
      const item = await items.findByCode(input.code);
      if (!item) throw noSuchItem();
      return { item, stock: await items.stockOf(item.id) };
    },
);

/** Input of `readStock`: `basis` selects recording time or time of occurrence. */
export interface ReadStockInput {
  readonly id: number;
  readonly asOf?: Date;
  readonly basis: 'recorded' | 'occurred';
}

/**
 * Reads the balances of one item, current or at a point in time.
 * @throws DomainError `not_found`
 */
export const readStock = useCase(
  { access: 'read_inventory', effect: 'read', refusals: { 'not-found': ['not_found'] } },
  ({ items }: InventoryPorts) =>
    async (_, { id, asOf, basis }: ReadStockInput): Promise<readonly StockLevel[]> => {
      if (!(await items.find(id))) throw noSuchItem();
      return asOf ? items.stockAt(id, asOf, basis) : items.stockOf(id);
    },
);
