import type { Order, OrderDraft, Refund, RefundDraft } from '../commerce/index.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Pipeline } from '../kernel/concurrency/pipeline.ts';
import { DomainError } from '../kernel/errors.ts';
import { faultsOf } from '../kernel/rows.ts';
import {
  demandFreeForOrder,
  demandPlaceForRefund,
  HeldOrders,
  idsToHold,
  type OrderBatch,
  storeOrders,
} from '../orders/index.ts';
import type { ImportEntry } from './read-lines.ts';
import { type ImportTarget, only, unknownReference } from './write-catalog.ts';

/** The options of storing orders of a file. */
export interface OrderImportTarget extends ImportTarget {
  readonly actor: Actor;
  readonly writesFacts: boolean;
  readonly movesStock: boolean;
  /** The pipeline that writes facts while the next batch is being prepared. */
  readonly pipeline: Pipeline;
}

/** Stores the valid orders and refunds. */
export async function writeOrders(target: OrderImportTarget, entries: readonly ImportEntry[]): Promise<void> {
  const { ports, actor, writesFacts, movesStock, pipeline } = target;
  const all = batchOf(entries);
  const held = await ports.orders.hold(idsToHold(all));
  const named = await customersOf(target, entries);
  const good = withoutBad(target, entries, { named, ledger: new Ledger(new HeldOrders(held)) });
  const batch = batchOf(good);
  if (batch.orders.length + batch.refunds.length === 0) return;
  const options = { actor, held, named, writesFacts, movesStock, refreshesNamed: false, pipeline };
  try {
    await storeOrders(ports, batch, options);
  } catch (error) {
    const [entry, ...others] = good;
    if (!entry || others.length > 0 || !isShortage(error)) throw error;
    target.refuse(entry, faultsOf(error));
  }
}

/** A shortage is detected before anything is written. */
const isShortage = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === 'shop_rest_insufficient_stock';

const batchOf = (entries: readonly ImportEntry[]): OrderBatch => ({
  orders: only(entries, 'order').map(({ value }) => value),
  refunds: only(entries, 'refund').map(({ value }) => value),
});

/** The state that the lines of a batch are validated against. */
interface LineContext {
  /** The existing customers among those of the orders. */
  readonly named: ReadonlySet<number>;
  readonly ledger: Ledger;
}

function withoutBad(
  target: OrderImportTarget,
  entries: readonly ImportEntry[],
  { named, ledger }: LineContext,
): readonly ImportEntry[] {
  return entries.filter((entry) => {
    try {
      if (entry.kind === 'order') {
        const { customerId } = entry.value;
        if (customerId !== null && !named.has(customerId)) {
          target.refuse(entry, unknownReference('customerId'));
          return false;
        }
        ledger.addOrder(entry.value);
      } else if (entry.kind === 'refund') ledger.addRefund(entry.value);
      return true;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      target.refuse(entry, faultsOf(error));
      return false;
    }
  });
}

async function customersOf({ ports }: ImportTarget, entries: readonly ImportEntry[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(only(entries, 'order').flatMap(({ value }) => value.customerId ?? []))];
  return new Set((ids.length > 0 ? await ports.customers.findMany(ids) : []).map(({ id }) => id));
}

/** The orders and refunds of the lines so far, on top of the stored ones. */
class Ledger {
  readonly #held: HeldOrders;
  readonly #sent = new Map<number, OrderDraft>();
  readonly #refunds = new Map<number, RefundDraft>();

  constructor(held: HeldOrders) {
    this.#held = held;
  }

  addOrder(draft: OrderDraft): void {
    demandFreeForOrder(this.#held, draft);
    if (this.#refunds.has(draft.id)) throw taken();
    this.#sent.set(draft.id, draft);
  }

  addRefund(draft: RefundDraft): void {
    demandPlaceForRefund(this.#held, draft, new Set(this.#sent.keys()));
    const order: Pick<Order, 'total'> | undefined =
      this.#sent.get(draft.orderId) ?? this.#held.find(draft.orderId)?.order;
    const stored: readonly Pick<Refund, 'id' | 'amount'>[] = this.#held.find(draft.orderId)?.refunds ?? [];
    const sent = [...this.#refunds.values()].filter(({ orderId }) => orderId === draft.orderId);
    const all = new Map([...stored, ...sent, draft].map(({ id, amount }) => [id, amount]));
    const given = [...all.values()].reduce((sum, amount) => sum + amount, 0);
    if (given > (order?.total ?? 0)) throw tooMuch();
    this.#refunds.set(draft.id, draft);
  }
}

const taken = () => new DomainError('conflict', 'shop_rest_order_exists', 'Another order or refund has that id.');
const tooMuch = () =>
  new DomainError('malformed', 'shop_rest_invalid_refund_amount', 'More would be given back than is left.', {
    fields: [
      { path: ['amount'], code: 'shop_rest_invalid_refund_amount', message: 'More would be given back than is left.' },
    ],
  });
