import type { Order, OrderStatus, Refund } from './order.ts';

/** Stock movements of an order line; stored with the order, changed only under its lock. */
export interface LineStock {
  readonly lineId: number;
  readonly state: 'none' | 'reserved' | 'issued';
  /** Number of times the line was issued; the second issue has the reference `<line>#2`. */
  readonly round: number;
  /** The item most recently reserved or issued, and its quantity per piece sold. */
  readonly itemId?: number;
  readonly unitsPerSale?: number;
  /**
   * State of the goods of a line that is not issued, when its order is refunded or in the trash: `stayed` goods were
   * never issued; `binned` goods are issued again when the order is restored as refunded.
   */
  readonly goods?: 'stayed' | 'binned';
}

/** An order with its refunds and its stock, as stored. */
export interface StoredOrder {
  readonly order: Order;
  readonly refunds: readonly Refund[];
  readonly stock: readonly LineStock[];
  /** Status before the order was moved to the trash. */
  readonly statusBeforeTrash: OrderStatus | null;
  readonly version: number;
}

/** An order before and after a change. */
export interface OrderChange {
  /** As read under the lock; undefined for a new order. */
  readonly before: StoredOrder | undefined;
  /** Undefined for an order that is deleted. */
  readonly order: Order | undefined;
  /** All refunds after the change; those with `restock` put their quantities back. */
  readonly refunds: readonly Refund[];
}

/** The customers of these orders before and after the change, in ascending order of id. */
export const customersOfChanges = (changes: readonly Pick<OrderChange, 'before' | 'order'>[]): readonly number[] =>
  [...new Set(changes.flatMap(({ before, order }) => [before?.order.customerId, order?.customerId]))]
    .filter((id) => typeof id === 'number')
    .sort((a, b) => a - b);
