import type { Order, OrderChange, OrderDraft, Refund, RefundDraft, StoredOrder } from '../commerce/index.ts';
import { taxRateKey } from '../commerce/index.ts';
import { invalidField } from '../kernel/errors.ts';
import { orderExists, refundExists } from './errors.ts';
import { refundKindOf } from './refund-rules.ts';
import { completeTaxLines, type TaxOrigins } from './tax-origin.ts';

/** Orders and refunds that are to be stored together; of two with one id the last counts. */
export interface OrderBatch {
  readonly orders: readonly OrderDraft[];
  readonly refunds: readonly RefundDraft[];
}

/** An order with its refunds before and after. */
export interface Bundle extends OrderChange {
  readonly order: Order;
  /** Those that are to be written. */
  readonly written: readonly Refund[];
  /** Whether the order itself is to be written. */
  readonly isSent: boolean;
  /** Whether it was sent with the id of its customer. */
  readonly isNamed: boolean;
}

/** Orders that were held, by every id that leads to them. */
export class HeldOrders {
  readonly #orders = new Map<number, StoredOrder>();
  readonly #ofRefunds = new Map<number, StoredOrder>();

  constructor(held: readonly StoredOrder[]) {
    for (const each of held) {
      this.#orders.set(each.order.id, each);
      for (const { id } of each.refunds) this.#ofRefunds.set(id, each);
    }
  }

  /** The order with this id. */
  find(id: number): StoredOrder | undefined {
    return this.#orders.get(id);
  }

  /** The order that the refund with this id belongs to. */
  ofRefund(id: number): StoredOrder | undefined {
    return this.#ofRefunds.get(id);
  }

  /** Notes an order that will be there. */
  add(id: number, order: StoredOrder): void {
    this.#orders.set(id, order);
  }
}

/** Every id that must be held before a batch is stored, in ascending order. */
export const idsToHold = ({ orders, refunds }: OrderBatch): readonly number[] =>
  [...new Set([...orders.map(({ id }) => id), ...refunds.flatMap(({ id, orderId }) => [id, orderId])])].sort(
    (a, b) => a - b,
  );

/**
 * Refuses an order under the id of a refund.
 * @throws DomainError `shop_rest_order_exists`
 */
export function demandFreeForOrder(held: HeldOrders, { id }: Pick<Order, 'id'>): void {
  if (held.ofRefund(id)) throw orderExists();
}

/**
 * Refuses a refund of an order that is not there, or under an id that an order or another order's refund has.
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

/** What orders and refunds will be, once what they refer to is known. */
export interface Assembling {
  readonly held: HeldOrders;
  readonly rates: TaxOrigins['rates'];
  /** The id of a coupon by its code in lower case. */
  readonly couponIds: ReadonlyMap<string, number>;
  readonly customerIds: ReadonlyMap<number, number>;
}

/** Puts orders and refunds together. */
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
    // A refund's taxes are charged where its order's are.
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

/** Refunds with others in place of those with the same id; oldest first. */
const merged = (refunds: readonly Refund[], others: readonly Refund[]): readonly Refund[] =>
  [...new Map([...refunds, ...others].map((refund) => [refund.id, refund])).values()].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id - b.id,
  );
