import { defineEntity, p } from '@mikro-orm/core';
import { ProductRow } from './catalog.row.ts';

/** Time of the newest external stock report that was applied to a product. */
export const StockSyncRow = defineEntity({
  name: 'StockSync',
  tableName: 'stock_sync',
  properties: {
    product: () =>
      p
        .oneToOne(ProductRow)
        .primary()
        .owner()
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('stock_sync_product_id_fkey'),
    reportedAt: p.datetime(3).fieldName('told_at'),
  },
});

/** An applied stock change with its request id, so that repeated requests have no effect. */
export const StockSyncRequestRow = defineEntity({
  name: 'StockSyncRequest',
  tableName: 'stock_sync_request',
  properties: {
    requestId: p.text().primary().collation('C'),
    productId: p.integer(),
    mode: p.string().length(8),
    quantity: p.decimal('string').precision(15).scale(4),
    at: p.datetime(3),
  },
});
