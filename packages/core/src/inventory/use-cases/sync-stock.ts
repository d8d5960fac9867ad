import type { CommercePorts, ProductLink, ShopSettings } from '../../commerce/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import { UNIT } from '../../kernel/numbers/decimal.ts';
import { useCase } from '../../kernel/use-case.ts';
import { locationNotFound } from '../errors.ts';
import type { InventoryPorts } from '../ports.ts';
import { announce } from '../record.ts';
import type { ProductRef, SyncedProduct } from '../shop/ports.ts';
import { StockUpdates, type SyncResult, type SyncTarget } from '../shop/stock-updates.ts';
import { type ReadSyncLine, readSyncLines, type SyncLine, sentenceOf } from '../shop/sync-line.ts';
import type { StockAccount } from '../stock-account.ts';
import { openBook } from '../stock-book.ts';

/** Ports of the stock synchronisation. */
export type StockSyncPorts = InventoryPorts & CommercePorts;

/** Input of `syncStock`: one object or a list of objects, not yet validated. */
export interface SyncStockInput {
  readonly payload?: unknown;
}

/** Results of all lines, in input order, with counts. */
export interface StockSyncReport {
  readonly success: boolean;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
  readonly results: readonly SyncResult[];
}

/**
 * Applies stock updates from an external program; failing lines are reported without affecting the others. Products
 * linked to items change in the ledger, by a count, receipt, issue or adjustment; others in their own stock field, if
 * they manage stock.
 * @throws DomainError `shop_rest_invalid_stock_payload`, `payload_too_large`
 */
export const syncStock = useCase(
  { access: 'manage_store', effect: 'write', refusals: { malformed: ['shop_rest_invalid_stock_payload'] } },
  (ports: StockSyncPorts) =>
    async (actor, { payload }: SyncStockInput): Promise<StockSyncReport> => {
      const reads = readSyncLines(payload, ports.clock.now());
      const done = await requestsOf(ports, reads);
      const products = await productsOf(ports, reads);
      const targets = await targetsOf(ports, reads, products);
      const settings = await ports.shopSettings.read();
      const accounts = targets.flatMap((each) => ('account' in each && each.account ? [each.account] : []));
      const updates = new StockUpdates(ports, actor, {
        book: openBook(accounts),
        done,
        noStockAmount: settings.noStockAmount,
        groupId: ports.ids.next(),
      });
      const results = targets.map((each) => ('status' in each ? each : updates.apply(each)));
      await write(ports, actor, { updates, settings, products });
      return reportOf(ports, results);
    },
);

const requestsOf = async ({ stockSync }: StockSyncPorts, reads: readonly ReadSyncLine[]) => {
  const ids = [...new Set(reads.flatMap(({ line }) => line?.requestId ?? []))];
  return ids.length > 0 ? stockSync.holdRequests(ids) : [];
};

const refOf = ({ productId, sku }: SyncLine): ProductRef => (productId === null ? { sku: sku ?? '' } : { productId });

/** The product of each readable line. */
async function productsOf({ stockSync }: StockSyncPorts, reads: readonly ReadSyncLine[]) {
  const lines = reads.flatMap(({ line }) => line ?? []);
  const held = lines.length > 0 ? await stockSync.holdProducts(lines.map(refOf)) : [];
  return new Map(lines.flatMap((line, index) => (held[index] ? [[line, held[index]] as const] : [])));
}

/** The product and account of each line, or the reason for its refusal. */
async function targetsOf(
  ports: StockSyncPorts,
  reads: readonly ReadSyncLine[],
  products: ReadonlyMap<SyncLine, SyncedProduct>,
): Promise<readonly (SyncTarget | SyncResult)[]> {
  const ids = [...new Set([...products.values()].map(({ id }) => id))];
  const links = ids.length > 0 ? await ports.productLinks.linksOf(ids, ports.settings.stockLinkBySku) : [];
  const linkOf = new Map(links.map((link) => [link.productId, link]));
  const places = await placesOf(ports, products, linkOf);
  return reads.map((read) => {
    const { line, fault } = read;
    if (!line) return refused(read, fault?.code ?? 'invalid', fault ? sentenceOf(fault) : '');
    const product = products.get(line);
    if (!product) return refused(read, 'product_not_found', 'There is no such product.');
    if (line.sku !== null && line.sku.toLowerCase() !== product.sku?.toLowerCase())
      return refused(read, 'contradiction', 'sku: It does not fit product_id.');
    const place = places.get(line);
    if (place === 'missing') return refused(read, 'location_not_found', locationNotFound().message);
    return { line, product, link: place && linkOf.get(product.id), account: place };
  });
}

const refused = ({ sku, productId }: ReadSyncLine, code: string, message: string): SyncResult => ({
  sku,
  productId,
  code,
  message,
  status: 'error',
  previous: null,
  quantity: null,
});

/** Accounts of the lines of linked products; `missing` if the named warehouse does not exist. */
async function placesOf(
  { ledger, imports }: StockSyncPorts,
  products: ReadonlyMap<SyncLine, SyncedProduct>,
  linkOf: ReadonlyMap<number, ProductLink>,
): Promise<ReadonlyMap<SyncLine, StockAccount | 'missing'>> {
  const codes = [...products.keys()].flatMap(({ warehouse }) => (warehouse === null ? [] : [{ code: warehouse }]));
  const known = codes.length > 0 ? await imports.locations(codes) : [];
  const locations = new Set(known.map(({ code }) => code.toLowerCase()));
  const places = new Map<SyncLine, StockAccount | 'missing'>();
  const wanted: { readonly line: SyncLine; readonly itemId: number }[] = [];
  for (const [line, { id }] of products) {
    const itemId = linkOf.get(id)?.itemId;
    if (line.warehouse !== null && !locations.has(line.warehouse.toLowerCase())) places.set(line, 'missing');
    else if (itemId !== undefined) wanted.push({ line, itemId });
  }
  const held = await ledger.hold(
    wanted.map(({ line: { warehouse }, itemId }) => ({
      item: { id: itemId },
      location: warehouse === null ? undefined : { code: warehouse },
    })),
  );
  for (const [index, { line }] of wanted.entries()) {
    const account = held[index];
    if (account && !('missing' in account)) places.set(line, account);
  }
  return places;
}

interface StockChanges {
  readonly updates: StockUpdates;
  readonly settings: ShopSettings;
  readonly products: ReadonlyMap<SyncLine, SyncedProduct>;
}

async function write(
  ports: StockSyncPorts,
  { userId }: Actor,
  { updates, settings, products }: StockChanges,
): Promise<void> {
  const { ledger, stockSync, events, clock } = ports;
  const stocks = [...updates.stocks.values()];
  const reported = [...updates.reported].map(([productId, at]) => ({ productId, at }));
  const requests = [...updates.requests.values()];
  if (stocks.length + reported.length + requests.length > 0)
    await stockSync.save({ stocks, reported, requests }, clock.now());
  const operations = updates.drafted.length > 0 ? await ledger.append(updates.drafted.map(({ draft }) => draft)) : [];
  for (const [index, operation] of operations.entries()) {
    const from = updates.drafted[index]?.from;
    if (from) announce(ports, operation, from);
  }
  const before = new Map([...products.values()].map((product) => [product.id, product]));
  for (const product of stocks) {
    events.publish({ type: 'stock.changed', productId: product.id, userId });
    if (isLow(product, settings) && !isLow(before.get(product.id), settings))
      events.publish({ type: 'stock.low', productId: product.id });
  }
}

const isLow = (product: SyncedProduct | undefined, { lowStockAmount }: ShopSettings): boolean =>
  (product?.stockQuantity ?? Number.POSITIVE_INFINITY) <= (product?.lowStockAmount ?? lowStockAmount * UNIT);

function reportOf({ events }: StockSyncPorts, results: readonly SyncResult[]): StockSyncReport {
  const count = (...statuses: readonly SyncResult['status'][]) =>
    results.filter(({ status }) => statuses.includes(status)).length;
  const failed = count('error');
  const counts = { updated: count('updated'), skipped: count('unchanged', 'stale', 'skipped'), failed };
  events.publish({ type: 'stock.synced', ...counts });
  return { success: failed === 0, ...counts, results };
}
