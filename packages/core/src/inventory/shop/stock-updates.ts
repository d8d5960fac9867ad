import type { ProductLink } from '../../commerce/index.ts';
import { stockStatusWith } from '../../commerce/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import { DomainError } from '../../kernel/errors.ts';
import { type Quantity, quantityToJson, UNIT } from '../../kernel/numbers/decimal.ts';
import { draftOf } from '../enter-line.ts';
import { quantityOutOfRange } from '../errors.ts';
import type { OperationDraft, OperationRequest } from '../operation.ts';
import type { InventoryPorts } from '../ports.ts';
import type { StockAccount } from '../stock-account.ts';
import { applyRequest, demandWellFormed, type StockBook } from '../stock-book.ts';
import type { SyncedProduct, SyncRequest } from './ports.ts';
import { refusalOf, type SyncLine } from './sync-line.ts';

/** Result of one line; quantities in pieces, as JSON numbers. */
export interface SyncResult {
  readonly sku: string | null;
  readonly productId: number | null;
  readonly status: 'updated' | 'unchanged' | 'stale' | 'skipped' | 'error';
  readonly previous: number | null;
  readonly quantity: number | null;
  /** Machine-readable error code. */
  readonly code?: string;
  readonly message?: string;
}

/** A line with its locked product; with link and account if the product is linked to an item. */
export interface SyncTarget {
  readonly line: SyncLine;
  readonly product: SyncedProduct;
  readonly link: ProductLink | undefined;
  readonly account: StockAccount | undefined;
}

/** Stock before and after a line, in ten-thousandths of a piece. */
interface CounterStep {
  readonly previous: Quantity;
  readonly quantity: Quantity;
}

/** Applies stock updates in memory: each sees the effects of earlier ones; nothing is written. */
export class StockUpdates {
  readonly drafted: { readonly draft: OperationDraft; readonly from: StockAccount }[] = [];
  readonly stocks = new Map<number, SyncedProduct>();
  readonly reported = new Map<number, Date>();
  readonly requests = new Map<string, SyncRequest>();
  readonly #ports: Pick<InventoryPorts, 'clock'>;
  readonly #author: Actor;
  readonly #book: StockBook;
  readonly #known: {
    readonly done: ReadonlyMap<string, SyncRequest>;
    readonly noStockAmount: number;
    readonly groupId: string;
  };

  constructor(
    ports: Pick<InventoryPorts, 'clock'>,
    { once: _, ...author }: Actor,
    known: { readonly book: StockBook; readonly done: readonly SyncRequest[]; noStockAmount: number; groupId: string },
  ) {
    const { book, done, ...rest } = known;
    this.#ports = ports;
    this.#author = author;
    this.#book = book;
    this.#known = { ...rest, done: new Map(done.map((each) => [each.requestId, each])) };
  }

  /** Applies a line unless it is outdated or already applied; a refusal is returned as a result. */
  apply(target: SyncTarget): SyncResult {
    const { product, link } = target;
    const named = { sku: product.sku, productId: product.id };
    try {
      const repeated = this.#isRepeated(target);
      if (!link && !product.manageStock) return { ...named, ...shown(this.#standing(target)), status: 'skipped' };
      if (!repeated && this.#isStale(target)) return { ...named, ...shown(this.#standing(target)), status: 'stale' };
      const step = repeated ? this.#standing(target) : this.#move(target);
      if (!repeated) this.#remember(target);
      return { ...named, ...shown(step), status: step.previous === step.quantity ? 'unchanged' : 'updated' };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { ...named, status: 'error', previous: null, quantity: null, code: error.code, message: error.message };
    }
  }

  #isRepeated({ line, product }: SyncTarget): boolean {
    const { requestId, mode, quantity } = line;
    if (requestId === null) return false;
    const earlier = this.requests.get(requestId) ?? this.#known.done.get(requestId);
    if (!earlier) return false;
    if (earlier.productId === product.id && earlier.mode === mode && earlier.quantity === quantity) return true;
    throw refusalOf('request_id_reused', 'This request_id was used for another change.');
  }

  #isStale({ line: { mode, updatedAt }, product }: SyncTarget): boolean {
    const newest = this.reported.get(product.id) ?? product.reportedAt;
    return mode === 'set' && updatedAt !== null && newest !== null && updatedAt < newest;
  }

  #remember({ line: { requestId, mode, quantity, updatedAt }, product: { id: productId } }: SyncTarget): void {
    if (requestId !== null) this.requests.set(requestId, { requestId, productId, mode, quantity });
    if (mode === 'set' && updatedAt !== null) this.reported.set(productId, updatedAt);
  }

  /** Current stock, as a step without change. */
  #standing({ product, link, account }: SyncTarget): CounterStep {
    const quantity =
      link && account
        ? piecesAt(this.#book.quantityAt(account), link)
        : ((this.stocks.get(product.id) ?? product).stockQuantity ?? 0);
    return { previous: quantity, quantity };
  }

  #move(target: SyncTarget): CounterStep {
    const { link, account } = target;
    return link && account ? this.#moveItem(target, link, account) : this.#changeOwn(target);
  }

  #moveItem({ line }: SyncTarget, link: ProductLink, account: StockAccount): CounterStep {
    const before = this.#book.quantityAt(account);
    const amount = line.quantity * link.unitsPerSale;
    const delta = line.mode === 'set' ? amount - before : amount;
    const step = { previous: piecesAt(before, link), quantity: piecesAt(before + delta, link) };
    if (delta !== 0)
      this.#record({ ...operationFieldsOf(line.mode, amount, delta), ...this.#referenceOf(line) }, account);
    return step;
  }

  #referenceOf({
    requestId,
    updatedAt,
  }: SyncLine): Pick<OperationRequest, 'reference' | 'uniqueReference' | 'occurredAt'> {
    const { groupId } = this.#known;
    const fresh = { type: 'stock_sync', id: groupId, line: String(this.drafted.length + 1) };
    const reference = requestId === null ? fresh : { type: 'stock_sync', id: requestId, line: null };
    return { reference, uniqueReference: true, occurredAt: updatedAt ?? undefined };
  }

  #record(fields: Omit<OperationRequest, 'item' | 'location'>, from: StockAccount): void {
    const request = { ...fields, item: { id: from.itemId }, location: { id: from.locationId } };
    demandWellFormed(request);
    const ends = { from, to: undefined };
    const recording = { requests: [], groupId: this.#known.groupId, source: 'stock_sync' as const };
    const movement = applyRequest(this.#book, request, ends);
    this.drafted.push({ draft: draftOf(this.#ports, this.#author, { request, ends, movement, recording }), from });
  }

  #changeOwn({ line, product }: SyncTarget): CounterStep {
    const current = this.stocks.get(product.id) ?? product;
    const previous = current.stockQuantity ?? 0;
    const quantity = line.mode === 'set' ? line.quantity : previous + line.quantity;
    const allowsMore = product.backorders !== 'no';
    if (quantity < 0 && quantity < previous && !allowsMore)
      throw refusalOf('insufficient_stock', `Only ${quantityToJson(previous)} of ${product.sku ?? product.id}.`);
    if (Math.abs(quantity) > MOST_OWN) throw quantityOutOfRange();
    const stockStatus = stockStatusWith(quantity, { noStockAmount: this.#known.noStockAmount, allowsMore });
    const isSame = current.stockQuantity === quantity && current.stockStatus === stockStatus;
    if (!isSame) this.stocks.set(product.id, { ...current, stockQuantity: quantity, stockStatus });
    return { previous, quantity };
  }
}

/** Maximum stock of a product without a link: eleven digits. */
const MOST_OWN = 10 ** 11 * UNIT - 1;

/**
 * Ledger request of an update: `set` becomes a count, or an adjustment for a negative target; `delta` a receipt or an
 * issue.
 */
function operationFieldsOf(
  mode: SyncLine['mode'],
  amount: Quantity,
  delta: Quantity,
): Pick<OperationRequest, 'type' | 'quantity' | 'reason'> {
  if (mode === 'delta') return { type: delta > 0 ? 'receipt' : 'issue', quantity: Math.abs(delta) };
  return amount >= 0
    ? { type: 'count', quantity: amount }
    : { type: 'adjustment', quantity: delta, reason: 'stock_sync' };
}

const piecesAt = (quantity: Quantity, { unitsPerSale }: ProductLink): number => quantity / unitsPerSale;

/** Fractions of a piece are rounded to four decimals. */
const shown = ({ previous, quantity }: CounterStep): Pick<SyncResult, 'previous' | 'quantity'> => ({
  previous: quantityToJson(Math.round(previous) || 0),
  quantity: quantityToJson(Math.round(quantity) || 0),
});
