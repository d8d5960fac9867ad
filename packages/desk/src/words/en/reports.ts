import type { Comparison, Interval, Preset } from '../calendar.ts';
import type { Plural } from '../intl.ts';

const preset: Record<Preset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  week: 'Week to date',
  month: 'Month to date',
  quarter: 'Quarter to date',
  year: 'Year to date',
  'last-month': 'Last month',
  'last-quarter': 'Last quarter',
  '12m': 'Last 12 months',
  all: 'All time',
};
const comparison: Record<Comparison, string> = {
  previous: 'Previous period',
  year: 'Previous year',
  none: 'No comparison',
};
const interval: Record<Interval, string> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Year',
};
const by: Record<Interval, string> = {
  hour: 'by hour',
  day: 'by day',
  week: 'by week',
  month: 'by month',
  quarter: 'by quarter',
  year: 'by year',
};

/** What readers of the screen hear of a report. */
export interface Result {
  readonly report: string;
  readonly period: string;
  readonly value: string;
  /** Empty without a comparison. */
  readonly change: string;
}

export const reportsIn = (plural: Plural) => ({
  preset,
  comparison,
  interval,
  by,
  period: 'Period',
  customPeriod: 'Own period',
  from: 'From',
  to: 'To',
  compare: 'Compare with',
  comparedWith: (range: string) => `Compared with ${range}`,
  intervalLabel: 'Interval',
  soFar: 'so far',
  isNew: 'new',
  noChange: 'unchanged',
  all: 'All',
  rows: (count: number) => plural(count, { one: '# row', other: '# rows' }),
  meaning: (name: string) => `Meaning of ${name}`,
  counted: {
    date_paid: 'Counted by the day of payment',
    date_created: 'Counted by the day of the order',
    date_completed: 'Counted by the day of completion',
  } as Readonly<Record<string, string>>,
  dateType: {
    date_paid: 'Day of payment',
    date_created: 'Day of the order',
    date_completed: 'Day of completion',
  } as Readonly<Record<string, string>>,
  countBy: 'Count by',
  chart: {
    label: (measure: string, range: string) => `${measure}, ${range}`,
    help: 'Arrow keys move between the points, Home and End to the ends, Enter opens the actions of a point.',
    point: (bucket: string, value: string) => `${bucket}: ${value}`,
    before: (bucket: string, value: string) => `Before, ${bucket}: ${value}`,
    actions: (bucket: string) => `Actions for ${bucket}`,
    zoom: (bucket: string) => `Zoom to ${bucket}`,
    showOrders: 'Show these orders',
    rest: 'Others',
    hide: (name: string) => `Hide ${name}`,
    show: (name: string) => `Show ${name}`,
  },
  table: {
    caption: (name: string) => `Table: ${name}`,
    columns: 'Columns',
    sortBy: (name: string) => `Sort by ${name}`,
    total: 'Total',
    page: (page: number, last: number) => `Page ${page} of ${last}`,
    perPage: 'Rows',
    copy: 'Copy the table',
    more: 'All values of this row',
    up: 'Move up',
    down: 'Move down',
    compareRows: 'Compare values',
    change: 'Change',
  },
  filter: {
    add: 'Filter',
    title: 'Filters',
    is: 'is',
    not: 'is not',
    between: 'is between',
    from: (value: string) => `from ${value}`,
    to: (value: string) => `up to ${value}`,
    and: (from: string, to: string) => `${from} to ${to}`,
    all: 'All conditions',
    any: 'Any condition',
    match: 'Match',
    search: 'Search',
    least: 'At least',
    most: 'At most',
    subject: 'Subject',
    operator: 'Condition',
    noMatch: 'Nothing matches',
    unavailable: (report: string) => `${report} does not have this filter`,
    values: (count: number) => plural(count, { one: '# value', other: '# values' }),
    only: (name: string) => `Only ${name}`,
    without: (name: string) => `Without ${name}`,
  },
  cut: { label: 'Break down by', none: 'Not broken down', needs: (what: string) => `Needs ${what}` },
  export: {
    label: 'Export',
    started: 'The export is being made.',
    progress: (done: string, total: string) => `${done} of ${total} rows`,
    ready: 'The export is ready.',
    failed: 'The export failed.',
    nothing: 'There is nothing to export.',
    download: 'Download',
    allRows: 'All rows as a file',
    thisPage: 'This page as a file',
    byMail: 'All rows by mail',
    mailed: 'The export is sent by mail when it is ready.',
  },
  print: 'Print',
  empty: {
    text: 'Nothing was counted in this period.',
    action: 'Show the last 12 months',
    filtered: 'Nothing matches these filters in this period.',
    clear: 'Remove the filters',
    list: 'There are no rows here.',
  },
  announce: ({ report, period, value, change }: Result) =>
    change === '' ? `${report}, ${period}: ${value}` : `${report}, ${period}: ${value}, ${change}`,
  newer: (count: number) => plural(count, { one: '# newer row', other: '# newer rows' }),
  yes: 'Yes',
  no: 'No',
  /** Words of declarations by the English of the server, which is used where there is none. */
  declared: {} as Readonly<Record<string, string>>,
});

export const overviewIn = (plural: Plural) => ({
  attention: {
    label: 'Needs attention',
    lines: {
      ledger_differs: (count: number) => plural(count, { one: '# balance differs', other: '# balances differ' }),
      rebuild_under_way: () => 'Reports are being counted again',
      jobs_failed: (count: number) => plural(count, { one: '# failed job', other: '# failed jobs' }),
      extensions_failed: (count: number) => plural(count, { one: '# failed extension', other: '# failed extensions' }),
      mails_failed: (count: number) => plural(count, { one: '# failed mail', other: '# failed mails' }),
      orders_on_hold: (count: number) => plural(count, { one: '# order on hold', other: '# orders on hold' }),
      products_out_of_stock: (count: number) =>
        plural(count, { one: '# product out of stock', other: '# products out of stock' }),
      products_low_stock: (count: number) =>
        plural(count, { one: '# product low in stock', other: '# products low in stock' }),
      items_out_of_stock: (count: number) =>
        plural(count, { one: '# item out of stock', other: '# items out of stock' }),
      items_low_stock: (count: number) => plural(count, { one: '# item low in stock', other: '# items low in stock' }),
    } as Readonly<Record<string, (count: number) => string>>,
  },
  tiles: 'Key figures',
  chooseTiles: 'Choose figures',
  boards: {
    products: 'Top products',
    categories: 'Top categories',
    customers: 'Top customers',
    coupons: 'Coupons',
  } as Readonly<Record<string, string>>,
  times: (count: string) => `${count}×`,
  emptyShop: {
    title: 'No orders yet',
    text: 'Orders arrive through the shop interface, or from an import of the past.',
    action: 'Getting started',
  },
});
