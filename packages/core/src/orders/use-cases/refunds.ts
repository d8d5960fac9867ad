import type { Refund, StoredOrder } from '../../commerce/index.ts';
import { refundRecord } from '../../commerce/index.ts';
import type { Page } from '../../kernel/page.ts';
import { isGiven, type ListInput, type SentRecord } from '../../kernel/records/collection.ts';
import { demandTag, type Preconditioned } from '../../kernel/records/entity-tag.ts';
import { resolved } from '../../kernel/records/moments.ts';
import { demandRecord } from '../../kernel/records/read-record.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noSuchOrder, noSuchRefund, refundExists } from '../errors.ts';
import { numbered } from '../number-lines.ts';
import type { OrdersPorts, RecordFilter } from '../ports.ts';
import { demandRefundable } from '../refund-rules.ts';
import { removeRefund } from '../remove-orders.ts';
import { storeOrders } from '../store-orders.ts';

/** Input of `createRefund`. */
export interface CreateRefundInput {
  readonly orderId: number;
  readonly record: SentRecord;
}

/** Identifies one refund of one order. */
export interface RefundInput {
  readonly orderId: number;
  readonly id: number;
}

/**
 * Refunds an order, at most its remainder.
 * @throws DomainError `shop_rest_order_invalid_id`, `validation_failed`, `shop_rest_refund_exists`, `shop_rest_invalid_refund_amount`
 */
export const createRefund = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'refund.create',
    refusals: {
      'not-found': ['shop_rest_order_invalid_id'],
      conflict: ['shop_rest_refund_exists'],
      malformed: ['shop_rest_invalid_refund_amount'],
    },
  },
  (ports: OrdersPorts) =>
    async (actor, { orderId, record }: CreateRefundInput, { note }): Promise<Refund> => {
      note({ target: { type: 'order', id: orderId } });
      const held = await ports.orders.hold([orderId]);
      const stored = held.find(({ order }) => order.id === orderId);
      if (!stored) throw noSuchOrder();
      const id = isGiven(record.id) ? record.id : (await ports.orders.nextIds(1))[0];
      const defaults = { created_at: ports.clock.now().toISOString() };
      const draft = demandRecord(refundRecord, numbered({ ...defaults, ...record, id, order_id: orderId }));
      if (isGiven(record.id) && (await ports.orders.taken([draft.id])).size > 0) throw refundExists();
      demandRefundable(stored.order, [...stored.refunds, { ...draft, kind: draft.kind ?? 'partial', taxLines: [] }]);
      const options = { actor, held, writesFacts: true, movesStock: true, refreshesNamed: false };
      const [bundle] = await storeOrders(ports, { orders: [], refunds: [draft] }, options);
      const made = bundle?.refunds.find((refund) => refund.id === draft.id);
      if (!made) throw noSuchOrder();
      note({ changes: { refund: { from: null, to: made.id } } });
      return made;
    },
);

const placeOf = (stored: StoredOrder | undefined, { orderId, id }: RefundInput) => {
  if (stored?.order.id !== orderId) throw noSuchOrder();
  const refund = stored.refunds.find((each) => each.id === id);
  if (!refund) throw noSuchRefund();
  return { stored, refund };
};

/** Input of `deleteRefund`. */
export interface DeleteRefundInput extends RefundInput, Preconditioned {}

/**
 * Deletes a refund and reverses its effects on stock and facts.
 * @throws DomainError `shop_rest_order_invalid_id`, `shop_rest_refund_invalid_id`
 */
export const deleteRefund = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'refund.delete',
    refusals: { 'not-found': ['shop_rest_order_invalid_id', 'shop_rest_refund_invalid_id'] },
  },
  (ports: OrdersPorts) =>
    async (actor, { expectedTags, ...input }: DeleteRefundInput, { note }): Promise<Refund> => {
      note({ target: { type: 'order', id: input.orderId } });
      const place = placeOf((await ports.orders.hold([input.orderId]))[0], input);
      demandTag(refundRecord, place.refund, expectedTags);
      await removeRefund(ports, place, actor);
      note({ changes: { refund: { from: place.refund.id, to: null } } });
      return place.refund;
    },
);

/**
 * Reads one refund of an order.
 * @throws DomainError `shop_rest_order_invalid_id`, `shop_rest_refund_invalid_id`
 */
export const readRefund = useCase(
  {
    access: 'manage_store',
    effect: 'read',
    refusals: { 'not-found': ['shop_rest_order_invalid_id', 'shop_rest_refund_invalid_id'] },
  },
  (ports: OrdersPorts) =>
    async (_, input: RefundInput): Promise<Refund> =>
      placeOf(await ports.orders.find(input.orderId), input).refund,
);

/** Input of `listRefunds`. */
export interface ListRefundsInput extends ListInput<RecordFilter> {
  readonly orderId: number;
}

/**
 * Lists the refunds of an order, one page at a time.
 * @throws DomainError `shop_rest_order_invalid_id`
 */
export const listRefunds = useCase(
  { access: 'manage_store', effect: 'read', refusals: { 'not-found': ['shop_rest_order_invalid_id'] } },
  (ports: OrdersPorts) =>
    async (_, { orderId, filter, page }: ListRefundsInput): Promise<Page<Refund>> => {
      if (!(await ports.orders.find(orderId))) throw noSuchOrder();
      return ports.orders.listRefunds(orderId, await resolved<RecordFilter>(ports, filter), page);
    },
);
