import type { InputOf } from '../../interface/input.ts';
import { cellScalar, NULL_CELL, scalarCell } from '../../interface/inventory/cells.ts';
import type { RowSpec } from '../../interface/inventory/rows.ts';
import { plainColumn, type TableColumn, textColumn } from '../../interface/inventory/table-answer.ts';
import { flag, quantity, text } from '../../interface/schema.ts';
import { moneyToJson, quantityToJson } from '../../kernel/numbers/decimal.ts';
import type { ItemLine } from '../bulk/item-line.ts';
import type { ItemEntry } from '../bulk/ports.ts';
import { pathNames, pathText } from '../category-path.ts';
import type { Attributes } from '../item.ts';
import { itemFields, managedItemFields } from './params.ts';

/** Prefix of attribute columns. */
const ATTRIBUTE = 'attr.';
const { attributes: _, ...plainFields } = itemFields;

/** Pattern of location codes: an import may create the location. */
const code = text({ maxLength: 64, pattern: '^[A-Za-z0-9._/\\-]+$' });

/** Columns of the item table, except attribute columns. */
export const itemColumnParams = {
  ...plainFields,
  sku: { ...itemFields.sku, required: true, description: 'Identifies the item; case is ignored.' },
  archived: flag(),
  category_path: text({
    nullable: true,
    maxLength: 3_000,
    description: 'In place of `category_id`: `A > B > C`; a backslash before > makes it part of a name.',
  }),
  default_location: { ...code, description: 'In place of `default_location_id`, by code.' },
  location: { ...code, description: 'Where `quantity` lies; the default location of the item unless given.' },
  quantity: quantity({ description: 'What is there now; a difference is recorded as a count.' }),
} as const;

export const itemRows: RowSpec<ItemLine> = {
  params: itemColumnParams,
  ignores: managedItemFields,
  open: { prefix: ATTRIBUTE, name: /^[a-z][a-z0-9_]{0,62}$/, read: cellScalar },
  line(cells, open) {
    const { categoryPath, ...given } = cells as InputOf<typeof itemColumnParams>;
    return {
      ...given,
      ...(categoryPath !== undefined && { categoryPath: categoryPath === null ? null : pathNames(categoryPath) }),
      ...(Object.keys(open).length > 0 && { attributes: open as Attributes }),
    };
  },
};

const texts = (name: string, read: (entry: ItemEntry) => string | null) => textColumn(name, read, NULL_CELL);
const plain = (name: string, read: (entry: ItemEntry) => string | number | boolean | null) =>
  plainColumn(name, read, NULL_CELL);
const orNull = <T, R>(value: T | null, show: (value: T) => R): R | null => (value === null ? null : show(value));

const columns: readonly TableColumn<ItemEntry>[] = [
  texts('sku', ({ item }) => item.sku),
  texts('name', ({ item }) => item.name),
  texts('description', ({ item }) => item.description),
  texts('category_path', ({ categoryPath }) => orNull(categoryPath, pathText)),
  texts('unit', ({ item }) => item.unit),
  plain('quantity_decimals', ({ item }) => item.quantityDecimals),
  plain('quantity', ({ quantity: there }) => quantityToJson(there)),
  texts('location', ({ location }) => location),
  plain('reorder_level', ({ item }) => orNull(item.reorderLevel, quantityToJson)),
  texts('default_location', ({ defaultLocation }) => defaultLocation),
  texts('barcode', ({ item }) => item.barcode),
  plain('price', ({ item }) => orNull(item.price, moneyToJson)),
  plain('cost', ({ item }) => orNull(item.cost, moneyToJson)),
  plain('allow_negative', ({ item }) => item.allowNegative),
  plain('archived', ({ item }) => item.archived),
];

/** Columns of the item table, with one column per attribute key. */
export const itemColumns = (attributeKeys: readonly string[]): readonly TableColumn<ItemEntry>[] => [
  ...columns,
  ...attributeKeys.map((key) => ({
    name: `${ATTRIBUTE}${key}`,
    cell: ({ item }: ItemEntry) => {
      const value = Object.hasOwn(item.attributes, key) ? item.attributes[key] : undefined;
      return value === undefined ? '' : scalarCell(value);
    },
  })),
];
