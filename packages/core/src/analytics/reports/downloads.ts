import type { Schema } from '../../kernel/schema.ts';
import { defineReport, defineRows } from '../definition.ts';
import { ofLists, ofStats, type ParamName } from '../parameters.ts';
import { always, among, type Filter, having, lacking, notAmong } from '../plan.ts';
import { cell, screenColumn, textColumn } from '../printed/column.ts';
import { json, type LinkedCall } from '../published/members.ts';
import { orderNumber } from '../published/order-presenter.ts';
import { defineList } from '../report.ts';
import type { DownloadReportEntry } from '../report-entries.ts';
import type { ReportRow } from '../report-ports.ts';
import { defineStats } from '../stats.ts';
import {
  jsonOf,
  type ReportList,
  type ReportListInput,
  reportList,
  runList,
  statsReader,
  textOf,
} from '../use-cases/report-reading.ts';
import { by } from './filter-subjects.ts';

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
  related: {},
});

/** Downloads by interval (docs/spec/analytics.md 5.14). */
export const downloadsStats = defineStats({
  slug: 'downloads/stats',
  summary: 'Count downloads, in all and by interval.',
  from: 'download',
  back: 'download',
  date: 'at',
  filters,
  measures: {
    download_count: {
      kind: 'count',
      formula: { sum: ['rows'] },
      label: 'Downloads',
      meaning: 'How often a file was fetched. A refund does not lower it.',
    },
  },
  sorts: { date: 'date', download_count: 'download_count' },
});

/** Counts downloads in total and per interval. */
export const readDownloadsStats = statsReader(downloadsStats);

/**
 * Lists individual downloads; the last week unless a range is given.
 * @throws DomainError `validation_failed`
 */
export const listDownloadsReport: ReportList<ReportListInput, DownloadReportEntry> = reportList(
  async (ports, input) => {
    const { rows, total } = await runList(ports, downloadsReport, input);
    return { entries: rows.map(entryOf), total };
  },
);

function entryOf(row: ReportRow): DownloadReportEntry {
  const isKnown = row['record.id'] !== null;
  return {
    id: Number(row.id),
    productId: Number(row.product_id),
    orderId: Number(row.order_id),
    orderNumber: isKnown ? (textOf(row['record.number']) ?? String(row.order_id)) : null,
    userId: row.user_id === null ? null : Number(row.user_id),
    username: textOf(row['buyer.username']),
    fileId: String(row.file_id),
    file: fileOf(jsonOf(row['product.files']), row.file_id),
    at: String(row.at),
    atUtc: String(row.at_utc),
    ipAddress: String(row.ip_address),
  };
}

/** Current file of the download in its product; empty if removed. */
function fileOf(files: unknown, id: ReportRow[string] | undefined): string {
  const known = Array.isArray(files) ? (files as readonly { readonly id?: unknown; readonly file?: unknown }[]) : [];
  const file = known.find((each) => each?.id === id)?.file;
  return typeof file === 'string' ? file : '';
}

export const presentDownloadEntry = (entry: DownloadReportEntry, { around }: LinkedCall): object => ({
  id: entry.id,
  product_id: entry.productId,
  date: entry.at,
  date_gmt: entry.atUtc,
  download_id: entry.fileId,
  file_name: entry.file.split('/').at(-1) ?? '',
  file_path: entry.file,
  order_id: entry.orderId,
  order_number: orderNumber(entry.orderNumber),
  user_id: entry.userId ?? 0,
  username: entry.username ?? '',
  ip_address: entry.ipAddress,
  _links: { product: [{ href: around.link(`/shop-analytics/products/${entry.productId}`), embeddable: true }] },
});

export const downloadEntry: Schema = {
  name: 'DownloadReportEntry',
  type: 'object',
  properties: {
    ...json.integers('id', 'product_id'),
    ...json.texts('date', 'date_gmt', 'download_id', 'file_name', 'file_path'),
    order_id: json.integer,
    order_number: { type: ['integer', 'string', 'null'] },
    user_id: json.integer,
    ...json.texts('username', 'ip_address'),
    _links: json.links,
  },
};

const ofDownloads = [
  'match',
  'product_includes',
  'product_excludes',
  'order_includes',
  'order_excludes',
  'customer_includes',
  'customer_excludes',
  'ip_address_includes',
  'ip_address_excludes',
] as const satisfies readonly ParamName[];

/** The report on downloads. */
export const report = defineReport({
  slug: 'downloads',
  title: 'Downloads',
  question: 'What was downloaded, and by whom?',
  stats: {
    slug: downloadsStats.slug,
    description: 'How much was downloaded, in all and by interval.',
    strip: ['download_count'],
    declared: downloadsStats,
    read: readDownloadsStats,
    params: [...ofStats, ...ofDownloads],
  },
  rows: defineRows({
    description: 'What was downloaded.',
    key: ['id'],
    declared: downloadsReport,
    read: listDownloadsReport,
    present: presentDownloadEntry,
    returns: downloadEntry,
    params: [...ofLists, ...ofDownloads],
  }),
  filters: [
    by.product(by.sides('product')),
    by.order(by.sides('order')),
    by.customer(by.sides('customer')),
    { subject: 'address', label: 'Address', takes: 'texts', of: 'addresses', ...by.sides('ip_address') },
  ],
  printed: {
    columns: [
      cell.text('Date', 'date', { unit: 'moment', sort: 'date' }),
      textColumn(
        'Product title',
        screenColumn('Product', 'product_id', {
          unit: 'text',
          names: 'products',
          sort: 'product',
          link: { to: 'product', id: 'product_id' },
        }),
        (row, { nameOf }) => nameOf(Number(row.product_id)) ?? '(Deleted)',
      ),
      cell.text('File name', 'file_name', { label: 'File' }),
      cell.text('Order #', 'order_number', { label: 'Order', link: cell.toOrder }),
      cell.text('User Name', 'username', { label: 'User' }),
      cell.text('IP', 'ip_address', { label: 'Address' }),
    ],
    names: { report: 'products', ids: (row) => [Number(row.product_id)] },
  },
});
