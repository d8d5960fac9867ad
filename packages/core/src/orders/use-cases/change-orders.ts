import type { Order, StoredOrder } from '../../commerce/index.ts';
import { type OrderDraft, orderRecord } from '../../commerce/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import { auditChangesOf } from '../../kernel/audit.ts';
import { demandVersion, type ExpectedVersions } from '../../kernel/change.ts';
import {
  type ChangeInput,
  type CreateInput,
  isGiven,
  overlaid,
  type RecordInput,
} from '../../kernel/records/collection.ts';
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
 * Stores a new order from its record, with its customer, its stock and its facts.
 * @throws DomainError `validation_failed`, `shop_rest_order_exists`, `unknown_reference`, `shop_rest_insufficient_stock`
 */
export const createOrder = useCase(
  { access: 'manage_store', effect: 'write', audit: 'order.create' },
  (ports: OrdersPorts) =>
    async (actor, { record }: CreateInput, { note }): Promise<Order> => {
      const { orders, clock, shopSettings } = ports;
      const id = isGiven(record.id) ? record.id : (await orders.nextIds(1))[0];
      const { currency } = await shopSettings.read();
      const now = clock.now().toISOString();
      const defaults = { status: 'pending', currency, created_at: now, modified_at: now };
      const draft = demandRecord(orderRecord, numbered({ ...defaults, ...record, id }));
      note({ target: { type: 'order', id: draft.id } });
      // Whoever takes the id from here on collides with this, which is then done again and finds it taken.
      const held = isGiven(record.id) ? await orders.hold([draft.id]) : [];
      if (held.length > 0) throw orderExists();
      const options = { actor, held, writesFacts: true, movesStock: true, refreshesNamed: true };
      const [bundle] = await storeOrders(ports, { orders: [draft], refunds: [] }, options);
      // A draft in the batch is always stored.
      if (!bundle) throw orderExists();
      note({ changes: auditChangesOf(undefined, told(bundle.order)) });
      return bundle.order;
    },
);

/** What the audit log is told of an order; nothing about who bought. */
const told = ({ status, total, currency }: Order) => ({ status, total: total / 1_000_000, currency });

/** Which members of which order get new values. */
export interface UpdateOrderInput extends ChangeInput {
  readonly expectedVersions?: ExpectedVersions;
}

/**
 * Changes members of an order, and with them stock and facts. Setting it to `refunded` gives back all that is left.
 * @throws DomainError `shop_rest_order_invalid_id`, `precondition_failed`, `validation_failed`, `shop_rest_invalid_status_transition`, `shop_rest_invalid_refund_amount`, `shop_rest_insufficient_stock`
 */
export const updateOrder = useCase(
  { access: 'manage_store', effect: 'write', audit: 'order.update' },
  (ports: OrdersPorts) =>
    async (actor, { id, record, expectedVersions }: UpdateOrderInput, { note }): Promise<Order> => {
      note({ target: { type: 'order', id } });
      const stored = await demandHeld(ports, id);
      demandVersion(stored, expectedVersions);
      const modified = { modified_at: ports.clock.now().toISOString() };
      const draft = demandRecord(
        orderRecord,
        numbered(overlaid(orderRecord, stored.order, { ...modified, ...record, id })),
      );
      const order = await store(ports, actor, { stored, draft });
      note({ changes: auditChangesOf(told(stored.order), told(order)) });
      return order;
    },
);

async function demandHeld({ orders }: OrdersPorts, id: number): Promise<StoredOrder> {
  const stored = (await orders.hold([id])).find(({ order }) => order.id === id);
  if (!stored) throw noSuchOrder();
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

/** Which order goes, and whether for good. */
export interface DeleteOrderInput extends RecordInput {
  /** False puts it into the bin, where its facts stay. */
  readonly force: boolean;
  readonly expectedVersions?: ExpectedVersions;
}

/**
 * Puts an order into the bin, or removes it with its refunds and facts.
 * @throws DomainError `shop_rest_order_invalid_id`, `precondition_failed`
 */
export const deleteOrder = useCase(
  { access: 'manage_store', effect: 'write', audit: 'order.delete' },
  (ports: OrdersPorts) =>
    async (actor, { id, force, expectedVersions }: DeleteOrderInput, { note }): Promise<Order> => {
      note({ target: { type: 'order', id } });
      const stored = await demandHeld(ports, id);
      demandVersion(stored, expectedVersions);
      if (force) {
        await removeOrder(ports, stored, actor);
        return stored.order;
      }
      const modified = { modified_at: ports.clock.now().toISOString(), status: 'trash' };
      const draft = demandRecord(orderRecord, overlaid(orderRecord, stored.order, modified));
      return store(ports, actor, { stored, draft });
    },
);
