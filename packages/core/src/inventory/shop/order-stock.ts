import type { CommercePorts, LineStock, OrderStock, ProductLink } from '../../commerce/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Operation } from '../operation.ts';
import type { InventoryPorts } from '../ports.ts';
import { announce } from '../record.ts';
import type { StockAccount, StockPlace } from '../stock-account.ts';
import { asRefusalOfOrder } from './errors.ts';
import { type LinePlan, type OrderPlan, planOrder, restingStock } from './line-plan.ts';
import { type HeldPlaces, OrderMovements, type Portion } from './order-movements.ts';
import type { HeldItem } from './ports.ts';
import {
  operationsOf,
  type ReconciledLine,
  type ReconciledOrder,
  type ReconciledRestock,
  reconcile,
} from './reconcile.ts';
import { saleableOf } from './saleable.ts';

/** Ports of the stock movements of orders. */
export type OrderStockPorts = InventoryPorts & CommercePorts;

/** Operations that may be reversed, and the links of the sold products. */
interface KnownStock {
  readonly links: ReadonlyMap<number, ProductLink>;
  readonly operations: readonly Operation[];
}

const MINUTE = 60_000;

/** Reserves, issues and restocks the inventory items linked to the products of orders (docs/spec/inventory.md 16.4). */
export const createOrderStock = (ports: OrderStockPorts): OrderStock => ({
  async apply(changes, actor) {
    const plans = changes.map(planOrder);
    const known = await lookUp(ports, plans);
    const movements = await openMovements(ports, actor, { plans, known });
    if (!movements) return plans.map(({ lines }) => kept(lines.map(restingStock)));
    // Read again under the lock: a concurrent transaction may have reversed an operation meanwhile.
    const operations = known.operations.length > 0 ? await operationsOf(ports.ledger, plans, issuesOf(known)) : [];
    const stocks = plans.map((plan) => settle(ports, movements, { plan: reconcile(plan, operations), known }));
    await write(ports, movements);
    return stocks;
  },
});

const kept = (stocks: readonly LineStock[]): readonly LineStock[] =>
  stocks.filter(({ state, round, goods }) => state !== 'none' || round > 0 || goods !== undefined);

const issuesOf =
  ({ links }: Pick<KnownStock, 'links'>) =>
  ({ action, saleable }: LinePlan): boolean =>
    action === 'issue' && links.has(saleable);

async function lookUp(ports: OrderStockPorts, plans: readonly OrderPlan[]): Promise<KnownStock> {
  const { productLinks, shopSettings, settings } = ports;
  const sold = plans.flatMap(({ lines, restocks, loose }) => [
    ...lines.filter(({ action }) => action === 'issue' || action === 'reserve').map(({ saleable }) => saleable),
    ...[...restocks, ...loose].map(saleableOf),
  ]);
  const ids = [...new Set(sold)].filter((id) => id > 0);
  const counts = ids.length > 0 && (await shopSettings.read()).manageStock;
  const found = counts ? await productLinks.linksOf(ids, settings.stockLinkBySku) : [];
  const links = new Map(found.map((link) => [link.productId, link]));
  return { links, operations: await operationsOf(ports.ledger, plans, issuesOf({ links })) };
}

/** Locks all items and accounts that the plans affect; undefined if there are none. */
async function openMovements(
  { reservations, ledger, clock }: OrderStockPorts,
  actor: Actor,
  { plans, known }: { readonly plans: readonly OrderPlan[]; readonly known: KnownStock },
): Promise<OrderMovements | undefined> {
  const orderIds = plans
    .filter(({ lines }) => lines.some(({ isReleased, action }) => isReleased || action === 'reduce'))
    .map(({ orderId }) => orderId);
  const issued = plans.flatMap(({ lines, needsReconciling }) =>
    needsReconciling ? lines.flatMap(({ stock }) => stock.itemId ?? []) : [],
  );
  const itemIds = new Set([
    ...[...known.links.values()].map(({ itemId }) => itemId),
    ...known.operations.map(({ itemId }) => itemId),
    ...issued,
  ]);
  if (itemIds.size === 0 && orderIds.length === 0) return undefined;
  const held = await reservations.hold({ itemIds: [...itemIds], orderIds }, clock.now());
  const wanted = [...held.items.flatMap(placesOfItem), ...known.operations.flatMap(placesOfOperation)];
  const accounts = (await ledger.hold(wanted)) as readonly StockAccount[];
  return new OrderMovements({ clock }, actor, { accounts, places: sorted(held.items, accounts), own: held.own });
}

const placesOfItem = ({ itemId, locationIds }: HeldItem): readonly StockPlace[] => [
  { item: { id: itemId }, location: undefined },
  ...locationIds.map((id) => ({ item: { id: itemId }, location: { id } })),
];

const placesOfOperation = ({ itemId, locationId, toLocationId }: Operation): readonly StockPlace[] =>
  [locationId, toLocationId].flatMap((id) => (id === null ? [] : [{ item: { id: itemId }, location: { id } }]));

/** Groups accounts by item, in the order requested by `placesOfItem`. */
function sorted(items: readonly HeldItem[], accounts: readonly StockAccount[]): readonly HeldPlaces[] {
  let next = 0;
  return items.map((item) => {
    const home = accounts[next] as StockAccount;
    const others = accounts.slice(next + 1, next + 1 + item.locationIds.length);
    next += 1 + item.locationIds.length;
    return { ...item, home, others: others.filter(({ locationId }) => locationId !== home.locationId) };
  });
}

/** Applies the plan of one order and returns the stock to store with it. */
function settle(
  ports: OrderStockPorts,
  movements: OrderMovements,
  { plan, known }: { readonly plan: ReconciledOrder; readonly known: KnownStock },
): readonly LineStock[] {
  try {
    movements.undo(plan.undone);
    for (const line of plan.lines) if (line.isReleased) movements.release(line);
    const stocks = new Map(plan.lines.map((line) => [line.lineId, serve(ports, movements, { line, known })]));
    for (const restock of plan.restocks) {
      const link = linkOfRestock(restock, stocks, known);
      if (link && movements.holds(link.itemId)) movements.restock({ link, pieces: restock.pieces }, restock.reference);
    }
    return kept([...stocks.values()]);
  } catch (error) {
    throw asRefusalOfOrder(error, plan.orderId);
  }
}

/** Performs the planned reservation or issue of a line, if its product is linked to an item. */
function serve(
  { clock, settings }: OrderStockPorts,
  movements: OrderMovements,
  { line, known }: { readonly line: ReconciledLine; readonly known: KnownStock },
): LineStock {
  const { orderId, lineId, stock, pieces, due, action } = line;
  if (action === 'reduce') {
    movements.reduce({ orderId, lineId, pieces: due }, stock.unitsPerSale ?? 1);
    return stock;
  }
  const link = action && (line.link ?? known.links.get(line.saleable));
  if (!action || !link || !movements.holds(link.itemId)) return restingStock(line);
  const item = { lineId, itemId: link.itemId, unitsPerSale: link.unitsPerSale };
  if (action === 'reserve') {
    if (settings.holdStockMinutes === 0) return { ...restingStock(line), ...item };
    const expiresAt = new Date(clock.now().getTime() + settings.holdStockMinutes * MINUTE);
    if (due > 0) movements.reserve({ orderId, lineId, pieces: due, link }, expiresAt);
    return { ...item, state: 'reserved', round: stock.round };
  }
  const round = line.rounds + 1;
  const reference = { type: 'order', id: String(orderId), line: round === 1 ? `${lineId}` : `${lineId}#${round}` };
  if (pieces > 0) movements.issue({ orderId, lineId, pieces, link }, reference);
  return { ...item, state: 'issued', round };
}

/** Item of a restock: the issued one, else the item currently linked to the product. */
function linkOfRestock(
  restock: ReconciledRestock,
  stocks: ReadonlyMap<number, LineStock>,
  known: KnownStock,
): Portion['link'] | undefined {
  const stock = stocks.get(restock.lineId ?? -1);
  const { itemId, unitsPerSale } = stock ?? {};
  if (itemId !== undefined && unitsPerSale !== undefined && stock?.state === 'issued') return { itemId, unitsPerSale };
  return known.links.get(saleableOf(restock));
}

async function write(ports: OrderStockPorts, { drafted, made, released }: OrderMovements): Promise<void> {
  const { ledger, reservations, events } = ports;
  if (released.size > 0 || made.size > 0)
    await reservations.change({ released: [...released.values()], made: [...made.values()] });
  const operations = drafted.length > 0 ? await ledger.append(drafted.map(({ draft }) => draft)) : [];
  for (const [index, operation] of operations.entries()) {
    const from = drafted[index]?.from;
    if (from) announce(ports, operation, from);
  }
  const moved = new Set(operations.map(({ itemId }) => itemId));
  const touched = new Set([...released.values(), ...made.values()].map(({ itemId }) => itemId));
  for (const itemId of touched) if (!moved.has(itemId)) events.publish({ type: 'stock.changed', itemId });
}
