import { MILLION } from '../../kernel/numbers/amount.ts';
import { UNIT } from '../../kernel/numbers/decimal.ts';
import type { Schema } from '../../kernel/schema.ts';
import { defineGroups, defineReport, defineRows } from '../definition.ts';
import { ofLists, ofStats } from '../parameters.ts';
import { always, among } from '../plan.ts';
import { cell, columnOf, screenColumn, textColumn } from '../printed/column.ts';
import { json, type LinkedCall, linkTo } from '../published/members.ts';
import { idOf, listInputOf, type ParameterValues } from '../published/report-input.ts';
import { COUNTED_DATE } from '../report.ts';
import type { TaxReportEntry } from '../sales-entries.ts';
import { type DescribedMeasure, defineStats } from '../stats.ts';
import {
  type ReportList,
  type ReportListInput,
  reportList,
  runGroups,
  statsReader,
} from '../use-cases/report-reading.ts';
import { by } from './filter-subjects.ts';
import { rateCodeOf } from './rate-code.ts';
import { rateNames } from './segment-names.ts';

const amount = (label: string, meaning: string, sum: readonly string[]): DescribedMeasure => ({
  kind: 'amount',
  formula: { sum },
  label,
  meaning,
  better: 'neither',
});

const count = (label: string, meaning: string, name: string): DescribedMeasure => ({
  kind: 'count',
  formula: { sum: [name] },
  label,
  meaning,
  better: 'neither',
});

const measures = {
  total_tax: amount('Total tax', 'Tax on goods, fees and shipping, less what was given back.', [
    'order_tax',
    'shipping_tax',
  ]),
  order_tax: amount('Order tax', 'Tax on goods and fees, less what was given back.', ['order_tax']),
  shipping_tax: amount('Shipping tax', 'Tax on shipping, less what was given back.', ['shipping_tax']),
  orders_count: count('Orders', 'How many orders carry the tax. Refunds are not counted.', 'orders'),
  tax_codes: count('Rates', 'How many different rates: by id, code and percentage.', 'tax_codes'),
} as const satisfies Readonly<Record<string, DescribedMeasure>>;

const ties = ['tax_rate_id', 'rate_code', 'percent'].map((column) => ({ column, isAlwaysUp: true }) as const);

const date = `order.${COUNTED_DATE}`;

/** Taxes by rate (docs/spec/analytics.md 5.10). */
export const taxesReport = defineGroups({
  slug: 'taxes',
  summary: 'List the taxes of orders.',
  meanings: {
    tax_rate_id:
      'The rate; 0 for taxes of outside services. Orders keep their rates as they were: one row for each code and percentage.',
    name: 'The name of the rate; that on the order where the shop has the rate no more.',
    tax_rate: 'Percent.',
    country: 'The country of the rate.',
    state: 'The part of the country; empty for all of it.',
    priority: 'In which turn it is reckoned.',
    total_tax: measures.total_tax.meaning,
    order_tax: measures.order_tax.meaning,
    shipping_tax: measures.shipping_tax.meaning,
    taxable_amount: 'The amounts without tax on which the rate was reckoned, less what was given back.',
    orders_count: measures.orders_count.meaning,
  },
  from: 'tax',
  where: always,
  date,
  status: 'order.status',
  filters: { taxes: among('rate_id') },
  countsUnless: [],
  keys: { tax_rate_id: 'rate_id', rate_code: 'rate_code', percent: 'percent' },
  measures: {
    order_tax: 'order_tax',
    shipping_tax: 'shipping_tax',
    orders_count: 'orders',
    total_tax: 'total_tax',
    taxable_amount: 'taxable_amount',
    name: 'name',
    country: 'country',
    state: 'state',
    priority: 'priority',
  },
  references: { rate: { to: 'tax_rate', by: ['tax_rate_id', 'id'], isOne: true } },
  columns: ['rate.name', 'rate.country', 'rate.state', 'rate.priority', 'rate.percent'],
  fill: { key: 'tax_rate_id', ids: 'taxes' },
  sorts: {
    tax_rate_id: [{ column: 'tax_rate_id' }, ...ties.slice(1)],
    name: [{ column: 'name' }, ...ties],
    tax_code: [{ column: 'rate_code' }, ...ties],
    rate: [{ column: 'percent' }, ...ties],
    order_tax: [{ column: 'order_tax' }, ...ties],
    total_tax: [{ column: 'total_tax' }, ...ties],
    shipping_tax: [{ column: 'shipping_tax' }, ...ties],
    taxable_amount: [{ column: 'taxable_amount' }, ...ties],
    orders_count: [{ column: 'orders_count' }, ...ties],
  },
  related: {},
});

/** Taxes by interval (docs/spec/analytics.md 5.10). */
export const taxesStats = defineStats({
  slug: 'taxes/stats',
  summary: 'Add up the taxes of orders, in all and by interval.',
  from: 'tax',
  back: 'order',
  date,
  status: 'order.status',
  filters: { taxes: among('rate_id') },
  countsUnless: [],
  measures,
  sorts: {
    date: 'date',
    items_sold: 'date',
    total_sales: 'date',
    orders_count: 'orders_count',
    products_count: 'date',
  },
  segments: {
    tax_rate_id: {
      parts: [{ over: 'tax', key: 'rate_id', counted: ['order_tax', 'shipping_tax', 'orders', 'tax_codes'] }],
      measures,
      names: rateNames('taxes'),
    },
  },
});

/** Returns the taxes of orders in total and per interval. */
export const readTaxesStats = statsReader(taxesStats);

/**
 * Lists taxes by rate.
 * @throws DomainError `validation_failed`
 */
export const listTaxesReport: ReportList<ReportListInput, TaxReportEntry> = reportList(async (ports, input) => {
  const { rows, total } = await runGroups(ports, taxesReport, input);
  const entries = rows.map((row) => {
    // Rates without charged taxes have only their record.
    const isCharged = row.rate_code !== null;
    const rateMember = (name: string) => (isCharged ? row[name] : row[`rate.${name}`]);
    return {
      rateId: Number(row.tax_rate_id),
      name: String(rateMember('name') ?? ''),
      percent: Number(rateMember('percent') ?? 0),
      country: String(rateMember('country') ?? ''),
      state: String(rateMember('state') ?? ''),
      priority: Number(rateMember('priority') ?? 0),
      total: Number(row.total_tax),
      orderTax: Number(row.order_tax),
      shippingTax: Number(row.shipping_tax),
      taxable: Number(row.taxable_amount),
      orders: Number(row.orders_count),
    };
  });
  return { entries, total };
});

export const presentTaxEntry = (entry: TaxReportEntry, call: LinkedCall): object => ({
  tax_rate_id: entry.rateId,
  name: entry.name,
  tax_rate: entry.percent / MILLION,
  country: entry.country,
  state: entry.state,
  priority: entry.priority,
  total_tax: entry.total / UNIT,
  order_tax: entry.orderTax / UNIT,
  shipping_tax: entry.shippingTax / UNIT,
  taxable_amount: entry.taxable / UNIT,
  orders_count: entry.orders,
  _links: { tax: linkTo(call, `taxes/${entry.rateId}`) },
});

export const taxEntry: Schema = {
  name: 'TaxReportEntry',
  type: 'object',
  properties: {
    tax_rate_id: json.integer,
    name: json.text,
    tax_rate: json.number,
    ...json.texts('country', 'state'),
    priority: json.integer,
    ...json.numbers('total_tax', 'order_tax', 'shipping_tax', 'taxable_amount'),
    orders_count: json.integer,
    _links: json.links,
  },
};

/** Rate ids are sent as text; invalid ids map to -1, which matches nothing. */
const taxesQuestion = (given: ParameterValues) => {
  const question = listInputOf(taxesReport, given);
  const taxes = Array.isArray(given.taxes) ? given.taxes.map((each) => idOf(String(each))) : undefined;
  return { ...question, asked: { ...question.asked, taxes } };
};

/** The report on taxes. */
export const report = defineReport({
  slug: 'taxes',
  title: 'Taxes',
  question: 'How much tax is due?',
  stats: {
    slug: taxesStats.slug,
    description: 'The taxes of orders, in all and by interval.',
    strip: ['total_tax', 'order_tax', 'shipping_tax', 'tax_codes', 'orders_count'],
    declared: taxesStats,
    read: readTaxesStats,
    params: [...ofStats, 'taxes', 'segmentby'],
  },
  rows: defineRows({
    description: 'The taxes of orders.',
    key: ['tax_rate_id', 'name', 'tax_rate'],
    hasTotals: true,
    declared: taxesReport,
    read: listTaxesReport,
    present: presentTaxEntry,
    returns: taxEntry,
    params: [...ofLists, 'taxes'],
    changes: { taxes: { items: { type: 'string' } } },
    question: taxesQuestion,
  }),
  filters: [by.rate({ is: 'taxes' })],
  printed: {
    columns: [
      textColumn(
        'Tax code',
        screenColumn('Rate', 'name', { unit: 'text', sort: 'name', link: { to: 'rate', id: 'tax_rate_id' } }),
        (row) => rateCodeOf(row),
      ),
      columnOf('average')('Rate', 'tax_rate', { label: 'Percent', unit: 'percent', sort: 'rate' }),
      cell.amount('Total tax', 'total_tax', cell.sorted('total_tax')),
      cell.amount('Order tax', 'order_tax', cell.sorted('order_tax')),
      cell.amount('Shipping tax', 'shipping_tax', cell.sorted('shipping_tax')),
      cell.count('Orders', 'orders_count', cell.sorted('orders_count')),
      cell.amount('Taxable amount', 'taxable_amount', cell.sorted('taxable_amount')),
    ],
    onScreens: [
      screenColumn('Country', 'country', { unit: 'text', isHidden: true }),
      screenColumn('State', 'state', { unit: 'text', isHidden: true }),
    ],
  },
});
