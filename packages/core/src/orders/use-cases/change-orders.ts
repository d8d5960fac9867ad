import type { Order, StoredOrder } from '../../commerce/index.ts';
import { type OrderDraft, orderRecord } from '../../commerce/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import { auditChangesOf } from '../../kernel/audit.ts';
import {
  type ChangeInput,
  type CreateInput,
  isGiven,
  overlaid,
  type RemoveInput,
} from '../../kernel/records/collection.ts';
import { demandTag, type Preconditioned } from '../../kernel/records/entity-tag.ts';
import { demandRecord } from '../../kernel/records/read-record.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noSuchOrder, orderExists } from '../errors.ts';
import { numbered } from '../number-lines.ts';
import type { OrdersPorts } from '../ports.ts';
import { demandRefundable, refundOfRest, remainderOf } from '../refund-rules.ts';
import { removeOrder } from '../remove-orders.ts';
import { demandTransition } from '../status.ts';
import { storeOrders } from '../store-orders.ts';

/**
 * Creates an order from its record, with its customer, stock movements and facts.
 * @throws DomainError `validation_failed`, `shop_rest_order_exists`, `unknown_reference`, `shop_rest_insufficient_stock`
 */
export const createOrder = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'order.create',
    refusals: { conflict: ['shop_rest_order_exists', 'shop_rest_insufficient_stock'], invalid: ['unknown_reference'] },
  },
  (ports: OrdersPorts) =>
    async (actor, { record }: CreateInput, { note }): Promise<Order> => {
      const { orders, clock, shopSettings } = ports;
      const id = isGiven(record.id) ? record.id : (await orders.nextIds(1))[0];
      const { currency } = await shopSettings.read();
      const now = clock.now().toISOString();
      const defaults = { status: 'pending', currency, created_at: now, modified_at: now };
      const draft = demandRecord(orderRecord, numbered({ ...defaults, ...record, id }));
      note({ target: { type: 'order', id: draft.id } });
      // A concurrent insert with this id causes a conflict; the unit of work is then repeated and finds the id taken.
      const held = isGiven(record.id) ? await orders.hold([draft.id]) : [];
      if (held.length > 0) throw orderExists();
      const options = { actor, held, writesFacts: true, movesStock: true, refreshesNamed: true };
      const [bundle] = await storeOrders(ports, { orders: [draft], refunds: [] }, options);
      // The batch contains a draft, so a bundle always exists.
      if (!bundle) throw orderExists();
      note({ changes: auditChangesOf(undefined, auditedMembers(bundle.order)) });
      return bundle.order;
    },
);

/** Audited values of an order; contains no personal data of the buyer. */
const auditedMembers = ({ status, total, currency }: Order) => ({ status, total: total / 1_000_000, currency });

/**
 * Changes members of an order, with its stock movements and facts. Setting the status to `refunded` refunds the whole
 * remainder.
 * @throws DomainError `shop_rest_order_invalid_id`, `precondition_failed`, `validation_failed`, `shop_rest_invalid_status_transition`, `shop_rest_invalid_refund_amount`, `shop_rest_insufficient_stock`
 */
export const updateOrder = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'order.update',
    refusals: {
      'not-found': ['shop_rest_order_invalid_id'],
      malformed: ['shop_rest_invalid_status_transition', 'shop_rest_invalid_refund_amount'],
      conflict: ['shop_rest_insufficient_stock'],
    },
  },
  (ports: OrdersPorts) =>
    async (actor, { id, record, ...condition }: ChangeInput, { note }): Promise<Order> => {
      note({ target: { type: 'order', id } });
      const stored = await demandHeld(ports, id, condition);
      const modified = { modified_at: ports.clock.now().toISOString() };
      const draft = demandRecord(
        orderRecord,
        numbered(overlaid(orderRecord, stored.order, { ...modified, ...record, id })),
      );
      const order = await store(ports, actor, { stored, draft });
      note({ changes: auditChangesOf(auditedMembers(stored.order), auditedMembers(order)) });
      return order;
    },
);

/** Locks an order and checks the precondition. */
async function demandHeld({ orders }: OrdersPorts, id: number, condition: Preconditioned): Promise<StoredOrder> {
  const stored = (await orders.hold([id])).find(({ order }) => order.id === id);
  if (!stored) throw noSuchOrder();
  demandTag(orderRecord, stored.order, condition.expectedTags);
  return stored;
}

interface Change {
  readonly stored: StoredOrder;
  readonly draft: OrderDraft;
}

async function store(ports: OrdersPorts, actor: Actor, { stored, draft }: Change): Promise<Order> {
  const { order, refunds, statusBeforeTrash } = stored;
  demandTransition(order.status, draft.status, statusBeforeTrash);
  const wanted = { ...order, ...draft, modifiedAt: order.modifiedAt, taxLines: order.taxLines };
  demandRefundable(wanted, refunds);
  const isGivenBack = draft.status === 'refunded' && order.status !== 'refunded' && order.status !== 'trash';
  const rest = isGivenBack && remainderOf(wanted, refunds).total > 0 ? await restOf(ports, wanted, stored) : [];
  const options = { actor, held: [stored], writesFacts: true, movesStock: true, refreshesNamed: true };
  const [bundle] = await storeOrders(ports, { orders: [draft], refunds: rest }, options);
  if (!bundle) throw noSuchOrder();
  return bundle.order;
}

async function restOf({ orders, clock }: OrdersPorts, order: Order, { refunds }: StoredOrder) {
  const [id = 0] = await orders.nextIds(1);
  return [refundOfRest(order, refunds, { id, createdAt: clock.now() })];
}

/** Input of `deleteOrder`. */
export interface DeleteOrderInput extends RemoveInput {
  /** False moves the order to the trash and keeps its facts; true deletes it permanently. */
  readonly force: boolean;
}

/**
 * Moves an order to the trash, or deletes it with its refunds and facts.
 * @throws DomainError `shop_rest_order_invalid_id`, `precondition_failed`
 */
export const deleteOrder = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'order.delete',
    refusals: { 'not-found': ['shop_rest_order_invalid_id'] },
  },
  (ports: OrdersPorts) =>
    async (actor, { id, force, ...condition }: DeleteOrderInput, { note }): Promise<Order> => {
      note({ target: { type: 'order', id } });
      const stored = await demandHeld(ports, id, condition);
      if (force) {
        await removeOrder(ports, stored, actor);
        return stored.order;
      }
      const modified = { modified_at: ports.clock.now().toISOString(), status: 'trash' };
      const draft = demandRecord(orderRecord, overlaid(orderRecord, stored.order, modified));
      return store(ports, actor, { stored, draft });
    },
);
