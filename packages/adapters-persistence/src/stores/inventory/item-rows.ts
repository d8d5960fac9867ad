import { fromNumeric, toNumeric } from '@backroom/core';
import type { Attributes, Item, ItemChanges, StockLevel } from '@backroom/core/inventory';
import { fold, nameKey } from '@backroom/core/kernel';
import { sql } from 'kysely';
import { searchText } from '../search.ts';

/** A row of `item` (`i`) joined with `item_stock` (`s`). */
export interface ItemRecord {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly description: string | null;
  readonly category_id: number | null;
  readonly unit: string;
  readonly quantity_decimals: number;
  readonly reorder_level: string | null;
  readonly default_location_id: number;
  readonly barcode: string | null;
  readonly price: string | null;
  readonly cost: string | null;
  readonly allow_negative: boolean;
  readonly attributes: unknown;
  readonly archived: boolean;
  readonly created_by: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly version: number;
  readonly quantity: string;
  readonly reserved: string;
  readonly stock_version: number;
}

/** The columns of `ItemRecord`. */
export const itemColumns =
  sql.raw(`i.id, i.sku, i.name, i.description, i.category_id, i.unit, s.quantity_decimals, i.reorder_level,
  i.default_location_id, i.barcode, i.price, s.cost, s.allow_negative, i.attributes, i.archived, i.created_by, i.created_at,
  i.updated_at, i.version, s.quantity, s.reserved, s.stock_version`);

export const itemsWithStock = sql.raw('item i join item_stock s on s.item_id = i.id');

/** A row of `stock_level` with the code of its location. */
export interface LevelRecord {
  readonly location_id: number;
  readonly location: string;
  readonly quantity: string;
}

/** The balances of item `i` other than zero as a JSON array: item and balances are read in one statement. */
export const levelsOfItem = sql.raw(`(
  select coalesce(jsonb_agg(jsonb_build_object('location_id', l.id, 'location', l.code, 'quantity', v.quantity::text) order by l.code_key), '[]')
  from stock_level v join location l on l.id = v.location_id where v.item_id = i.id and v.quantity <> 0)`);

export const toLevel = (row: LevelRecord): StockLevel => ({
  locationId: row.location_id,
  location: row.location,
  quantity: fromNumeric(row.quantity),
});

const amount = (value: string | null): number | null => (value === null ? null : fromNumeric(value));

export const toItem = (row: ItemRecord): Item => ({
  id: row.id,
  sku: row.sku,
  name: row.name,
  description: row.description,
  categoryId: row.category_id,
  unit: row.unit,
  quantityDecimals: row.quantity_decimals,
  quantity: fromNumeric(row.quantity),
  reserved: fromNumeric(row.reserved),
  reorderLevel: amount(row.reorder_level),
  defaultLocationId: row.default_location_id,
  barcode: row.barcode,
  price: amount(row.price),
  cost: amount(row.cost),
  allowNegative: row.allow_negative,
  attributes: row.attributes as Attributes,
  archived: row.archived,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
  stockVersion: row.stock_version,
});

/** The normalised sku, on which the unique index is. */
export const skuKey = (sku: string): string => nameKey(sku);

/** Sku and name with the columns derived from them for lookup, sorting and search. */
export const toNameColumns = (item: Pick<Item, 'sku' | 'name' | 'description' | 'barcode'>) => ({
  sku: item.sku,
  sku_key: skuKey(item.sku),
  name: item.name,
  name_key: fold(item.name),
  search_text: searchText(item.sku, item.name, item.description, item.barcode),
});

const numeric = (value: number | null): string | null => (value === null ? null : toNumeric(value));

/** The columns of table `item` for the members that are defined, without those of `toNameColumns`. */
export const toItemColumns = (item: Omit<ItemChanges, 'sku'>) => ({
  ...(item.description !== undefined && { description: item.description }),
  ...(item.categoryId !== undefined && { category_id: item.categoryId }),
  ...(item.unit !== undefined && { unit: item.unit }),
  ...(item.reorderLevel !== undefined && { reorder_level: numeric(item.reorderLevel) }),
  ...(item.defaultLocationId !== undefined && { default_location_id: item.defaultLocationId }),
  ...(item.barcode !== undefined && { barcode: item.barcode }),
  ...(item.price !== undefined && { price: numeric(item.price) }),
  ...(item.attributes !== undefined && { attributes: JSON.stringify(item.attributes) }),
  ...(item.archived !== undefined && { archived: item.archived }),
});

/** The columns of table `item_stock` for the members that are defined. */
export const toStockColumns = (item: Omit<ItemChanges, 'sku'>) => ({
  ...(item.cost !== undefined && { cost: numeric(item.cost) }),
  ...(item.reorderLevel !== undefined && { reorder_level: numeric(item.reorderLevel) }),
  ...(item.quantityDecimals !== undefined && { quantity_decimals: item.quantityDecimals }),
  ...(item.allowNegative !== undefined && { allow_negative: item.allowNegative }),
  ...(item.archived !== undefined && { archived: item.archived }),
});
