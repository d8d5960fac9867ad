import type { Money, Quantity } from '../kernel/numbers/decimal.ts';
import type { ItemRef, LocationRef } from './stock-account.ts';

/** Operation types that callers may record. */
export const recordableTypes = ['receipt', 'issue', 'adjustment', 'transfer', 'count'] as const;
/** All operation types. */
export const operationTypes = [...recordableTypes, 'reversal'] as const;
export type OperationType = (typeof operationTypes)[number];

/** Channels through which an operation can be recorded. */
export const operationSources = ['api', 'cli', 'import', 'shop_order', 'stock_sync', 'embedded'] as const;
export type OperationSource = (typeof operationSources)[number];

/** External document of an operation: an order, an invoice, a delivery. */
export interface Reference {
  readonly type: string;
  readonly id: string;
  readonly line: string | null;
}

/** One entry of the stock ledger. Immutable once recorded. */
export interface Operation {
  readonly id: number;
  readonly type: OperationType;
  readonly itemId: number;
  /** As it was when recorded. */
  readonly sku: string;
  readonly itemName: string;
  /** As entered: a magnitude, signed for adjustments, the counted value for counts. */
  readonly quantity: Quantity;
  /** The effect at `locationId`. */
  readonly delta: Quantity;
  readonly locationId: number;
  readonly location: string;
  readonly balanceBefore: Quantity;
  readonly balanceAfter: Quantity;
  /** Destination of a transfer, where the effect is `-delta`. */
  readonly toLocationId: number | null;
  readonly toLocation: string | null;
  readonly toBalanceAfter: Quantity | null;
  /** Over all locations. */
  readonly itemBalanceAfter: Quantity;
  readonly userId: number;
  readonly username: string;
  readonly unitCost: Money | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly reference: Reference | null;
  /** Whether another operation of this type with the same reference is refused. */
  readonly uniqueReference: boolean;
  /** Time of occurrence as reported by the caller; informational only. */
  readonly occurredAt: Date;
  /** When it was recorded, by the system's clock. */
  readonly recordedAt: Date;
  readonly reversesId: number | null;
  readonly reversedById: number | null;
  /** Shared by the lines of one batch. */
  readonly groupId: string | null;
  readonly source: OperationSource;
  readonly idempotencyKey: string | null;
}

/** A ledger entry before the ledger assigns its id. */
export type OperationDraft = Omit<Operation, 'id' | 'reversedById'>;

/** A requested operation. */
export interface OperationRequest {
  readonly type: (typeof recordableTypes)[number];
  readonly item: ItemRef;
  readonly quantity: Quantity;
  readonly location?: LocationRef | undefined;
  readonly toLocation?: LocationRef | undefined;
  readonly unitCost?: Money | null | undefined;
  readonly reason?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly reference?: Reference | null | undefined;
  readonly uniqueReference?: boolean | undefined;
  readonly occurredAt?: Date | undefined;
  /** For counts: the balance that the caller expected. */
  readonly expectedQuantity?: Quantity | undefined;
}
