import { chunksOf } from '../../kernel/chunks.ts';
import { useCase } from '../../kernel/use-case.ts';
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
export const exportItems = useCase(
  { access: 'read_inventory', effect: 'read', audit: 'items.export' },
  ({ exports }: InventoryPorts) =>
    async (_, filter: ItemFilter): Promise<ExportedItems> => {
      const wanted = { archived: false, ...filter };
      return {
        attributeKeys: () => exports.attributeKeys(wanted),
        portions: chunksOf(
          (afterId, limit) => exports.items(wanted, afterId, limit),
          ({ item }) => item.id,
        ),
      };
    },
);

/** Gives all operations that match, in the order in which they were recorded. */
export const exportOperations = useCase(
  { access: 'read_inventory', effect: 'read', audit: 'operations.export' },
  ({ exports }: InventoryPorts) =>
    async (_, filter: OperationFilter): Promise<{ readonly portions: AsyncIterable<readonly Operation[]> }> => ({
      portions: chunksOf(
        (afterId, limit) => exports.operations(filter, afterId, limit),
        ({ id }) => id,
      ),
    }),
);
