/** Inventory items, their categories and locations, and the append-only ledger of stock operations. */

export type { ItemLine } from './bulk/item-line.ts';
export type { ImportMode } from './bulk/plan-item.ts';
export type { CategoryNode, ExportStore, ImportStore, ItemEntry, ItemRevision, OnlyReference } from './bulk/ports.ts';
export type { KeyedRequest } from './bulk/record-each.ts';
export type { ImportOptions, ImportReport, RowFault } from './bulk/report.ts';
export type { Category, CategoryBranch } from './category.ts';
export {
  alreadyReversed,
  barcodeTaken,
  categoryNameTaken,
  duplicateReference,
  itemNotFound,
  locationCodeTaken,
  skuTaken,
} from './errors.ts';
export { inventoryEvents } from './events.ts';
export type { Attributes, AttributeValue, Item, ItemStockStatus, StockLevel } from './item.ts';
export { availableOf, generatedSku, stockStatuses, stockStatusOf } from './item.ts';
export { type Location, MAIN } from './location.ts';
export type {
  Operation,
  OperationDraft,
  OperationRequest,
  OperationSource,
  OperationType,
  Reference,
} from './operation.ts';
export { operationSources, operationTypes } from './operation.ts';
export type {
  CategoryFields,
  CategorySortField,
  CategoryStore,
  CostChange,
  InventoryPorts,
  ItemChanges,
  ItemCountFilter,
  ItemFilter,
  ItemSortField,
  ItemStore,
  KeyClaim,
  LocationFields,
  LocationSortField,
  LocationStore,
  NewItem,
  OperationFilter,
  OperationLedger,
  OperationPageRequest,
  OperationSortField,
  StockDifference,
  SummaryRequest,
  SummaryRow,
} from './ports.ts';
export { inventoryPorts } from './ports.ts';
export { noSuchSaleable } from './shop/errors.ts';
export { createOrderStock, type OrderStockPorts } from './shop/order-stock.ts';
export type {
  HeldItem,
  LinkFilter,
  LinkOrigin,
  ProductLinkStore,
  ProductRef,
  Reservation,
  ReservationStore,
  ShopStockPorts,
  ShownLink,
  StockSyncStore,
  SyncedProduct,
  SyncOutcome,
  SyncRequest,
} from './shop/ports.ts';
export { shopStockPorts } from './shop/ports.ts';

export type { SyncResult } from './shop/stock-updates.ts';
export type { ItemRef, LocationRef, MissingPlace, StockAccount, StockPlace } from './stock-account.ts';
export { createCategory } from './use-cases/create-category.ts';
export { createItem } from './use-cases/create-item.ts';
export { deleteCategory } from './use-cases/delete-category.ts';
export { deleteItem } from './use-cases/delete-item.ts';
export { deleteLocation } from './use-cases/delete-location.ts';
export { expireReservations } from './use-cases/expire-reservations.ts';
export { type ExportedItems, exportItems, exportOperations } from './use-cases/export-lists.ts';
export { type ImportItemsInput, importItems } from './use-cases/import-items.ts';
export { type ImportOperationsInput, importOperations } from './use-cases/import-operations.ts';
export {
  type LinkProductInput,
  linkProduct,
  listProductLinks,
  MOST_UNITS_PER_SALE,
  type UnlinkProductInput,
  unlinkProduct,
} from './use-cases/link-products.ts';
export { listCategories, readCategory, readCategoryTree } from './use-cases/list-categories.ts';
export { countItems, listItems } from './use-cases/list-items.ts';
export { listLocations, readLocation } from './use-cases/list-locations.ts';
export { listItemOperations, listOperations } from './use-cases/list-operations.ts';
export { type ItemWithStock, lookUpItem, readItem, readStock } from './use-cases/read-item.ts';
export { readOperation } from './use-cases/read-operation.ts';
export { type Recorded, recordOperation, recordOperations } from './use-cases/record-operation.ts';
export { reverseOperation, reverseOperationGroup } from './use-cases/reverse-operation.ts';
export { createLocation, updateLocation } from './use-cases/save-location.ts';
export { summariseOperations } from './use-cases/summarise-operations.ts';
export { type StockSyncPorts, type StockSyncReport, type SyncStockInput, syncStock } from './use-cases/sync-stock.ts';
export { updateCategory } from './use-cases/update-category.ts';
export { updateItem } from './use-cases/update-item.ts';
export { repairStock, verifyStock } from './use-cases/verify-stock.ts';
