import { among, listOf, type NoteFault, partReader, type RawSearch, readPage } from '../data/address.ts';
import { type Comparison, type Interval, isDay, type Period, type Preset, presets } from '../words/calendar.ts';

/** One chip: a subject and its values; a range has a lower and an upper end, either of them empty. */
export interface Condition {
  readonly subject: string;
  readonly side: 'is' | 'not' | 'between';
  readonly values: readonly string[];
}

/** Everything about a report screen that stands in its address. */
export interface Look {
  readonly period: Period;
  readonly compare: Comparison;
  /** Undefined: chosen by the length of the period. */
  readonly by: Interval | undefined;
  /** Undefined: the first of the report. */
  readonly metric: string | undefined;
  readonly conditions: readonly Condition[];
  readonly match: 'all' | 'any';
  readonly cut: string | undefined;
  readonly sort: string | undefined;
  readonly page: number;
  readonly per: number;
  readonly cols: readonly string[] | undefined;
  /** The values of before stand under those of the table. */
  readonly showsPrevious: boolean;
  readonly dateType: string | undefined;
}

export const plainLook: Look = {
  period: '30d',
  compare: 'previous',
  by: undefined,
  metric: undefined,
  conditions: [],
  match: 'all',
  cut: undefined,
  sort: undefined,
  page: 1,
  per: 25,
  cols: undefined,
  showsPrevious: false,
  dateType: undefined,
};

const comparisons: readonly Comparison[] = ['previous', 'year', 'none'];
const intervals: readonly Interval[] = ['hour', 'day', 'week', 'month', 'quarter', 'year'];
const sizes = [25, 50, 100];
const name = /^[a-z][a-z0-9_]{0,63}$/;
const dateTypes = ['date_paid', 'date_created', 'date_completed'];

/** Reads an address; what is wrong falls back to what is usual, and is noted. */
export function readLook(search: RawSearch, note: NoteFault): Look {
  const read = partReader(search, note);
  const conditions = listOf(search.if).flatMap((text) => {
    const condition = readCondition(text);
    if (!condition) note(`if=${text}`);
    return condition ?? [];
  });
  return {
    period: read('period', readPeriod) ?? plainLook.period,
    compare: read('compare', among(comparisons)) ?? plainLook.compare,
    by: read('by', among(intervals)),
    metric: read('metric', fitting(name)),
    conditions,
    match: read('match', among(['all', 'any'] as const)) ?? 'all',
    cut: read('cut', fitting(name)),
    sort: read('sort', fitting(/^-?[a-z][a-z0-9_]{0,63}$/)),
    page: read('page', readPage) ?? 1,
    per: read('per', (text) => sizes.find((each) => String(each) === text)) ?? 25,
    cols: read('cols', (text) => (text.split(',').every((each) => name.test(each)) ? text.split(',') : undefined)),
    showsPrevious: read('rows', among(['compared'])) !== undefined,
    dateType: read('count_by', among(dateTypes)),
  };
}

const fitting = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined);

function readPeriod(text: string): Period | undefined {
  const [after = '', before = '', ...more] = text.split('..');
  if (isDay(after) && isDay(before) && more.length === 0) return after <= before ? { after, before } : undefined;
  return presets.find((each): each is Preset => each === text);
}

/** `product.is:333,334`, `spend.between:10..50`. */
function readCondition(text: string): Condition | undefined {
  const [, subject, side, rest] = /^([a-z][a-z0-9_]{0,63})\.(is|not|between):(.+)$/s.exec(text) ?? [];
  if (subject === undefined || rest === undefined) return undefined;
  const isRange = side === 'between';
  const values = isRange ? rest.split('..') : rest.split(',').map(unescaped);
  const isWrong = isRange ? !isRangeOf(values as string[]) : values.some((each) => each === undefined || each === '');
  if (isWrong) return undefined;
  return { subject, side: side as Condition['side'], values: values as string[] };
}

/** Two numbers or days, one of which may be open. */
const isRangeOf = (values: readonly string[]): boolean =>
  values.length === 2 &&
  values.join('') !== '' &&
  values.every((each) => each === '' || /^-?\d{1,12}(?:\.\d{1,6})?$/.test(each) || isDay(each));

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A comma within a value is written by its code. */
const escaped = (text: string): string => text.replace(/[%,]/g, encodeURIComponent);

/** Writes a look as an address has it; what is usual is left out. */
export function writeLook(look: Look): RawSearch {
  const { period, compare, by, metric, conditions, match, cut, sort, page, per, cols, showsPrevious, dateType } = look;
  return {
    ...(period !== plainLook.period && { period: writePeriod(period) }),
    ...(compare !== plainLook.compare && { compare }),
    ...(by !== undefined && { by }),
    ...(metric !== undefined && { metric }),
    ...(conditions.length > 0 && { if: conditions.map(writeCondition) }),
    ...(match !== 'all' && { match }),
    ...(cut !== undefined && { cut }),
    ...(sort !== undefined && { sort }),
    ...(page !== 1 && { page: String(page) }),
    ...(per !== 25 && { per: String(per) }),
    ...(cols !== undefined && { cols: cols.join(',') }),
    ...(showsPrevious && { rows: 'compared' }),
    ...(dateType !== undefined && { count_by: dateType }),
  };
}

const writePeriod = (period: Period): string =>
  typeof period === 'string' ? period : `${period.after}..${period.before}`;

export const writeCondition = ({ subject, side, values }: Condition): string =>
  `${subject}.${side}:${side === 'between' ? values.join('..') : values.map(escaped).join(',')}`;

/** What goes along to another report: period, comparison and filters. */
export const carried = ({ period, compare, conditions, match }: Look): Look => ({
  ...plainLook,
  period,
  compare,
  conditions,
  match,
});
