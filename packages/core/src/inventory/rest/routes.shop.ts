import { section } from '../../interface/route.ts';
import { type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import { type StockSyncReport, type SyncResult, syncStock } from '../index.ts';

const number = { type: ['number', 'null'] } as const;

const stocks = shopRoute({
  methods: ['POST'],
  path: '/invoicing/v1/stocks',
  summary: 'Read or set the stock of products.',
  params: { payload: { in: 'whole body', published: false, description: 'An object, or a list of at most 500.' } },
  useCase: syncStock,
  batch: true,
  present: ({ results, ...counts }: StockSyncReport) => ({ ...counts, results: results.map(presentResult) }),
  returns: {
    name: 'StockSync',
    type: 'object',
    properties: {
      success: { type: 'boolean' },
      updated: { type: 'integer' },
      skipped: { type: 'integer' },
      failed: { type: 'integer' },
      results: {
        type: 'array',
        items: {
          name: 'StockSyncResult',
          type: 'object',
          properties: {
            sku: { type: ['string', 'null'] },
            product_id: { type: ['integer', 'null'] },
            status: { type: 'string', enum: ['updated', 'unchanged', 'stale', 'skipped', 'error'] },
            previous: number,
            quantity: number,
            code: { type: 'string', required: false },
            message: { type: 'string', required: false },
          },
        },
      },
    },
  },
});

const presentResult = ({ productId, sku, status, previous, quantity, ...reason }: SyncResult) => ({
  sku,
  product_id: productId,
  status,
  previous,
  quantity,
  ...reason,
});

/** Stock synchronisation for external invoicing programs. */
export const inventoryShopRoutes: readonly ShopRoute[] = section('Stock', stocks);
