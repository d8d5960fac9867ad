import { type OrderStatus, orderStatuses } from '../commerce/index.ts';
import { invalidStatusTransition } from './errors.ts';

const free = orderStatuses.filter((status) => status !== 'checkout-draft');

/**
 * Where an order may go from each status: any may follow any other, except that nothing returns to being a draft, and
 * the bin is left only to the status before it, whatever that was.
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

/** Whether an order may go from one status to another; staying is always allowed. */
export const mayFollow = (from: OrderStatus, to: OrderStatus, beforeTrash: OrderStatus | null): boolean =>
  from === to || next[from].has(to) || (from === 'trash' && to === beforeTrash);

/**
 * Refuses a status that may not follow.
 * @throws DomainError `shop_rest_invalid_status_transition`
 */
export function demandTransition(from: OrderStatus, to: OrderStatus, beforeTrash: OrderStatus | null): void {
  if (!mayFollow(from, to, beforeTrash)) throw invalidStatusTransition(from, to);
}

/** What is remembered of an order in the bin: the status it had. */
export const beforeTrashOf = (
  before:
    | { readonly order: { readonly status: OrderStatus }; readonly statusBeforeTrash: OrderStatus | null }
    | undefined,
  status: OrderStatus,
): OrderStatus | null => {
  if (status !== 'trash' || !before) return null;
  return before.order.status === 'trash' ? before.statusBeforeTrash : before.order.status;
};
