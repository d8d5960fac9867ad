import type { Order, OrderChange, OrderDraft, Refund, RefundDraft, StoredOrder } from '../commerce/index.ts';
import { taxRateKey } from '../commerce/index.ts';
import { invalidField } from '../kernel/errors.ts';
import { orderExists, refundExists } from './errors.ts';
import { refundKindOf } from './refund-rules.ts';
import { completeTaxLines, type TaxOrigins } from './tax-origin.ts';

/** Orders and refunds to be stored together; of several with the same id the last one wins. */
export interface OrderBatch {
  readonly orders: readonly OrderDraft[];
  readonly refunds: readonly RefundDraft[];
}

/** An order with its refunds before and after the change. */
export interface Bundle extends OrderChange {
  readonly order: Order;
  /** The refunds to be written. */
  readonly written: readonly Refund[];
  /** Whether the order itself is part of the batch and must be written. */
  readonly isSent: boolean;
  /** Whether the order was sent with a customer id. */
  readonly isNamed: boolean;
}

/** Locked orders, indexed by their own ids and by the ids of their refunds. */
export class HeldOrders {
  readonly #orders = new Map<number, StoredOrder>();
  readonly #ofRefunds = new Map<number, StoredOrder>();

  constructor(held: readonly StoredOrder[]) {
    for (const each of held) {
      this.#orders.set(each.order.id, each);
      for (const { id } of each.refunds) this.#ofRefunds.set(id, each);
    }
  }

  find(id: number): StoredOrder | undefined {
    return this.#orders.get(id);
  }

  ofRefund(id: number): StoredOrder | undefined {
    return this.#ofRefunds.get(id);
  }

  add(id: number, order: StoredOrder): void {
    this.#orders.set(id, order);
  }
}

/** Ids to be locked before a batch is stored, in ascending order. */
export const idsToHold = ({ orders, refunds }: OrderBatch): readonly number[] =>
  [...new Set([...orders.map(({ id }) => id), ...refunds.flatMap(({ id, orderId }) => [id, orderId])])].sort(
    (a, b) => a - b,
  );

/**
 * Refuses an order whose id belongs to a refund.
 * @throws DomainError `shop_rest_order_exists`
 */
export function demandFreeForOrder(held: HeldOrders, { id }: Pick<Order, 'id'>): void {
  if (held.ofRefund(id)) throw orderExists();
}

/**
 * Refuses a refund whose order does not exist, or whose id belongs to an order or to a refund of another order.
 * @throws DomainError `shop_rest_refund_exists`, `unknown_reference`
 */
export function demandPlaceForRefund(
  held: HeldOrders,
  { id, orderId }: Pick<Refund, 'id' | 'orderId'>,
  sent: ReadonlySet<number>,
): void {
  if (!held.find(orderId) && !sent.has(orderId))
    throw invalidField('orderId', 'unknown_reference', 'There is no such order.');
  const owner = held.ofRefund(id);
  if (held.find(id) || sent.has(id) || (owner && owner.order.id !== orderId)) throw refundExists();
}

/** Resolved references for completing drafts. */
export interface Assembling {
  readonly held: HeldOrders;
  readonly rates: TaxOrigins['rates'];
  /** Coupon id by code in lower case. */
  readonly couponIds: ReadonlyMap<string, number>;
  readonly customerIds: ReadonlyMap<number, number>;
}

/**
 * Completes the drafts with resolved references and merges them with the stored refunds, in ascending order of order
 * id.
 */
export function assemble(batch: OrderBatch, assembling: Assembling): readonly Bundle[] {
  const drafts = new Map(batch.orders.map((draft) => [draft.id, draft]));
  const refunds = Map.groupBy(new Map(batch.refunds.map((each) => [each.id, each])).values(), ({ orderId }) => orderId);
  const ids = [...new Set([...drafts.keys(), ...refunds.keys()])].sort((a, b) => a - b);
  return ids.flatMap((id) => {
    const before = assembling.held.find(id);
    const draft = drafts.get(id);
    const order = draft ? completeOrder(draft, before, assembling) : before?.order;
    if (!order) return [];
    const written = completeRefunds(refunds.get(id) ?? [], order, { before, rates: assembling.rates });
    const isNamed = draft ? draft.customerId !== null : false;
    const all = merged(before?.refunds ?? [], written);
    return [{ before, order, refunds: all, written, isSent: draft !== undefined, isNamed }];
  });
}

function completeOrder(draft: OrderDraft, before: StoredOrder | undefined, assembling: Assembling): Order {
  const { rates, couponIds, customerIds } = assembling;
  const dates = [draft.createdAt, draft.paidAt, draft.completedAt].flatMap((date) => date?.getTime() ?? []);
  return {
    ...draft,
    customerId: customerIds.get(draft.id) ?? draft.customerId,
    modifiedAt: draft.modifiedAt ?? new Date(Math.max(...dates)),
    couponLines: draft.couponLines.map((line) => {
      const stored = before?.order.couponLines.find(({ id, code }) => id === line.id && code === line.code);
      return { ...line, couponId: line.couponId ?? stored?.couponId ?? couponIds.get(line.code.toLowerCase()) ?? null };
    }),
    taxLines: completeTaxLines(draft.taxLines, { rates, stored: before?.order.taxLines ?? [] }),
  };
}

interface Refunding extends Pick<Assembling, 'rates'> {
  readonly before: StoredOrder | undefined;
}

function completeRefunds(
  drafts: readonly RefundDraft[],
  order: Order,
  { before, rates }: Refunding,
): readonly Refund[] {
  const stored = before?.refunds ?? [];
  const completed = drafts.map((draft) => {
    // Taxes of a refund inherit the place of taxation from its order.
    const lines = [...(stored.find(({ id }) => id === draft.id)?.taxLines ?? [])];
    const known = new Map(order.taxLines.map((line) => [taxRateKey(line), line]));
    const likeOrder = draft.taxLines.map((line) => {
      const { country, state, priority } = known.get(taxRateKey(line)) ?? {
        country: null,
        state: null,
        priority: null,
      };
      return {
        ...line,
        country: line.country ?? country,
        state: line.state ?? state,
        priority: line.priority ?? priority,
      };
    });
    return { ...draft, taxLines: completeTaxLines(likeOrder, { rates, stored: lines }) };
  });
  return completed.map((refund) => {
    const all = merged(
      stored,
      completed.map((each) => ({ ...each, kind: each.kind ?? 'partial' })),
    );
    const others = all.filter(({ id }) => id !== refund.id);
    return { ...refund, kind: refund.kind ?? refundKindOf(refund, order, others) };
  });
}

/** Replaces refunds by id and sorts them by creation, oldest first. */
const merged = (refunds: readonly Refund[], others: readonly Refund[]): readonly Refund[] =>
  [...new Map([...refunds, ...others].map((refund) => [refund.id, refund])).values()].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id - b.id,
  );
