import type { SentRecord } from '../../kernel/records/collection.ts';

/** Products to begin with, by the name of their template. */
export const productTemplates: ReadonlyMap<string, SentRecord> = new Map<string, SentRecord>([
  ['physical', { type: 'simple', name: 'New product', manage_stock: true, stock_quantity: 0 }],
  ['digital', { type: 'simple', name: 'New download', virtual: true, downloadable: true }],
  [
    'variable',
    {
      type: 'variable',
      name: 'New product with variations',
      attributes: [{ name: 'Size', slug: 'size', options: ['Small', 'Large'], variation: true }],
    },
  ],
  ['grouped', { type: 'grouped', name: 'New group of products' }],
  ['external', { type: 'external', name: 'New product of another shop' }],
]);
