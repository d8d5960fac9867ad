import { DomainError, notFound } from '../../kernel/errors.ts';
import { type Quantity, quantityToJson } from '../../kernel/numbers/decimal.ts';

/** An order needs more stock than is available. */
export const insufficientForOrder = (facts: {
  readonly orderId: number;
  readonly sku: string;
  readonly available: Quantity;
  readonly requested: Quantity;
}): DomainError =>
  new DomainError(
    'conflict',
    'shop_rest_insufficient_stock',
    `Only ${quantityToJson(facts.available)} of ${facts.sku} can be sold.`,
    {
      order_id: facts.orderId,
      sku: facts.sku,
      available: quantityToJson(facts.available),
      requested: quantityToJson(facts.requested),
    },
  );

/** Ledger errors reported to an order as insufficient stock. */
const immovable = new Set(['insufficient_stock', 'item_archived', 'location_archived']);

/** Translates a ledger error to the error of the order interface. */
export const asRefusalOfOrder = (error: unknown, orderId: number): unknown =>
  error instanceof DomainError && immovable.has(error.code)
    ? new DomainError('conflict', 'shop_rest_insufficient_stock', error.message, {
        ...error.details,
        order_id: orderId,
      })
    : error;

/** The payload is neither an object nor a list of objects. */
export const invalidStockPayload = (): DomainError =>
  new DomainError('malformed', 'shop_rest_invalid_stock_payload', 'Send an object or a list of objects.');
export const stockPayloadTooLong = (most: number): DomainError =>
  new DomainError('too-large', 'payload_too_large', `At most ${most} entries.`);

export const noSuchSaleable = (): DomainError =>
  new DomainError('not-found', 'shop_rest_product_invalid_id', 'There is no such product.');
export const noSuchLink = (): DomainError => notFound('link');
