import type { ProductLink } from '../../commerce/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import { type Quantity, UNIT } from '../../kernel/numbers/decimal.ts';
import { draftOf, type Ends } from '../enter-line.ts';
import type { Operation, OperationDraft, OperationRequest, Reference } from '../operation.ts';
import type { InventoryPorts } from '../ports.ts';
import { reversalDraftOf } from '../reversal.ts';
import type { StockAccount } from '../stock-account.ts';
import { applyRequest, applyReversal, demandWellFormed, openBook, type StockBook } from '../stock-book.ts';
import { insufficientForOrder } from './errors.ts';
import type { HeldItem, Reservation } from './ports.ts';

/** Locked accounts of an item: its default location, and all other locations with stock. */
export interface HeldPlaces extends HeldItem {
  readonly home: StockAccount;
  readonly others: readonly StockAccount[];
}

/** A number of pieces of an order line, with the link to their item. */
export interface Portion {
  readonly orderId: number;
  readonly lineId: number;
  readonly pieces: number;
  readonly link: Pick<ProductLink, 'itemId' | 'unitsPerSale'>;
}

/** A ledger entry to append, with the account of its effect. */
interface Drafted {
  readonly draft: OperationDraft;
  readonly from: StockAccount;
}

/** Applies stock movements of orders in memory: each sees the effects of earlier ones; nothing is written. */
export class OrderMovements {
  readonly drafted: Drafted[] = [];
  readonly made = new Map<string, Reservation>();
  readonly released = new Map<string, Reservation>();
  readonly #ports: Pick<InventoryPorts, 'clock'>;
  readonly #author: Actor;
  readonly #book: StockBook;
  readonly #accounts: ReadonlyMap<string, StockAccount>;
  readonly #places: ReadonlyMap<number, HeldPlaces>;
  readonly #reserved: Map<number, Quantity>;
  readonly #own: Map<string, Reservation>;

  constructor(
    ports: Pick<InventoryPorts, 'clock'>,
    { once: _, ...author }: Actor,
    held: {
      readonly accounts: readonly StockAccount[];
      readonly places: readonly HeldPlaces[];
      readonly own: readonly Reservation[];
    },
  ) {
    this.#ports = ports;
    this.#author = author;
    this.#book = openBook(held.accounts);
    this.#accounts = new Map(held.accounts.map((each) => [placeKey(each.itemId, each.locationId), each]));
    this.#places = new Map(held.places.map((each) => [each.itemId, each]));
    this.#reserved = new Map(held.places.map(({ itemId, reserved }) => [itemId, reserved]));
    this.#own = new Map(held.own.map((each) => [lineKey(each), each]));
  }

  /** Whether the item is locked. */
  holds(itemId: number): boolean {
    return this.#places.has(itemId);
  }

  /** Reverses operations, those that restore stock first, so that it is available to those that remove it. */
  undo(operations: readonly Operation[]): void {
    const inOrder = [...operations].sort((a, b) => a.delta - b.delta || b.id - a.id);
    for (const operation of inOrder) {
      const { itemId, locationId, toLocationId } = operation;
      const ends: Ends = {
        from: this.#accountAt(itemId, locationId),
        to: toLocationId === null ? undefined : this.#accountAt(itemId, toLocationId),
      };
      const movement = applyReversal(this.#book, operation, ends);
      const reversal = { operation, ends, movement, source: 'shop_order' as const, groupId: null };
      this.drafted.push({ draft: reversalDraftOf(this.#ports, this.#author, reversal), from: ends.from });
    }
  }

  /** Releases the reservation of a line. */
  release(line: { readonly orderId: number; readonly lineId: number }): void {
    const key = lineKey(line);
    const reservation = this.#own.get(key);
    if (!reservation) return;
    this.#own.delete(key);
    this.released.set(key, reservation);
    this.#reserve(reservation.itemId, -reservation.quantity);
  }

  /**
   * Reserves stock for a line until `expiresAt`.
   * @throws DomainError `shop_rest_insufficient_stock`
   */
  reserve(portion: Portion, expiresAt: Date): void {
    const { orderId, lineId, link } = portion;
    const quantity = this.#demandAvailable(portion);
    const reservation = { orderId, lineId, itemId: link.itemId, quantity, expiresAt };
    this.made.set(lineKey(reservation), reservation);
    this.#reserve(link.itemId, quantity);
  }

  /** Reduces the reservation of a line to at most `pieces`; its expiry is unchanged. */
  reduce({ orderId, lineId, pieces }: Pick<Portion, 'orderId' | 'lineId' | 'pieces'>, unitsPerSale: number): void {
    const own = this.#own.get(lineKey({ orderId, lineId }));
    const quantity = pieces * unitsPerSale * UNIT;
    if (!own || own.quantity <= quantity) return;
    this.release(own);
    if (quantity === 0) return;
    this.made.set(lineKey(own), { ...own, quantity });
    this.#reserve(own.itemId, quantity);
  }

  /**
   * Issues stock from the item's default location; a shortage there is first filled by transfers from other locations.
   * @throws DomainError `shop_rest_insufficient_stock`, `item_archived`, `location_archived`, `insufficient_stock`
   */
  issue(portion: Portion, reference: Reference): void {
    const quantity = this.#demandAvailable(portion);
    const { home, others } = this.#placesOf(portion.link.itemId);
    for (const other of others) {
      const short = quantity - Math.max(0, this.#book.quantityAt(home));
      const there = Math.min(short, this.#book.quantityAt(other));
      if (there > 0) this.#record({ type: 'transfer', quantity: there, reference }, { from: other, to: home });
    }
    this.#record({ type: 'issue', quantity, reference, uniqueReference: true }, { from: home, to: undefined });
  }

  /** Returns pieces to the item's default location. */
  restock({ link, pieces }: Pick<Portion, 'link' | 'pieces'>, reference: Reference): void {
    const { home } = this.#placesOf(link.itemId);
    const quantity = pieces * link.unitsPerSale * UNIT;
    this.#record({ type: 'receipt', quantity, reference, uniqueReference: true }, { from: home, to: undefined });
  }

  #record(movement: Pick<OperationRequest, 'type' | 'quantity' | 'reference' | 'uniqueReference'>, ends: Ends): void {
    const { itemId, locationId } = ends.from;
    const request: OperationRequest = {
      ...movement,
      item: { id: itemId },
      location: { id: locationId },
      toLocation: ends.to && { id: ends.to.locationId },
    };
    demandWellFormed(request);
    const line = {
      request,
      ends,
      movement: applyRequest(this.#book, request, ends),
      recording: { requests: [], groupId: null, source: 'shop_order' as const },
    };
    this.drafted.push({ draft: draftOf(this.#ports, this.#author, line), from: ends.from });
  }

  #demandAvailable({ orderId, pieces, link }: Portion): Quantity {
    const { home } = this.#placesOf(link.itemId);
    const requested = pieces * link.unitsPerSale * UNIT;
    const available = this.#book.quantityOf(home) - (this.#reserved.get(link.itemId) ?? 0);
    if (requested > available && !home.allowNegative)
      throw insufficientForOrder({ orderId, sku: home.sku, available, requested });
    return requested;
  }

  #reserve(itemId: number, quantity: Quantity): void {
    this.#reserved.set(itemId, (this.#reserved.get(itemId) ?? 0) + quantity);
  }

  #placesOf(itemId: number): HeldPlaces {
    const places = this.#places.get(itemId);
    if (!places) throw new RangeError('The stock of an item is not held.');
    return places;
  }

  #accountAt(itemId: number, locationId: number): StockAccount {
    const account = this.#accounts.get(placeKey(itemId, locationId));
    if (!account) throw new RangeError('A place is not held.');
    return account;
  }
}

const placeKey = (itemId: number, locationId: number): string => `${itemId}@${locationId}`;
const lineKey = ({ orderId, lineId }: { readonly orderId: number; readonly lineId: number }): string =>
  `${orderId}:${lineId}`;
