import { among, type Filter, having, lacking, notAmong } from '../filters.ts';
import { always } from '../plan.ts';
import { defineList } from '../report.ts';
import { defineStats } from '../stats.ts';

const filters = {
  product_includes: among('product_id'),
  product_excludes: notAmong('product_id'),
  order_includes: among('order_id'),
  order_excludes: notAmong('order_id'),
  customer_includes: having('buyer', 'id'),
  customer_excludes: lacking('buyer', 'id'),
  ip_address_includes: among('ip_address'),
  ip_address_excludes: notAmong('ip_address'),
} as const satisfies Readonly<Record<string, Filter>>;
const byId = { column: 'id', isAlwaysUp: true } as const;

/** Individual downloads (docs/spec/analytics.md 5.14). */
export const downloadsReport = defineList({
  slug: 'downloads',
  summary: 'List what was downloaded.',
  meanings: {
    id: 'The download.',
    product_id: 'The product whose file it is.',
    date: 'When it was, on the clock of the shop.',
    date_gmt: 'The same in UTC.',
    download_id: 'The file, as the product names it.',
    file_name: 'The last part of where the file is; empty where the product has it no more.',
    file_path: 'Where the file is.',
    order_id: 'The order that it was bought with.',
    order_number: 'The number of that order, as customers know it.',
    user_id: 'The account that fetched it; 0 for guests.',
    username: 'The name of the account; empty for guests.',
    ip_address: 'The address that it was fetched from.',
  },
  from: 'download',
  references: { record: { to: 'order_record', by: ['order_id', 'id'], isOne: true } },
  columns: [
    'id',
    'product_id',
    'order_id',
    'user_id',
    'file_id',
    'ip_address',
    'at',
    'at_utc',
    'record.id',
    'record.number',
    'buyer.username',
    'product.files',
  ],
  where: always,
  isDated: true,
  date: 'at',
  filters,
  sorts: { date: [{ column: 'at_utc' }, byId], product: [{ column: 'product_id' }, byId] },
  beside: {},
});

/** Downloads by interval (docs/spec/analytics.md 5.14). */
export const downloadsStats = defineStats({
  slug: 'downloads/stats',
  summary: 'Count downloads, in all and by interval.',
  from: 'download',
  back: 'download',
  date: 'at',
  filters,
  counted: { downloads: { over: 'download', measure: { op: 'count' } } },
  metrics: {
    download_count: {
      kind: 'count',
      formula: { sum: ['downloads'] },
      label: 'Downloads',
      meaning: 'How often a file was fetched. A refund does not lower it.',
    },
  },
  sorts: { date: 'date', download_count: 'download_count' },
});
