import { DomainError, invalidField, notFound } from '../kernel/errors.ts';
import { type Quantity, quantityToJson } from '../kernel/numbers/decimal.ts';

const conflict = (code: string, message: string, details: Record<string, unknown> = {}) =>
  new DomainError('conflict', code, message, details);

/** The body refers to an item that does not exist. */
export const itemNotFound = (field = 'itemId'): DomainError =>
  invalidField(field, 'item_not_found', 'There is no such item.');
/** The body refers to a location that does not exist. */
export const locationNotFound = (field = 'location'): DomainError =>
  invalidField(field, 'location_not_found', 'There is no such location.');
/** The body refers to a category that does not exist. */
export const categoryNotFound = (field = 'categoryId'): DomainError =>
  invalidField(field, 'category_not_found', 'There is no such category.');
/** Two identifiers of the same record contradict each other. */
export const contradiction = (field: string, other: string): DomainError =>
  invalidField(field, 'contradiction', `It does not fit ${other}.`);

/** The requested quantity exceeds the stock on hand. */
export const insufficientStock = (facts: {
  available: Quantity;
  requested: Quantity;
  location: string;
  sku: string;
}): DomainError =>
  conflict('insufficient_stock', `Only ${quantityToJson(facts.available)} of ${facts.sku} at ${facts.location}.`, {
    available: quantityToJson(facts.available),
    requested: quantityToJson(facts.requested),
    location: facts.location,
  });
/** The stock changed during a count. */
export const stockChanged = (current: Quantity): DomainError =>
  conflict('stock_changed', 'The stock is no longer what the count expected.', {
    current_quantity: quantityToJson(current),
  });
export const itemArchived = (sku: string): DomainError => conflict('item_archived', `${sku} is archived.`);
export const locationArchived = (code: string): DomainError => conflict('location_archived', `${code} is archived.`);
/** Each operation can be reversed only once. */
export const alreadyReversed = (): DomainError => conflict('already_reversed', 'The operation is already reversed.');
export const cannotReverseReversal = (): DomainError =>
  conflict('cannot_reverse_reversal', 'A reversal cannot be reversed.');
/** Members may reverse their own operations for 24 hours. */
export const reversalWindowPassed = (): DomainError =>
  new DomainError('forbidden', 'reversal_window_passed', 'Operations can be reversed by their author for 24 hours.');
/** An operation of the same type with the same unique reference exists. */
export const duplicateReference = (): DomainError =>
  conflict('duplicate_reference', 'An operation with that reference is already recorded.');
/** The resulting balance exceeds the range of the ledger. */
export const quantityOutOfRange = (): DomainError =>
  invalidField('quantity', 'quantity_out_of_range', 'The balance would have more than eleven digits.');
export const sameLocation = (): DomainError =>
  invalidField('toLocation', 'same_location', 'A transfer needs two different locations.');

/** The SKU belongs to another item, including archived ones. */
export const skuTaken = (): DomainError => conflict('sku_taken', 'Another item has that sku.');
/** The barcode belongs to another item. */
export const barcodeTaken = (): DomainError => conflict('barcode_taken', 'Another item has that barcode.');
/** An item with stock cannot be deleted. */
export const itemHasStock = (): DomainError => conflict('item_has_stock', 'The item still has stock.');
/** Quantities are derived from operations and cannot be set. */
export const quantityIsReadOnly = (): DomainError =>
  invalidField('quantity', 'quantity_is_read_only', 'Record an operation to change the quantity.');
/** `allowNegative` cannot be switched off while a balance is negative. */
export const negativeStockExists = (): DomainError =>
  conflict('negative_stock_exists', 'The item has a negative balance; bring it to zero first.');
/** Existing balances need more decimals than the new limit. */
export const decimalsInUse = (): DomainError =>
  conflict('decimals_in_use', 'Balances of the item need more decimals than that.');

/** A sibling has the same name (case-insensitive). */
export const categoryNameTaken = (): DomainError =>
  conflict('category_name_taken', 'A category of that name is already there.');
/** A category with contents is deleted only if a destination for them is given. */
export const categoryNotEmpty = (counts: { children: number; items: number }): DomainError =>
  conflict('category_not_empty', 'The category still holds categories or items.', counts);
export const categoryCycle = (field = 'parentId'): DomainError =>
  invalidField(field, 'category_cycle', 'A category cannot be moved into itself or below itself.');
/** The tree has at most ten levels. */
export const categoryTooDeep = (field = 'parentId'): DomainError =>
  invalidField(field, 'category_too_deep', 'Categories can be nested ten levels deep.');

/** Another location has the same code (case-insensitive). */
export const locationCodeTaken = (): DomainError => conflict('location_code_taken', 'Another location has that code.');
/** A location with stock cannot be deleted or archived. */
export const locationHasStock = (): DomainError => conflict('location_has_stock', 'The location still has stock.');
/** MAIN is the fallback location. */
export const mainLocationIsFixed = (): DomainError =>
  conflict('main_location_is_fixed', 'The main location cannot be deleted, archived or renamed.');
/** The location is the default of items or the parent of other locations. */
export const locationInUse = (): DomainError =>
  conflict('location_in_use', 'The location is the default of items or has locations below it.');

export const noSuchItem = (): DomainError => notFound('item');
export const noSuchOperation = (): DomainError => notFound('operation');
export const noSuchCategory = (): DomainError => notFound('category');
export const noSuchLocation = (): DomainError => notFound('location');
