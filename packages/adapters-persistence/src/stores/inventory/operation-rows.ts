import { fromNumeric, type IdempotencyKey, toNumeric } from '@backroom/core';
import type { Operation, OperationDraft } from '@backroom/core/inventory';
import { sql } from 'kysely';
import { searchText } from '../search.ts';

/** A ledger entry with the id of its reversal. */
export interface OperationRecord {
  readonly id: number;
  readonly type: Operation['type'];
  readonly item_id: number;
  readonly sku: string;
  readonly item_name: string;
  readonly quantity: string;
  readonly delta: string;
  readonly location_id: number;
  readonly location: string;
  readonly balance_before: string;
  readonly balance_after: string;
  readonly to_location_id: number | null;
  readonly to_location: string | null;
  readonly to_balance_after: string | null;
  readonly item_balance_after: string;
  readonly user_id: number;
  readonly username: string;
  readonly unit_cost: string | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly ref_type: string | null;
  readonly ref_id: string | null;
  readonly ref_line: string | null;
  readonly unique_reference: boolean;
  readonly occurred_at: Date;
  readonly recorded_at: Date;
  readonly reverses_id: number | null;
  readonly reversed_by_id: number | null;
  readonly group_id: string | null;
  readonly source: Operation['source'];
  readonly idempotency_key: string | null;
}

/** The columns of `OperationRecord`, from `operation` (`o`) joined with the reversals (`r`). */
export const operationColumns =
  sql.raw(`o.id, o.type, o.item_id, o.sku, o.item_name, o.quantity, o.delta, o.location_id, o.location,
  o.balance_before, o.balance_after, o.to_location_id, o.to_location, o.to_balance_after, o.item_balance_after,
  o.user_id, o.username, o.unit_cost, o.reason, o.note, o.ref_type, o.ref_id, o.ref_line, o.unique_reference,
  o.occurred_at, o.recorded_at, o.reverses_id, r.id as reversed_by_id, o.group_id, o.source, o.idempotency_key`);

const amount = (value: string | null): number | null => (value === null ? null : fromNumeric(value));

export const toOperation = (row: OperationRecord): Operation => ({
  id: row.id,
  type: row.type,
  itemId: row.item_id,
  sku: row.sku,
  itemName: row.item_name,
  quantity: fromNumeric(row.quantity),
  delta: fromNumeric(row.delta),
  locationId: row.location_id,
  location: row.location,
  balanceBefore: fromNumeric(row.balance_before),
  balanceAfter: fromNumeric(row.balance_after),
  toLocationId: row.to_location_id,
  toLocation: row.to_location,
  toBalanceAfter: amount(row.to_balance_after),
  itemBalanceAfter: fromNumeric(row.item_balance_after),
  userId: row.user_id,
  username: row.username,
  unitCost: amount(row.unit_cost),
  reason: row.reason,
  note: row.note,
  reference:
    row.ref_type === null || row.ref_id === null ? null : { type: row.ref_type, id: row.ref_id, line: row.ref_line },
  uniqueReference: row.unique_reference,
  occurredAt: row.occurred_at,
  recordedAt: row.recorded_at,
  reversesId: row.reverses_id,
  reversedById: row.reversed_by_id,
  groupId: row.group_id,
  source: row.source,
  idempotencyKey: row.idempotency_key,
});

/** The columns that `append` inserts, with their types; the statement is generated from this list. */
export const appendedColumns = {
  type: 'text',
  item_id: 'int',
  sku: 'text',
  item_name: 'text',
  quantity: 'numeric',
  delta: 'numeric',
  location_id: 'int',
  location: 'text',
  balance_before: 'numeric',
  balance_after: 'numeric',
  to_location_id: 'int',
  to_location: 'text',
  to_balance_after: 'numeric',
  item_balance_after: 'numeric',
  user_id: 'int',
  username: 'text',
  unit_cost: 'numeric',
  reason: 'text',
  note: 'text',
  search_text: 'text',
  ref_type: 'text',
  ref_id: 'text',
  ref_line: 'text',
  unique_reference: 'boolean',
  occurred_at: 'timestamptz',
  recorded_at: 'timestamptz',
  reverses_id: 'int',
  group_id: 'uuid',
  source: 'text',
  idempotency_key: 'text',
  once_route: 'text',
  once_fingerprint: 'text',
  line_no: 'smallint',
} as const;

const numeric = (value: number | null): string | undefined => (value === null ? undefined : toNumeric(value));

/** Position of a row in the statement, its number among the lines of its idempotency key, and that key. */
interface AppendPlace {
  readonly place: number;
  readonly lineNo: number;
  readonly once: IdempotencyKey | undefined;
}

/** A draft as a row; nulls are undefined, which keeps the JSON parameter short, and times are texts, which keeps it quick. */
const toAppendRow = (
  draft: OperationDraft,
  { place, lineNo, once }: AppendPlace,
): Record<keyof typeof appendedColumns | 'place', unknown> => ({
  type: draft.type,
  item_id: draft.itemId,
  sku: draft.sku,
  item_name: draft.itemName,
  quantity: toNumeric(draft.quantity),
  delta: toNumeric(draft.delta),
  location_id: draft.locationId,
  location: draft.location,
  balance_before: toNumeric(draft.balanceBefore),
  balance_after: toNumeric(draft.balanceAfter),
  to_location_id: draft.toLocationId ?? undefined,
  to_location: draft.toLocation ?? undefined,
  to_balance_after: numeric(draft.toBalanceAfter),
  item_balance_after: toNumeric(draft.itemBalanceAfter),
  user_id: draft.userId,
  username: draft.username,
  unit_cost: numeric(draft.unitCost),
  reason: draft.reason ?? undefined,
  note: draft.note ?? undefined,
  search_text: draft.reason === null && draft.note === null ? undefined : searchText(draft.reason, draft.note),
  ref_type: draft.reference?.type ?? undefined,
  ref_id: draft.reference?.id ?? undefined,
  ref_line: draft.reference?.line ?? undefined,
  unique_reference: draft.uniqueReference,
  occurred_at: draft.occurredAt.toISOString(),
  recorded_at: draft.recordedAt.toISOString(),
  reverses_id: draft.reversesId ?? undefined,
  group_id: draft.groupId ?? undefined,
  source: draft.source,
  idempotency_key: once?.key ?? undefined,
  once_route: once?.route ?? undefined,
  once_fingerprint: once?.fingerprint ?? undefined,
  line_no: lineNo,
  place,
});

/** Drafts as rows with their position; one idempotency key for the whole batch, or an array with a key for each draft. */
export const toAppendRows = (
  drafts: readonly OperationDraft[],
  once: IdempotencyKey | readonly (IdempotencyKey | undefined)[] | undefined,
): readonly object[] =>
  drafts.map((draft, place) =>
    toAppendRow(draft, isEach(once) ? { place, lineNo: 0, once: once[place] } : { place, lineNo: place, once }),
  );

const isEach = (
  once: IdempotencyKey | readonly (IdempotencyKey | undefined)[] | undefined,
): once is readonly (IdempotencyKey | undefined)[] => Array.isArray(once);
