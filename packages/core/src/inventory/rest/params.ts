import type { InputOf } from '../../interface/input.ts';
import {
  choice,
  dateTime,
  flag,
  id,
  integer,
  money,
  objectOf,
  quantity,
  record,
  text,
} from '../../interface/schema.ts';
import { invalidField } from '../../kernel/errors.ts';
import { type OperationRequest, recordableTypes } from '../operation.ts';
import type { LocationRef } from '../stock-account.ts';

export const locationCode = text({ maxLength: 64, description: 'The code of a location.' });
const locationId = id({ description: 'Another way to name the location.' });

/** Visible characters and ordinary spaces. */
const visible = '^[^\\p{C}\\p{Zl}\\p{Zp}]+$';

/** Filter for archived records. */
export const archivedChoice = choice(['true', 'false', 'any'], { default: 'false' });

export const archivedFilter = (wanted: 'true' | 'false' | 'any'): boolean | 'any' =>
  wanted === 'any' ? wanted : wanted === 'true';

/** Editable members of an item, all optional. */
export const itemFields = {
  name: text({ minLength: 1, maxLength: 200 }),
  sku: text({
    minLength: 1,
    maxLength: 64,
    pattern: visible,
    description: 'Unique, whatever the case; made from the id when absent.',
  }),
  description: text({ nullable: true, maxLength: 10_000, format: 'multiline' }),
  category_id: id({ nullable: true }),
  unit: text({ minLength: 1, maxLength: 16, description: '`pcs` unless given.' }),
  quantity_decimals: integer({
    minimum: 0,
    maximum: 4,
    description: 'Decimals that quantities of the item may have; 4 unless given.',
  }),
  reorder_level: quantity({ nullable: true, minimum: 0 }),
  default_location_id: id(),
  barcode: text({ nullable: true, minLength: 1, maxLength: 64, pattern: visible }),
  price: money({ nullable: true, minimum: 0 }),
  cost: money({ nullable: true, minimum: 0 }),
  allow_negative: flag({ description: 'For administrators.' }),
  attributes: record({ description: 'At most 50 keys of lower-case letters, digits and _.' }),
} as const;

/** Server-managed members of an item; accepted and ignored, so that a representation can be sent back. */
export const managedItemFields = [
  'id',
  'reserved',
  'available',
  'stock_status',
  'stock',
  'created_by',
  'created_at',
  'updated_at',
  'version',
];

/** Members of an operation set by the client. */
export const operationFields = {
  item_id: id(),
  sku: text({ maxLength: 64, description: 'Another way to name the item.' }),
  type: choice(recordableTypes, { required: true }),
  quantity: quantity({
    required: true,
    description: 'A magnitude; signed for adjustments, the counted value for counts.',
  }),
  location: locationCode,
  location_id: locationId,
  to_location: text({ maxLength: 64, description: 'For transfers.' }),
  to_location_id: id({ description: 'For transfers.' }),
  unit_cost: money({ nullable: true, minimum: 0, description: 'For stock that comes in.' }),
  reason: text({ nullable: true, maxLength: 64, description: 'Required for adjustments.' }),
  note: text({ nullable: true, maxLength: 2_000, format: 'multiline' }),
  reference: objectOf(
    {
      type: text({ required: true, maxLength: 32 }),
      id: text({ required: true, maxLength: 128 }),
      line: text({ nullable: true, maxLength: 64 }),
    },
    { nullable: true, description: 'What it belongs to: an order, an invoice, a delivery.' },
  ),
  unique_reference: flag({ description: 'Refuse a second operation of this type with the same reference.' }),
  occurred_at: dateTime({ description: 'When it happened; now unless given. Balances follow the order of recording.' }),
  expected_quantity: quantity({ description: 'For counts: refuse when the stock is no longer this.' }),
} as const;

/**
 * Server-managed members of an operation; accepted and ignored. Includes `user_id`: the author comes from the token.
 */
export const managedOperationFields = [
  'id',
  'item_name',
  'delta',
  'balance_before',
  'balance_after',
  'to_balance_after',
  'item_balance_after',
  'user_id',
  'username',
  'recorded_at',
  'reverses_id',
  'reversed_by_id',
  'group_id',
  'source',
  'idempotency_key',
];

/** Builds a location reference from the identifiers given. */
export function locationOf({
  code,
  id,
}: {
  readonly code: string | undefined;
  readonly id: number | undefined;
}): LocationRef | undefined {
  if (id !== undefined) return { id, code };
  return code === undefined ? undefined : { code };
}

/** Converts the members of an operation to a ledger request. */
export function operationRequest(given: InputOf<typeof operationFields>): OperationRequest {
  const { itemId, sku, location, locationId: id, toLocation, toLocationId, reference, ...rest } = given;
  if (itemId === undefined && sku === undefined)
    throw invalidField('itemId', 'required', 'item_id or sku is required.');
  return {
    ...rest,
    item: itemId === undefined ? { sku: sku ?? '' } : { id: itemId, sku },
    location: locationOf({ code: location, id }),
    toLocation: locationOf({ code: toLocation, id: toLocationId }),
    reference: reference ? { type: reference.type, id: reference.id, line: reference.line ?? null } : reference,
  };
}
