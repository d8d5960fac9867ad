import { UNIT } from '../../kernel/numbers/decimal.ts';
import type { Schema } from '../../kernel/schema.ts';
import type { Zone } from '../../kernel/zone.ts';
import { defineGroups, defineReport, defineRows } from '../definition.ts';
import { ofLists, ofStats } from '../parameters.ts';
import { always, among } from '../plan.ts';
import { cell } from '../printed/column.ts';
import { DELETED, json, type LinkedCall, linkTo } from '../published/members.ts';
import type { ReportRow } from '../report-ports.ts';
import type { CouponReportEntry } from '../sales-entries.ts';
import { type DescribedMeasure, defineStats, type Segment } from '../stats.ts';
import {
  localOf,
  type ReportList,
  type ReportListInput,
  reportList,
  runGroups,
  statsReader,
  textOf,
} from '../use-cases/report-reading.ts';
import { by } from './filter-subjects.ts';
import { categoryNames, couponNames, productNames, variationsOfOne } from './segment-names.ts';

const counted = ['amount', 'coupons', 'discounted_orders'] as const;

const count = (name: string, label: string, meaning: string): DescribedMeasure => ({
  kind: 'count',
  formula: { sum: [name] },
  label,
  meaning,
  better: 'neither',
});

const measures = {
  amount: {
    kind: 'amount',
    formula: { sum: ['amount'] },
    label: 'Discounts',
    better: 'neither',
    meaning: 'What the coupons took off, without tax. Refunds do not lower it.',
  },
  coupons_count: count('coupons', 'Coupons', 'How many different coupons were used.'),
  orders_count: count(
    'discounted_orders',
    'Discounted orders',
    'How many orders a coupon stands on. Refunds do not lower it.',
  ),
} as const satisfies Readonly<Record<string, DescribedMeasure>>;

const coupons = among('coupon_id');

const byId = { column: 'coupon_id', isAlwaysUp: true } as const;

/** Discounts by coupon (docs/spec/analytics.md 5.11). */
export const couponsReport = defineGroups({
  slug: 'coupons',
  summary: 'List what coupons took off.',
  meanings: {
    coupon_id: 'The coupon; below 0 for a code without a coupon.',
    amount: measures.amount.meaning,
    orders_count: measures.orders_count.meaning,
  },
  from: 'coupon',
  where: always,
  date: 'order.created_at',
  status: 'order.status',
  filters: { coupons },
  countsUnless: [],
  keys: { coupon_id: 'coupon_id' },
  measures: { amount: 'amount', orders_count: 'discounted_orders' },
  references: { record: { to: 'coupon_record', by: ['coupon_id', 'id'], isOne: true } },
  columns: ['record.code', 'record.type', 'record.created_utc', 'record.expires_utc'],
  fill: { key: 'coupon_id', ids: 'coupons' },
  sorts: {
    coupon_id: [{ column: 'coupon_id' }],
    code: [{ column: 'record.code_key' }, byId],
    amount: [{ column: 'amount' }, byId],
    orders_count: [{ column: 'orders_count' }, byId],
  },
  related: {},
});

/** Measures of segments by lines: the discount is that of the lines. */
const ofLines = { ...measures, amount: { ...measures.amount, formula: { sum: ['coupon'] } } } as const;

/** Segments coupons by the lines of their orders. */
const byLines = (key: string, each: readonly string[] = []): Segment['parts'] => [
  {
    over: 'line',
    back: 'coupons',
    each: [...each],
    key,
    counted: ['coupon', 'discounted_orders'],
  },
  {
    over: 'line',
    back: 'coupons',
    each: [...each, 'coupons'],
    key,
    counted: ['coupons'],
    among: { column: 'coupons.coupon_id', parameter: 'coupons' },
  },
];

/** Discounts by interval (docs/spec/analytics.md 5.11). */
export const couponsStats = defineStats({
  slug: 'coupons/stats',
  summary: 'Add up what coupons took off, in all and by interval.',
  from: 'coupon',
  back: 'order',
  date: 'order.created_at',
  status: 'order.status',
  filters: { coupons },
  countsUnless: [],
  measures,
  sorts: { date: 'date', amount: 'amount', coupons_count: 'coupons_count', orders_count: 'orders_count' },
  segments: {
    product: { parts: byLines('product_id'), measures: ofLines, names: productNames() },
    variation: {
      parts: byLines('variation_id'),
      measures: ofLines,
      names: variationsOfOne('products'),
      needsOneOf: ['products'],
    },
    category: { parts: byLines('headings.category_id', ['headings']), measures: ofLines, names: categoryNames() },
    coupon: {
      parts: [{ over: 'coupon', key: 'coupon_id', counted }],
      measures,
      names: couponNames('coupons'),
    },
  },
});

/** Returns coupon discounts in total and per interval. */
export const readCouponsStats = statsReader(couponsStats);

/**
 * Lists discounts by coupon.
 * @throws DomainError `validation_failed`
 */
export const listCouponsReport: ReportList<ReportListInput, CouponReportEntry> = reportList(async (ports, input) => {
  const { rows, total, zone } = await runGroups(ports, couponsReport, input);
  const entries = rows.map((row) => ({
    couponId: Number(row.coupon_id),
    amount: Number(row.amount),
    orders: Number(row.orders_count),
    record: couponOf(row, zone),
    isExtended: input.wants?.includes('extended_info') ?? false,
  }));
  return { entries, total };
});

function couponOf(row: ReportRow, zone: Zone): CouponReportEntry['record'] {
  const code = textOf(row['record.code']);
  if (code === null) return null;
  return {
    code,
    type: String(row['record.type']),
    created: localOf(row['record.created_utc'], zone) ?? '',
    createdUtc: String(row['record.created_utc']),
    expires: localOf(row['record.expires_utc'], zone),
    expiresUtc: textOf(row['record.expires_utc']),
  };
}

export const presentCouponEntry = (entry: CouponReportEntry, call: LinkedCall): object => ({
  coupon_id: entry.couponId,
  amount: entry.amount / UNIT,
  orders_count: entry.orders,
  extended_info: entry.isExtended ? couponMore(entry.record) : {},
  _links: { coupon: linkTo(call, `coupons/${entry.couponId}`) },
});

const withT = (local: string | null | undefined): string => local?.replace(' ', 'T') ?? '';

const couponMore = (record: CouponReportEntry['record']): object => ({
  code: record?.code ?? DELETED,
  date_created: withT(record?.created),
  date_created_gmt: withT(record?.createdUtc),
  date_expires: withT(record?.expires),
  date_expires_gmt: withT(record?.expiresUtc),
  discount_type: record?.type ?? 'N/A',
});

export const couponEntry: Schema = {
  name: 'CouponReportEntry',
  type: 'object',
  properties: {
    coupon_id: json.integer,
    amount: json.number,
    orders_count: json.integer,
    extended_info: json.extended,
    _links: json.links,
  },
};

/** The report on coupons. */
export const report = defineReport({
  slug: 'coupons',
  title: 'Coupons',
  question: 'What do coupons take off, and how often are they used?',
  stats: {
    slug: couponsStats.slug,
    description: 'What coupons took off, in all and by interval.',
    strip: ['amount', 'coupons_count', 'orders_count'],
    declared: couponsStats,
    read: readCouponsStats,
    params: [...ofStats, 'coupons', 'segmentby'],
  },
  rows: defineRows({
    description: 'What coupons took off.',
    key: ['coupon_id'],
    sent: { extended_info: true },
    hasTotals: true,
    declared: couponsReport,
    read: listCouponsReport,
    present: presentCouponEntry,
    returns: couponEntry,
    params: [...ofLists, 'coupons', 'extended_info'],
  }),
  filters: [by.coupon({ is: 'coupons' })],
  printed: {
    columns: [
      cell.text('Coupon code', 'extended_info.code', {
        label: 'Coupon',
        sort: 'code',
        link: { to: 'coupon', id: 'coupon_id' },
      }),
      cell.count('Orders', 'orders_count', cell.sorted('orders_count')),
      cell.amount('Amount discounted', 'amount', { label: 'Discounts', sort: 'amount' }),
      cell.orNone('Created', 'extended_info.date_created'),
      cell.orNone('Expires', 'extended_info.date_expires'),
      cell.text('Type', 'extended_info.discount_type', { unit: 'status' }),
    ],
  },
});
