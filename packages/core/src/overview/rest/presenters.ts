import { amountToText } from '../../kernel/numbers/amount.ts';
import type { AttentionLine, CustomerHit, ItemHit, OrderHit, ProductHit, SearchResult } from '../index.ts';

const order = ({ id, number, status, createdAt, total, currency, customerId, name, email }: OrderHit) => ({
  id,
  number,
  status,
  created_at: createdAt.toISOString(),
  total: amountToText(total),
  currency,
  customer_id: customerId,
  name,
  email,
});
const customer = ({ id, name, email, username }: CustomerHit) => ({ id, name, email, username });
const product = ({ id, productId, name, sku, status }: ProductHit) => ({
  id,
  product_id: productId,
  name,
  sku,
  status,
});
const item = ({ id, sku, name, barcode, archived }: ItemHit) => ({ id, sku, name, barcode, archived });

/** What a search found, by wire names. */
export const presentFound = ({ orders, customers, products, items }: SearchResult): object => ({
  ...(orders && { orders: orders.map(order) }),
  ...(customers && { customers: customers.map(customer) }),
  ...(products && { products: products.map(product) }),
  ...(items && { items: items.map(item) }),
});

/** What wants attention, by wire names. */
export const presentAttention = (lines: readonly AttentionLine[]): object => ({
  lines: lines.map(({ name, count, isCapped, since }) => ({
    name,
    count,
    is_capped: isCapped,
    since: since?.toISOString() ?? null,
  })),
});
