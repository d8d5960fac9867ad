import { customersOfChanges, type LineStock, type ShopSettings, type StoredOrder } from '../commerce/index.ts';
import type { Actor } from '../kernel/actor.ts';
import { canonical } from '../kernel/change.ts';
import { type Pipeline, type StageGates, settleAll } from '../kernel/concurrency/pipeline.ts';
import { announce } from './announce.ts';
import {
  assemble,
  type Bundle,
  demandFreeForOrder,
  demandPlaceForRefund,
  HeldOrders,
  idsToHold,
  type OrderBatch,
} from './bundle.ts';
import { type Buyers, findBuyers, refreshed } from './buyers.ts';
import type { OrdersPorts } from './ports.ts';
import { beforeTrashOf } from './status.ts';
import { isOpen } from './tax-origin.ts';

/** Number of orders from which computing facts while a statement is in flight pays off. */
const MANY = 50;

export interface StoringOptions {
  readonly actor: Actor;
  /** Orders already locked in this unit of work; if given, all of those named by `idsToHold`. */
  readonly held?: readonly StoredOrder[];
  /** Ids of customers known to exist; if given, they cover all customers named by the orders. */
  readonly named?: ReadonlySet<number>;
  /** False leaves facts to a later rebuild. */
  readonly writesFacts: boolean;
  /** Whether the orders reserve, issue and restock inventory items. */
  readonly movesStock: boolean;
  /** Whether the newest order updates its customer even if the order names the customer by id. */
  readonly refreshesNamed: boolean;
  /**
   * Takes over the writing of facts, so that the next batch can be prepared; without it facts are written before
   * returning.
   */
  readonly pipeline?: Pipeline;
}

/**
 * Stores orders and refunds with their customers, stock movements and facts, inside the surrounding unit of work. The
 * number of statements does not grow with the number of orders.
 * @throws DomainError `shop_rest_order_exists`, `shop_rest_refund_exists`, `unknown_reference`, `shop_rest_insufficient_stock`
 */
export async function storeOrders(
  ports: OrdersPorts,
  batch: OrderBatch,
  options: StoringOptions,
): Promise<readonly Bundle[]> {
  const held = new HeldOrders(options.held ?? (await ports.orders.hold(idsToHold(batch))));
  demandPlaces(held, batch);
  const drafts = [...new Map(batch.orders.map((draft) => [draft.id, draft])).values()];
  const buyers = await findBuyers(
    ports,
    drafts.map((draft) => ({ draft, before: held.find(draft.id) })),
    options.named,
  );
  const bundles = assemble(batch, {
    held,
    customerIds: buyers.idOf,
    rates: await ratesOf(ports, batch),
    couponIds: await couponsOf(ports, batch),
  });
  if (options.writesFacts) await ports.orderFacts.holdCustomers(existing(customersOfChanges(bundles), buyers));
  // The settings are locked from here on.
  const settings = options.writesFacts ? await ports.shopSettings.read() : undefined;
  // Before any write, so that a refusal leaves nothing behind.
  const stocks = await moveStock(ports, bundles, options);
  await makeRoom(ports, options);
  if (buyers.created.length > 0) await ports.customers.save(buyers.created, ports.clock.now());
  const saving = saveBundles(ports, bundles, stocks);
  const count = async (gates?: StageGates) => settings && countInStage(ports, { bundles, settings, gates });
  options.pipeline?.start(count);
  await settleAll(options.pipeline ? [saving] : [saving, count()]);
  await refreshCustomers(ports, bundles, options);
  announce(ports, bundles);
  return bundles;
}

/** All reads of this batch are complete: releases the pipeline to prepare the next batch and yields to pending work. */
async function makeRoom({ clock }: OrdersPorts, { pipeline }: StoringOptions): Promise<void> {
  if (!pipeline) return;
  pipeline.release();
  await clock.wait(0);
}

interface BundleBatch {
  readonly bundles: readonly Bundle[];
  readonly settings: ShopSettings;
  readonly gates: StageGates | undefined;
}

/**
 * Computes and writes facts; a large batch first yields, so that the statement that saves the orders is in flight
 * meanwhile.
 */
async function countInStage(ports: OrdersPorts, { bundles, settings, gates }: BundleBatch): Promise<void> {
  if (bundles.length >= MANY) await ports.clock.wait(0);
  await ports.orderFacts.write(bundles, { settings, gates });
}

function demandPlaces(held: HeldOrders, { orders, refunds }: OrderBatch): void {
  const sent = new Set(orders.map(({ id }) => id));
  for (const draft of orders) demandFreeForOrder(held, draft);
  for (const draft of refunds) demandPlaceForRefund(held, draft, sent);
}

const existing = (ids: readonly number[], { created }: Buyers): readonly number[] => {
  const fresh = new Set(created.map(({ id }) => id));
  return ids.filter((id) => !fresh.has(id));
};

async function ratesOf({ taxRates }: OrdersPorts, { orders, refunds }: OrderBatch) {
  const open = [...orders, ...refunds].flatMap(({ taxLines }) => taxLines.filter(isOpen));
  const ids = [...new Set(open.map(({ rateId }) => rateId))];
  return new Map((ids.length > 0 ? await taxRates.findMany(ids) : []).map((rate) => [rate.id, rate]));
}

async function couponsOf({ coupons }: OrdersPorts, { orders }: OrderBatch) {
  const open = orders.flatMap(({ couponLines }) => couponLines.filter(({ couponId }) => couponId === null));
  const codes = [...new Set(open.map(({ code }) => code.toLowerCase()))];
  const found = codes.length > 0 ? await coupons.findByCodes(codes) : [];
  return new Map(found.map(({ id, code }) => [code.toLowerCase(), id]));
}

async function saveBundles(ports: OrdersPorts, bundles: readonly Bundle[], stocks: MovedStock): Promise<void> {
  const saved = bundles.flatMap((bundle, index) => {
    const { before, order, isSent } = bundle;
    const stock = stocks?.[index] ?? before?.stock ?? [];
    if (!isSent && canonical(stock) === canonical(before?.stock ?? [])) return [];
    return [{ order, stock, statusBeforeTrash: beforeTrashOf(before, order.status), version: before?.version ?? 0 }];
  });
  if (saved.length > 0) await ports.orders.saveOrders(saved);
  const refunds = bundles.flatMap(({ written }) => written);
  if (refunds.length > 0) await ports.orders.saveRefunds(refunds);
}

/** Stock to store with each order; undefined if orders do not move stock. */
type MovedStock = readonly (readonly LineStock[])[] | undefined;

async function moveStock(
  { orderStock }: OrdersPorts,
  bundles: readonly Bundle[],
  { movesStock, actor }: StoringOptions,
): Promise<MovedStock> {
  if (!movesStock || !orderStock) return undefined;
  return orderStock.apply(bundles, actor);
}

/** Updates address and last activity of customers from their newest order (docs/spec/analytics.md 2.3). */
async function refreshCustomers(
  { orders, customers, clock }: OrdersPorts,
  bundles: readonly Bundle[],
  { refreshesNamed }: StoringOptions,
): Promise<void> {
  const named = bundles.filter(({ isSent, order }) => isSent && !order.test);
  const sent = new Map(named.map(({ order }) => [order.id, order]));
  const wanted = refreshesNamed ? named : named.filter(({ isNamed }) => !isNamed);
  const ids = [...new Set(wanted.flatMap(({ order }) => order.customerId ?? []))].sort((a, b) => a - b);
  if (ids.length === 0) return;
  const newest = await orders.newestOrders(ids);
  const outdated = ids.filter((id) => sent.has(newest.get(id) ?? 0));
  const found = outdated.length > 0 ? await customers.findMany(outdated) : [];
  const changed = found.flatMap((customer) => {
    const order = sent.get(newest.get(customer.id) ?? 0);
    const after = order && refreshed(customer, order);
    return after && canonical(after) !== canonical(customer) ? [after] : [];
  });
  if (changed.length > 0) await customers.save(changed, clock.now());
}
