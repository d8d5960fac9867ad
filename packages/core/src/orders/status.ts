import { type OrderStatus, orderStatuses } from '../commerce/index.ts';
import { invalidStatusTransition } from './errors.ts';

const free = orderStatuses.filter((status) => status !== 'checkout-draft');

/**
 * Permitted status transitions: any status may follow any other except `checkout-draft`. An order leaves the trash only
 * to its previous status, whichever that was.
 */
const next: Readonly<Record<OrderStatus, ReadonlySet<OrderStatus>>> = {
  'checkout-draft': new Set(free),
  pending: new Set(free),
  processing: new Set(free),
  'on-hold': new Set(free),
  completed: new Set(free),
  cancelled: new Set(free),
  refunded: new Set(free),
  failed: new Set(free),
  trash: new Set(),
};

/** Whether a transition is permitted; keeping the status always is. */
export const mayFollow = (from: OrderStatus, to: OrderStatus, beforeTrash: OrderStatus | null): boolean =>
  from === to || next[from].has(to) || (from === 'trash' && to === beforeTrash);

/**
 * Refuses a transition that is not permitted.
 * @throws DomainError `shop_rest_invalid_status_transition`
 */
export function demandTransition(from: OrderStatus, to: OrderStatus, beforeTrash: OrderStatus | null): void {
  if (!mayFollow(from, to, beforeTrash)) throw invalidStatusTransition(from, to);
}

/** Status to be restored from the trash. */
export const beforeTrashOf = (
  before:
    | { readonly order: { readonly status: OrderStatus }; readonly statusBeforeTrash: OrderStatus | null }
    | undefined,
  status: OrderStatus,
): OrderStatus | null => {
  if (status !== 'trash' || !before) return null;
  return before.order.status === 'trash' ? before.statusBeforeTrash : before.order.status;
};
