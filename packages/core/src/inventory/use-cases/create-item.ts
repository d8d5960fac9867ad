import { demandCapability } from '../../kernel/actor.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { Money, Quantity } from '../../kernel/numbers/decimal.ts';
import { useCase } from '../../kernel/use-case.ts';
import { attributesFault } from '../attributes.ts';
import { factsOf, itemChanges } from '../audit-facts.ts';
import { categoryNotFound, contradiction, locationNotFound } from '../errors.ts';
import { usualFields } from '../item.ts';
import { MAIN } from '../location.ts';
import type { InventoryPorts, ItemFields } from '../ports.ts';
import { record } from '../record.ts';
import type { LocationRef } from '../stock-account.ts';
import type { ItemWithStock } from './read-item.ts';

/** Input of `createItem`; a quantity becomes the first receipt. */
export interface CreateItemInput extends Partial<ItemFields> {
  readonly name: string;
  readonly sku?: string;
  readonly quantity?: Quantity;
  /** Alias of `quantity`. */
  readonly initialQuantity?: Quantity;
  /** Location of the first receipt. */
  readonly location?: LocationRef;
  readonly unitCost?: Money | null;
}

/**
 * Creates an item and records its initial quantity as a receipt by the caller.
 * @throws DomainError `sku_taken`, `barcode_taken`, `category_not_found`, `location_not_found`, `admin_required`, `contradiction`
 */
export const createItem = useCase(
  {
    access: 'edit_catalog',
    effect: 'write',
    audit: 'item.create',
    refusals: {
      conflict: ['sku_taken', 'barcode_taken'],
      invalid: ['category_not_found', 'location_not_found', 'contradiction'],
      forbidden: ['admin_required'],
    },
  },
  (ports: InventoryPorts) =>
    async (actor, input: CreateItemInput, { note }): Promise<ItemWithStock> => {
      const { items, clock } = ports;
      if (input.allowNegative) demandCapability(actor, 'manage_inventory');
      const quantity = firstQuantity(input);
      const fields = await completeFields(ports, input);
      const item = await items.insert({ ...fields, sku: input.sku, createdBy: actor.userId ?? null }, clock.now());
      note({ ...factsOf('item', item.id), changes: itemChanges(undefined, { ...fields, sku: item.sku }) });
      ports.events.publish({ type: 'item.created', itemId: item.id });
      if (quantity === 0) return { item, stock: [] };

      // The idempotency key belongs to the creation of the item, not to its receipt.
      const { once: _, ...author } = actor;
      await record(ports, author, {
        requests: [
          {
            type: 'receipt',
            item: { id: item.id },
            quantity,
            location: input.location,
            unitCost: input.unitCost,
            reason: 'initial stock',
          },
        ],
        groupId: null,
      });
      return (await items.findWithStock(item.id)) ?? { item, stock: [] };
    },
);

function firstQuantity({ quantity, initialQuantity }: CreateItemInput): Quantity {
  if (quantity !== undefined && initialQuantity !== undefined && quantity !== initialQuantity) {
    throw contradiction('initialQuantity', 'quantity');
  }
  const wanted = quantity ?? initialQuantity ?? 0;
  if (wanted < 0) throw invalidField('quantity', 'out_of_range', 'It must not be negative.');
  return wanted;
}

async function completeFields(ports: InventoryPorts, input: CreateItemInput): Promise<ItemFields> {
  await demandReferences(ports, input);
  return {
    name: input.name,
    defaultLocationId: input.defaultLocationId ?? (await mainLocationId(ports)),
    description: input.description ?? usualFields.description,
    categoryId: input.categoryId ?? usualFields.categoryId,
    unit: input.unit ?? usualFields.unit,
    quantityDecimals: input.quantityDecimals ?? usualFields.quantityDecimals,
    reorderLevel: input.reorderLevel ?? usualFields.reorderLevel,
    barcode: input.barcode ?? usualFields.barcode,
    price: input.price ?? usualFields.price,
    cost: input.cost ?? usualFields.cost,
    allowNegative: input.allowNegative ?? usualFields.allowNegative,
    attributes: input.attributes ?? usualFields.attributes,
  };
}

async function mainLocationId({ locations }: InventoryPorts): Promise<number> {
  const main = await locations.find({ code: MAIN });
  if (!main) throw new Error('The main location is missing.');
  return main.id;
}

/**
 * Refuses references to missing records, and attributes beyond their limits.
 * @throws DomainError `category_not_found`, `location_not_found`, `invalid_format`, `too_long`
 */
export async function demandReferences(
  { categories, locations }: InventoryPorts,
  fields: Partial<ItemFields>,
): Promise<void> {
  const { categoryId, defaultLocationId, attributes } = fields;
  if (categoryId != null && !(await categories.has(categoryId))) throw categoryNotFound();
  if (defaultLocationId !== undefined) {
    const location = await locations.find({ id: defaultLocationId });
    if (!location || location.archived) throw locationNotFound('defaultLocationId');
  }
  const fault = attributes && attributesFault(attributes);
  if (fault) throw fault;
}
