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

export const reports = {
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
  soFar: 'so far',
  isNew: 'new',
  noChange: 'unchanged',
  all: 'All',
  chart: {
    label: (measure: string, range: string) => `${measure}, ${range}`,
    help: 'Arrow keys move between the points, Home and End to the ends, Enter opens the actions of a point.',
    actions: (name: string) => `Actions for ${name}`,
    zoom: (bucket: string) => `Zoom to ${bucket}`,
    showOrders: 'Show these orders',
  },
  columns: 'Columns',
  empty: {
    text: 'Nothing was counted in this period.',
    action: 'Show the last 12 months',
  },
  /** Words of declarations by the English of the server, which is used where there is none. */
  declared: {} as Readonly<Record<string, string>>,
};

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
});
