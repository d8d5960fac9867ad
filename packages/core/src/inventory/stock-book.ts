import { type DomainError, invalidField } from '../kernel/errors.ts';
import { decimalsOf, isInRange, type Quantity } from '../kernel/numbers/decimal.ts';
import { openRefusals } from '../kernel/refusals.ts';
import {
  insufficientStock,
  itemArchived,
  locationArchived,
  quantityOutOfRange,
  sameLocation,
  stockChanged,
} from './errors.ts';
import type { Operation, OperationRequest } from './operation.ts';
import type { StockAccount } from './stock-account.ts';

/** StockEffect of one line on the balances. */
export interface Movement {
  readonly delta: Quantity;
  readonly balanceBefore: Quantity;
  readonly balanceAfter: Quantity;
  readonly toBalanceAfter: Quantity | null;
  readonly itemBalanceAfter: Quantity;
}

/** Intended effect of a line. */
interface StockEffect {
  readonly from: StockAccount;
  readonly to: StockAccount | undefined;
  readonly delta: Quantity;
}

/** In-memory balances of locked accounts, to which lines are applied in order. */
export interface StockBook {
  /** Current balance at the account's location. */
  quantityAt(account: StockAccount): Quantity;
  /** Current total of the account's item over all locations. */
  quantityOf(account: StockAccount): Quantity;
  /**
   * Applies a movement; a refused one leaves the balances unchanged.
   * @throws DomainError `insufficient_stock`, `location_archived`, `quantity_out_of_range`
   */
  move(effect: StockEffect): Movement;
}

/** Opens a book on accounts that were locked together. */
export function openBook(accounts: readonly StockAccount[]): StockBook {
  const places = new Map<string, Quantity>();
  const items = new Map<number, Quantity>();
  for (const account of accounts) {
    places.set(placeOf(account), account.quantity);
    items.set(account.itemId, account.itemQuantity);
  }
  const quantityAt = (account: StockAccount) => places.get(placeOf(account)) ?? 0;
  const quantityOf = (account: StockAccount) => items.get(account.itemId) ?? 0;
  return {
    quantityAt,
    quantityOf,
    move({ from, to, delta }) {
      const balanceBefore = quantityAt(from);
      const balanceAfter = balanceBefore + delta;
      const toBalanceAfter = to ? quantityAt(to) - delta : null;
      const itemBalanceAfter = quantityOf(from) + (to ? 0 : delta);
      demandPossible(from, { before: balanceBefore, after: balanceAfter });
      if (to && toBalanceAfter !== null) demandPossible(to, { before: quantityAt(to), after: toBalanceAfter });
      if (!isInRange(itemBalanceAfter)) throw quantityOutOfRange();

      places.set(placeOf(from), balanceAfter);
      if (to && toBalanceAfter !== null) places.set(placeOf(to), toBalanceAfter);
      items.set(from.itemId, itemBalanceAfter);
      return { delta, balanceBefore, balanceAfter, toBalanceAfter, itemBalanceAfter };
    },
  };
}

const placeOf = (account: StockAccount): string => `${account.itemId}@${account.locationId}`;

function demandPossible(account: StockAccount, balance: { readonly before: Quantity; readonly after: Quantity }): void {
  if (account.locationArchived) throw locationArchived(account.location);
  if (balance.after < 0 && balance.after < balance.before && !account.allowNegative) {
    throw insufficientStock({
      available: balance.before,
      requested: balance.before - balance.after,
      location: account.location,
      sku: account.sku,
    });
  }
  if (!isInRange(balance.after)) throw quantityOutOfRange();
}

/**
 * Applies one requested operation to the book.
 * @throws DomainError `item_archived`, `same_location`, `stock_changed` and those of `StockBook.move`
 */
export function applyRequest(
  book: StockBook,
  request: OperationRequest,
  { from, to }: { readonly from: StockAccount; readonly to: StockAccount | undefined },
): Movement {
  if (from.itemArchived) throw itemArchived(from.sku);
  demandDecimals(request.quantity, from);
  if (to && to.locationId === from.locationId) throw sameLocation();
  const current = book.quantityAt(from);
  if (request.expectedQuantity !== undefined && request.expectedQuantity !== current) throw stockChanged(current);
  return book.move({ from, to, delta: deltaOf(request, current) });
}

function deltaOf(request: OperationRequest, current: Quantity): Quantity {
  switch (request.type) {
    case 'receipt':
    case 'adjustment':
      return request.quantity;
    case 'issue':
    case 'transfer':
      return request.quantity === 0 ? 0 : -request.quantity;
    case 'count':
      return request.quantity - current;
  }
}

/** Reverses an operation by the opposite movement; permitted for archived items. */
export const applyReversal = (
  book: StockBook,
  operation: Operation,
  accounts: { readonly from: StockAccount; readonly to: StockAccount | undefined },
): Movement => book.move({ ...accounts, delta: operation.delta === 0 ? 0 : -operation.delta });

/** What holds for every line, whatever the stock, and the refusal of a line for which it does not. */
const rules: readonly (readonly [holds: (request: OperationRequest) => boolean, refusal: () => DomainError])[] = [
  [
    ({ type, reason }) => type !== 'adjustment' || Boolean(reason),
    () => invalidField('reason', 'required', 'An adjustment needs a reason.'),
  ],
  [
    ({ type, toLocation }) => type !== 'transfer' || Boolean(toLocation),
    () => invalidField('toLocation', 'required', 'A transfer needs a destination.'),
  ],
  [
    ({ type, toLocation }) => type === 'transfer' || !toLocation,
    () => notAllowed('toLocation', 'Only a transfer has a destination.'),
  ],
  [
    ({ type, expectedQuantity }) => type === 'count' || expectedQuantity === undefined,
    () => notAllowed('expectedQuantity', 'Only a count expects a quantity.'),
  ],
  [
    (request) => request.unitCost == null || bringsStock(request),
    () => notAllowed('unitCost', 'Only stock that comes in has a cost.'),
  ],
  [
    ({ uniqueReference, reference }) => !uniqueReference || Boolean(reference),
    () => invalidField('reference', 'required', 'There is no reference to be unique.'),
  ],
];

/**
 * Validates a line independently of the stock and reports all faulty members at once.
 * @throws DomainError `out_of_range`, `required`, `not_allowed`
 */
export function demandWellFormed(request: OperationRequest): void {
  const fault = quantityFault(request);
  const broken = rules.filter(([holds]) => !holds(request));
  if (!fault && broken.length === 0) return;
  const refusals = openRefusals(undefined);
  refusals.add([...(fault ? [fault] : []), ...broken.map(([, refusal]) => refusal())]);
  refusals.demandNone();
}

function quantityFault({ type, quantity }: OperationRequest): DomainError | undefined {
  if (!isInRange(quantity)) return quantityOutOfRange();
  if (type !== 'count' && quantity === 0) return invalidField('quantity', 'out_of_range', 'It must not be 0.');
  if (type !== 'adjustment' && quantity < 0)
    return invalidField('quantity', 'out_of_range', 'It must not be negative.');
  return undefined;
}

const bringsStock = ({ type, quantity }: OperationRequest): boolean =>
  type === 'receipt' || (type === 'adjustment' && quantity > 0);

const notAllowed = (field: string, message: string) => invalidField(field, 'not_allowed', message);

function demandDecimals(quantity: Quantity, account: StockAccount): void {
  if (decimalsOf(quantity) <= account.quantityDecimals) return;
  throw invalidField('quantity', 'too_many_decimals', `At most ${account.quantityDecimals} decimals.`);
}
