import { type Quantity, quantityToJson } from '../kernel/decimal.ts';
import { DomainError, invalidField, notFound } from '../kernel/errors.ts';

const conflict = (code: string, message: string, details: Record<string, unknown> = {}) =>
  new DomainError('conflict', code, message, details);

/** A body names an item that does not exist. */
export const itemNotFound = (field = 'itemId'): DomainError =>
  invalidField(field, 'item_not_found', 'There is no such item.');
/** A body names a location that does not exist. */
export const locationNotFound = (field = 'location'): DomainError =>
  invalidField(field, 'location_not_found', 'There is no such location.');
/** A body names a category that does not exist. */
export const categoryNotFound = (field = 'categoryId'): DomainError =>
  invalidField(field, 'category_not_found', 'There is no such category.');
/** Two names of one thing were given and do not fit each other. */
export const contradiction = (field: string, other: string): DomainError =>
  invalidField(field, 'contradiction', `It does not fit ${other}.`);

/** Less is on hand than was asked for. */
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
/** Stock moved while somebody was counting it. */
export const stockChanged = (current: Quantity): DomainError =>
  conflict('stock_changed', 'The stock is no longer what the count expected.', {
    current_quantity: quantityToJson(current),
  });
/** Archived items take no new operations. */
export const itemArchived = (sku: string): DomainError => conflict('item_archived', `${sku} is archived.`);
/** Archived locations take no operations. */
export const locationArchived = (code: string): DomainError => conflict('location_archived', `${code} is archived.`);
/** Each operation can be taken back once. */
export const alreadyReversed = (): DomainError => conflict('already_reversed', 'The operation is already reversed.');
/** A reversal is final. */
export const cannotReverseReversal = (): DomainError =>
  conflict('cannot_reverse_reversal', 'A reversal cannot be reversed.');
/** Members take back their own operations within a day. */
export const reversalWindowPassed = (): DomainError =>
  new DomainError('forbidden', 'reversal_window_passed', 'Operations can be reversed by their author for 24 hours.');
/** An operation with the same reference and type exists and was to be the only one. */
export const duplicateReference = (): DomainError =>
  conflict('duplicate_reference', 'An operation with that reference is already recorded.');
/** The result does not fit the ledger. */
export const quantityOutOfRange = (): DomainError =>
  invalidField('quantity', 'quantity_out_of_range', 'The balance would have more than eleven digits.');
/** A transfer needs two places. */
export const sameLocation = (): DomainError =>
  invalidField('toLocation', 'same_location', 'A transfer needs two different locations.');

/** The number is another item's, archived ones included. */
export const skuTaken = (): DomainError => conflict('sku_taken', 'Another item has that sku.');
/** The barcode is another item's. */
export const barcodeTaken = (): DomainError => conflict('barcode_taken', 'Another item has that barcode.');
/** Stock cannot vanish with its item. */
export const itemHasStock = (): DomainError => conflict('item_has_stock', 'The item still has stock.');
/** A quantity is a sum of operations. */
export const quantityIsReadOnly = (): DomainError =>
  invalidField('quantity', 'quantity_is_read_only', 'Record an operation to change the quantity.');
/** A balance is below zero, so the item must go on allowing it. */
export const negativeStockExists = (): DomainError =>
  conflict('negative_stock_exists', 'The item has a negative balance; bring it to zero first.');
/** Balances need more decimals than the item would allow. */
export const decimalsInUse = (): DomainError =>
  conflict('decimals_in_use', 'Balances of the item need more decimals than that.');

/** A sibling has the name, case ignored. */
export const categoryNameTaken = (): DomainError =>
  conflict('category_name_taken', 'A category of that name is already there.');
/** Categories go with what is in them only when told where to move it. */
export const categoryNotEmpty = (counts: { children: number; items: number }): DomainError =>
  conflict('category_not_empty', 'The category still holds categories or items.', counts);
/** A category cannot be inside itself. */
export const categoryCycle = (field = 'parentId'): DomainError =>
  invalidField(field, 'category_cycle', 'A category cannot be moved into itself or below itself.');
/** The tree has ten levels. */
export const categoryTooDeep = (field = 'parentId'): DomainError =>
  invalidField(field, 'category_too_deep', 'Categories can be nested ten levels deep.');

/** The code is another location's, case ignored. */
export const locationCodeTaken = (): DomainError => conflict('location_code_taken', 'Another location has that code.');
/** Stock cannot vanish with its location. */
export const locationHasStock = (): DomainError => conflict('location_has_stock', 'The location still has stock.');
/** MAIN is the default everywhere. */
export const mainLocationIsFixed = (): DomainError =>
  conflict('main_location_is_fixed', 'The main location cannot be deleted, archived or renamed.');
/** Items name it as their default. */
export const locationInUse = (): DomainError =>
  conflict('location_in_use', 'The location is the default of items or has locations below it.');

/** The addressed item does not exist. */
export const noSuchItem = (): DomainError => notFound('item');
/** The addressed operation does not exist. */
export const noSuchOperation = (): DomainError => notFound('operation');
/** The addressed category does not exist. */
export const noSuchCategory = (): DomainError => notFound('category');
/** The addressed location does not exist. */
export const noSuchLocation = (): DomainError => notFound('location');
