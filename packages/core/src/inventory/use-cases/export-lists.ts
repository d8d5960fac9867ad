import { portionsOf } from '../../kernel/portions.ts';
import { query } from '../../kernel/use-case.ts';
import type { ItemEntry } from '../bulk/ports.ts';
import type { Operation } from '../operation.ts';
import type { InventoryPorts, ItemFilter, OperationFilter } from '../ports.ts';

/** All items that match, read while somebody listens. */
export interface ExportedItems {
  /** The attributes that some of them have. */
  attributeKeys(): Promise<readonly string[]>;
  readonly portions: AsyncIterable<readonly ItemEntry[]>;
}

/** Gives all items that match, in the order of their ids; archived ones only when asked for. */
export const exportItems = query(
  'read_inventory',
  ({ exports }: InventoryPorts) =>
    async (_, filter: ItemFilter): Promise<ExportedItems> => {
      const wanted = { archived: false, ...filter };
      return {
        attributeKeys: () => exports.attributeKeys(wanted),
        portions: portionsOf(
          (afterId, limit) => exports.items(wanted, afterId, limit),
          ({ item }) => item.id,
        ),
      };
    },
  { audit: 'items.export' },
);

/** Gives all operations that match, in the order in which they were recorded. */
export const exportOperations = query(
  'read_inventory',
  ({ exports }: InventoryPorts) =>
    async (_, filter: OperationFilter): Promise<{ readonly portions: AsyncIterable<readonly Operation[]> }> => ({
      portions: portionsOf(
        (afterId, limit) => exports.operations(filter, afterId, limit),
        ({ id }) => id,
      ),
    }),
  { audit: 'operations.export' },
);
