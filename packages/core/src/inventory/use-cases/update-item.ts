import { type Actor, demandCapability } from '../../kernel/actor.ts';
import { changesOf, demandVersion, type ExpectedVersions } from '../../kernel/change.ts';
import type { Quantity } from '../../kernel/numbers/decimal.ts';
import { useCase } from '../../kernel/use-case.ts';
import { attributesFault } from '../attributes.ts';
import { factsOf, itemChanges } from '../audit-facts.ts';
import { decimalsInUse, itemHasStock, negativeStockExists, noSuchItem, quantityIsReadOnly } from '../errors.ts';
import type { Attributes, Item } from '../item.ts';
import type { InventoryPorts, ItemChanges, ItemFields } from '../ports.ts';
import { demandReferences } from './create-item.ts';
import type { ItemWithStock } from './read-item.ts';

/** Input of `updateItem`; absent members are unchanged. */
export interface UpdateItemInput extends Partial<ItemFields> {
  readonly id: number;
  readonly sku?: string;
  readonly archived?: boolean;
  /** Accepted only if unchanged, so that a representation can be sent back. */
  readonly quantity?: Quantity;
  /** Attributes merged into the existing ones; null removes a key. */
  readonly attributesMerge?: Attributes;
  readonly expectedVersions?: ExpectedVersions;
}

/**
 * Updates the fields of an item.
 * @throws DomainError `not_found`, `precondition_failed`, `sku_taken`, `barcode_taken`, `category_not_found`, `quantity_is_read_only`, `admin_required`, `negative_stock_exists`, `item_has_stock`, `decimals_in_use`, `location_not_found`
 */
export const updateItem = useCase(
  {
    access: 'edit_catalog',
    effect: 'write',
    audit: 'item.update',
    refusals: {
      'not-found': ['not_found'],
      conflict: ['sku_taken', 'barcode_taken', 'negative_stock_exists', 'item_has_stock', 'decimals_in_use'],
      invalid: ['category_not_found', 'quantity_is_read_only', 'location_not_found'],
      forbidden: ['admin_required'],
    },
  },
  (ports: InventoryPorts) =>
    async (actor, input: UpdateItemInput, { note }): Promise<ItemWithStock> => {
      note(factsOf('item', input.id));
      const { items, clock } = ports;
      const item = await items.findForChange(input.id);
      if (!item) throw noSuchItem();
      demandVersion(item, input.expectedVersions);
      if (input.quantity !== undefined && input.quantity !== item.quantity) throw quantityIsReadOnly();

      const misplaced = input.attributesMerge && attributesFault(input.attributesMerge, 'attributesMerge');
      if (misplaced) throw misplaced;
      const changes = wantedChanges(item, input);
      const isIdle = Object.keys(changes).length === 0;
      note({ changes: itemChanges(item, changes), isIdle });
      if (!isIdle) {
        await demandAllowed(ports, actor, { item, changes });
        await items.update(item.id, changes, clock.now());
        ports.events.publish({ type: 'item.updated', itemId: item.id });
      }
      return (await items.findWithStock(item.id)) ?? { item, stock: [] };
    },
);

function wantedChanges(item: Item, input: UpdateItemInput): ItemChanges {
  const { id: _, quantity: __, expectedVersions: ___, attributesMerge, ...wanted } = input;
  const attributes = attributesMerge
    ? mergeAttributes(input.attributes ?? item.attributes, attributesMerge)
    : input.attributes;
  return changesOf<Item>(item, { ...wanted, attributes });
}

const mergeAttributes = (current: Attributes, merged: Attributes): Attributes =>
  Object.fromEntries(Object.entries({ ...current, ...merged }).filter(([, value]) => value !== null));

async function demandAllowed(
  ports: InventoryPorts,
  actor: Actor,
  { item, changes }: { readonly item: Item; readonly changes: ItemChanges },
): Promise<void> {
  const { items } = ports;
  if (changes.allowNegative !== undefined) demandCapability(actor, 'manage_inventory');
  await demandReferences(ports, changes);
  if (changes.allowNegative === false && (await items.hasNegativeStock(item.id))) throw negativeStockExists();
  if (changes.archived && (await items.stockOf(item.id)).length > 0) throw itemHasStock();
  const decimals = changes.quantityDecimals;
  if (decimals !== undefined && decimals < item.quantityDecimals && (await items.decimalsInUse(item.id)) > decimals)
    throw decimalsInUse();
}
