import type { InputOf } from '../../interface/input.ts';
import { choice, dateTime, flag, id, listOf, record, text } from '../../interface/schema.ts';
import { MOST_KEYS } from '../attributes.ts';
import { stockStatuses } from '../item.ts';
import { operationSources, operationTypes } from '../operation.ts';
import type { ItemCountFilter, ItemFilter } from '../ports.ts';
import { archivedChoice, archivedFilter } from './params.ts';

export const itemFilterParams = {
  q: text({ maxLength: 200, description: 'Part of sku, name, description or barcode.' }),
  sku: text({ maxLength: 64 }),
  barcode: text({ maxLength: 64 }),
  category_id: id({ nullable: true, description: '`null` for items in no category.' }),
  include_descendants: flag({ default: true, description: 'Items in categories below it too.' }),
  location: text({ maxLength: 64, description: 'Items with stock at the location of this code.' }),
  stock_status: choice(stockStatuses),
  low_stock: flag({ description: 'At or below the reorder level.' }),
  archived: archivedChoice,
  updated_since: dateTime(),
  ids: listOf(id(), { maxItems: 200 }),
  attr: record({ maxProperties: MOST_KEYS, description: '`attr.color=red`: items with this attribute.' }),
} as const;

type GivenFilter = Omit<InputOf<typeof itemFilterParams>, 'archived' | 'attr'>;
type KnownFilter = { readonly [K in keyof GivenFilter]: K extends keyof ItemFilter ? GivenFilter[K] : never };
/** Compiles only while the port knows each of these parameters: members of a spread are not checked. */
const known = (given: GivenFilter): KnownFilter => given;

export const itemFilter = ({ archived, attr, ...given }: InputOf<typeof itemFilterParams>): ItemFilter => ({
  ...known(given),
  archived: archivedFilter(archived),
  ...(attr && { attributes: attr }),
});

const { stock_status: _, ...counted } = itemFilterParams;
/** Filters of items that are counted by stock status. */
export const countedItemParams = counted;

export const itemCountFilter = (given: InputOf<typeof countedItemParams>): ItemCountFilter => itemFilter(given);

/** Filters of lists and exports of operations, except those by item. */
export const operationFilterParams = {
  location: text({ maxLength: 64, description: 'Either end, by code.' }),
  type: listOf(choice(operationTypes)),
  user_id: id(),
  reference_type: text({ maxLength: 32 }),
  reference_id: text({ maxLength: 128 }),
  group_id: text({ format: 'uuid' }),
  source: choice(operationSources),
  occurred_from: dateTime(),
  occurred_to: dateTime({ description: 'Exclusive.' }),
  recorded_from: dateTime(),
  recorded_to: dateTime({ description: 'Exclusive.' }),
  reversed: flag(),
  q: text({ maxLength: 200, description: 'Part of note or reason.' }),
} as const;

/** Filters of operations by item. */
export const whatMoved = { item_id: id(), sku: text({ maxLength: 64 }), category_id: id() } as const;
