import { chunksOf } from '../../kernel/chunks.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { ItemEntry } from '../bulk/ports.ts';
import type { Operation } from '../operation.ts';
import type { InventoryPorts, ItemFilter, OperationFilter } from '../ports.ts';

/** A stream of all matching items. */
export interface ExportedItems {
  /** Keys of the attributes that occur among the items. */
  attributeKeys(): Promise<readonly string[]>;
  readonly portions: AsyncIterable<readonly ItemEntry[]>;
}

/** Exports all matching items in ascending order of id; archived ones only on request. */
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

/** Exports all matching operations in ledger order. */
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
