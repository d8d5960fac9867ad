import { type Quantity, quantityToJson } from '../../kernel/decimal.ts';
import { DomainError, notFound } from '../../kernel/errors.ts';

/** Orders ask for more than can be sold. */
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

/** Refusals of the ledger that mean to an order that its goods cannot be moved. */
const immovable = new Set(['insufficient_stock', 'item_archived', 'location_archived']);

/** What the ledger refuses, as an order says it. */
export const asRefusalOfOrder = (error: unknown, orderId: number): unknown =>
  error instanceof DomainError && immovable.has(error.code)
    ? new DomainError('conflict', 'shop_rest_insufficient_stock', error.message, {
        ...error.details,
        order_id: orderId,
      })
    : error;

/** A list of stock is an object or a list of objects. */
export const invalidStockPayload = (): DomainError =>
  new DomainError('malformed', 'shop_rest_invalid_stock_payload', 'Send an object or a list of objects.');
/** Lists of stock have an end. */
export const stockPayloadTooLong = (most: number): DomainError =>
  new DomainError('too-large', 'payload_too_large', `At most ${most} entries.`);

/** The product that is to be linked does not exist. */
export const noSuchSaleable = (): DomainError =>
  new DomainError('not-found', 'shop_rest_product_invalid_id', 'There is no such product.');
/** The product has no link of its own. */
export const noSuchLink = (): DomainError => notFound('link');
