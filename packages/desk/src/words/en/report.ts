import type { Plural } from '../intl.ts';

/** What readers of the screen hear of a report. */
export interface Result {
  readonly report: string;
  readonly period: string;
  readonly value: string;
  /** Empty without a comparison. */
  readonly change: string;
}

/** Filters, legends, tables, files and meanings of a report. */
export const reportIn = (plural: Plural) => ({
  filter: {
    add: 'Filter',
    is: 'is',
    not: 'is not',
    between: 'is between',
    from: (value: string) => `from ${value}`,
    to: (value: string) => `up to ${value}`,
    and: (from: string, to: string) => `${from} and ${to}`,
    all: 'All conditions',
    any: 'Any condition',
    match: 'Match',
    search: 'Search',
    least: 'At least',
    most: 'At most',
    subject: 'Subject',
    operator: 'Condition',
    noMatch: 'Nothing matches',
    partly: { stats: '(totals only)', list: '(table only)' },
    unavailable: (report: string) => `${report} does not have this filter`,
    only: (name: string) => `Only ${name}`,
    without: (name: string) => `Without ${name}`,
    inOthers: 'In other reports',
  },
  legend: {
    rest: 'Others',
    hide: (name: string) => `Hide ${name}`,
    show: (name: string) => `Show ${name}`,
    label: 'Lines of the chart',
    help: 'Enter hides or shows a line; Shift and Enter, a long press or a double click shows only this line.',
    lines: {
      all: () => 'All lines are shown',
      only: (name: string) => `Only ${name} is shown`,
      hidden: (name: string) => `${name} is hidden`,
      shown: (name: string) => `${name} is shown`,
    },
  },
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
  intervalLabel: 'Interval',
  meaning: (name: string) => `Meaning of ${name}`,
  counted: {
    date_paid: 'Counted by the day of payment',
    date_created: 'Counted by the day of the order',
    date_completed: 'Counted by the day of completion',
  } as Readonly<Record<string, string>>,
  countBy: 'Count by',
  cut: { label: 'Break down by', none: 'Not broken down' },
  print: 'Print',
  meanings: 'All meanings of this report',
  yes: 'Yes',
  no: 'No',
  table: {
    none: 'There are no rows here.',
    noMatch: 'Nothing matches these filters in this period.',
    showAll: 'Remove the filters',
    chosen: (count: number) => plural(count, { one: '# row chosen', other: '# rows chosen' }),
    newer: (count: number) => plural(count, { one: '# newer row', other: '# newer rows' }),
    showNewer: 'Show',
    caption: (name: string) => `Table: ${name}`,
    total: 'Total',
    page: (page: number, last: number) => `Page ${page} of ${last}`,
    perPage: 'Rows',
    copy: 'Copy the table',
    more: 'All values of this row',
    up: 'Move up',
    down: 'Move down',
    beside: 'Values of before',
    changeOf: (name: string) => `Change: ${name}`,
    choose: (name: string) => `Compare ${name}`,
    compareChosen: 'Compare these',
    actions: 'Actions',
  },
  announce: ({ report, period, value, change }: Result) =>
    change === '' ? `${report}, ${period}: ${value}` : `${report}, ${period}: ${value}, ${change}`,
});
