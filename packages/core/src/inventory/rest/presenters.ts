import type { Actor } from '../../kernel/actor.ts';
import { snake } from '../../kernel/names.ts';
import { type Money, moneyToJson, type Quantity, quantityToJson } from '../../kernel/numbers/decimal.ts';
import type { ImportReport, RowFault } from '../bulk/report.ts';
import { type Category, type CategoryBranch, depthOf } from '../category.ts';
import { availableOf, type Item, type StockLevel, stockStatusOf } from '../item.ts';
import type { Location } from '../location.ts';
import type { Operation } from '../operation.ts';
import type { SummaryRow } from '../ports.ts';
import type { ShownLink } from '../shop/ports.ts';
import type { ItemWithStock } from '../use-cases/read-item.ts';

const orNull = <T, R>(value: T | null, show: (value: T) => R): R | null => (value === null ? null : show(value));
const amount = (value: Money | null) => orNull(value, moneyToJson);
const optionalQuantity = (value: Quantity | null) => orNull(value, quantityToJson);

export const presentStockLevel = ({ locationId, location, quantity }: StockLevel) => ({
  location_id: locationId,
  location,
  quantity: quantityToJson(quantity),
});

/** An item as in lists, without its balances. */
export const presentItem = (item: Item) => ({
  id: item.id,
  sku: item.sku,
  name: item.name,
  description: item.description,
  category_id: item.categoryId,
  unit: item.unit,
  quantity_decimals: item.quantityDecimals,
  quantity: quantityToJson(item.quantity),
  reserved: quantityToJson(item.reserved),
  available: quantityToJson(availableOf(item)),
  reorder_level: optionalQuantity(item.reorderLevel),
  stock_status: stockStatusOf(item),
  default_location_id: item.defaultLocationId,
  barcode: item.barcode,
  price: amount(item.price),
  cost: amount(item.cost),
  allow_negative: item.allowNegative,
  attributes: item.attributes,
  archived: item.archived,
  created_by: item.createdBy,
  created_at: item.createdAt.toISOString(),
  updated_at: item.updatedAt.toISOString(),
  version: item.version,
});

/** A single item with its balances. */
export const presentItemWithStock = ({ item, stock }: ItemWithStock) => ({
  ...presentItem(item),
  stock: stock.map(presentStockLevel),
});

/** A category with its path from the root. */
export const presentCategory = (category: Category) => ({
  id: category.id,
  name: category.name,
  parent_id: category.parentId,
  description: category.description,
  position: category.position,
  path: category.path,
  depth: depthOf(category),
  item_count: category.itemCount,
  total_item_count: category.totalItemCount,
  created_at: category.createdAt.toISOString(),
  updated_at: category.updatedAt.toISOString(),
  version: category.version,
});

/** A category with its descendants. */
export const presentBranch = (branch: CategoryBranch): object => ({
  ...presentCategory(branch),
  children: branch.children.map(presentBranch),
});

export const presentLocation = (location: Location) => ({
  id: location.id,
  code: location.code,
  name: location.name,
  parent_id: location.parentId,
  archived: location.archived,
  created_at: location.createdAt.toISOString(),
  updated_at: location.updatedAt.toISOString(),
  version: location.version,
});

/** Idempotency key of an entry; null unless the actor is its author or an administrator. */
export const keyShownTo = (actor: Actor, { userId, idempotencyKey }: Operation): string | null =>
  actor.role === 'admin' || actor.userId === userId ? idempotencyKey : null;

/** A ledger entry; its idempotency key is visible only to its author and administrators. */
export const presentOperation = (operation: Operation, { actor }: { readonly actor: Actor }) => ({
  id: operation.id,
  type: operation.type,
  item_id: operation.itemId,
  sku: operation.sku,
  item_name: operation.itemName,
  quantity: quantityToJson(operation.quantity),
  delta: quantityToJson(operation.delta),
  location_id: operation.locationId,
  location: operation.location,
  to_location_id: operation.toLocationId,
  to_location: operation.toLocation,
  balance_before: quantityToJson(operation.balanceBefore),
  balance_after: quantityToJson(operation.balanceAfter),
  to_balance_after: optionalQuantity(operation.toBalanceAfter),
  item_balance_after: quantityToJson(operation.itemBalanceAfter),
  user_id: operation.userId,
  username: operation.username,
  unit_cost: amount(operation.unitCost),
  reason: operation.reason,
  note: operation.note,
  reference: operation.reference,
  occurred_at: operation.occurredAt.toISOString(),
  recorded_at: operation.recordedAt.toISOString(),
  reverses_id: operation.reversesId,
  reversed_by_id: operation.reversedById,
  group_id: operation.groupId,
  source: operation.source,
  idempotency_key: keyShownTo(actor, operation),
});

export const presentSummaryRow = (row: SummaryRow) => ({
  interval: row.interval,
  type: row.type,
  item_id: row.itemId,
  category_id: row.categoryId,
  in: quantityToJson(row.quantityIn),
  out: quantityToJson(row.quantityOut),
  net: quantityToJson(row.net),
  count: row.count,
});

/** Import report; faults name columns by their published names. */
export const presentImport = ({ dryRun, errors, ...counts }: ImportReport) => ({
  dry_run: dryRun,
  ...counts,
  errors: errors.map(({ row, path, isForeign, code, message }) => ({
    row,
    field: columnOf(path, isForeign ?? false),
    code,
    message,
  })),
});

/** `referenceId` → `reference_id`; attributes by their column names. */
function columnOf(path: RowFault['path'], isForeign: boolean): string {
  const [first, key] = path.map(String);
  if (first === 'attributes' && key !== undefined) return `attr.${key}`;
  return isForeign ? String(path.at(-1) ?? '') : path.map(String).map(snake).join('.');
}

/** A link between a product and an item. */
export const presentLink = (link: ShownLink) => ({
  product_id: link.productId,
  parent_id: link.parentId,
  product_name: link.productName,
  product_sku: link.productSku,
  item_id: link.itemId,
  item_name: link.itemName,
  item_sku: link.itemSku,
  units_per_sale: link.unitsPerSale,
  origin: link.origin,
});
