import type { Question, ReportCondition, ReportGroupKey, ReportPlan, ReportTableName } from '@backroom/core/analytics';
import { ROWS, tableMeasures } from '../core/internals.ts';
import { oneOf } from './report-draws.ts';
import { statuses } from './report-facts.ts';

type Draw = () => number;
const moments = ['2024-12-30 11:59:59', '2025-01-01 00:00:00', '2025-01-05 23:59:59', '2025-03-30 02:30:00'] as const;
const ids = (draw: Draw): readonly number[] =>
  Array.from({ length: 1 + Math.floor(draw() * 3) }, () => Math.floor(draw() * 7));
const chance = (draw: Draw, probability: number): boolean => draw() < probability;

/** What random questions may ask of a table. */
interface TableProfile {
  /** Conditions on columns. */
  conditions(draw: Draw): ReportCondition;
  readonly references: Readonly<Record<string, ReportTableName>>;
  readonly key: readonly string[];
  readonly numbers: readonly string[];
  readonly groups: readonly string[];
  readonly moments: readonly string[];
}

const order: TableProfile = {
  conditions: (draw) =>
    oneOf<() => ReportCondition>(draw, [
      () => ({ op: 'among', column: 'status', values: [oneOf(draw, statuses), oneOf(draw, statuses)] }),
      () => ({ op: 'among', column: 'is_returning', values: [chance(draw, 0.5)] }),
      () => ({
        op: oneOf(draw, ['atLeast', 'atMost', 'above', 'below']),
        column: 'paid_at',
        value: oneOf(draw, moments),
      }),
      () => ({ op: oneOf(draw, ['atLeast', 'below']), column: 'created_utc', value: oneOf(draw, moments) }),
      () => ({ op: oneOf(draw, ['above', 'atMost']), column: 'net', value: { column: 'total' } }),
      () => ({ op: 'above', column: 'status', value: 'on-hold' }),
      () => ({ op: 'known', column: 'completed_at' }),
      () => ({ op: 'among', column: 'order_id', values: ids(draw) }),
    ])(),
  references: { lines: 'line', coupons: 'coupon', taxes: 'tax' },
  key: ['order_id'],
  numbers: ['items', 'total', 'net', 'coupon', 'customer_id'],
  groups: ['status', 'customer_id', 'is_returning', 'paid_at'],
  moments: ['paid_at', 'created_at', 'completed_at'],
};
const line: TableProfile = {
  conditions: (draw) =>
    oneOf<() => ReportCondition>(draw, [
      () => ({ op: 'among', column: 'product_id', values: ids(draw) }),
      () => ({ op: 'among', column: 'variation_id', values: [0, 21] }),
      () => ({
        op: oneOf(draw, ['carries', 'carriesOther']),
        column: 'attributes',
        key: 'pa_color',
        value: oneOf(draw, ['red', '%', 'grün']),
      }),
      () => ({ op: 'among', column: 'is_implied', values: [chance(draw, 0.5)] }),
      () => ({ op: 'atMost', column: 'order.paid_at', value: oneOf(draw, moments) }),
    ])(),
  references: { order: 'order' },
  key: ['order_id', 'item_id'],
  numbers: ['quantity', 'net', 'gross', 'order.items', 'order.customer_id', 'product_id'],
  groups: ['product_id', 'variation_id', 'order.status', 'is_implied'],
  moments: ['order.paid_at', 'order.created_at'],
};
const coupon: TableProfile = {
  conditions: (draw) => ({ op: 'among', column: 'coupon_id', values: ids(draw) }),
  references: { order: 'order' },
  key: ['order_id', 'coupon_id'],
  numbers: ['amount', 'coupon_id', 'order.net'],
  groups: ['code', 'coupon_id', 'order.is_returning'],
  moments: ['order.paid_at'],
};
const tax: TableProfile = {
  ...coupon,
  conditions: (draw) => ({ op: 'among', column: 'rate_id', values: ids(draw) }),
  key: [],
  numbers: ['order_tax', 'taxable', 'rate_id'],
  groups: ['rate_id', 'rate_code', 'order.status'],
};
const stock: TableProfile = {
  conditions: (draw) =>
    oneOf<() => ReportCondition>(draw, [
      () => ({ op: 'among', column: 'status', values: ['publish', 'private'] }),
      () => ({ op: 'atMost', column: 'quantity', value: { column: 'low_stock_amount' } }),
      () => ({ op: 'above', column: 'quantity', value: 0 }),
      () => ({ op: 'among', column: 'parent_id', values: [0, 1, 3] }),
      () => ({ op: 'among', column: 'uses_parent_stock', values: [true] }),
      () => ({ op: 'known', column: 'quantity' }),
      () => ({ op: 'above', column: 'sku', value: 'X' }),
    ])(),
  references: {},
  key: ['id'],
  numbers: ['quantity', 'shown_quantity', 'parent_id'],
  groups: ['stock_status', 'status', 'manages_stock', 'name_key'],
  moments: [],
};
const tableProfiles: Partial<Record<ReportTableName, TableProfile>> = { order, line, coupon, tax, stock };
const profileOf = (name: ReportTableName): TableProfile => tableProfiles[name] ?? order;

function randomCondition(draw: Draw, name: ReportTableName, depth = 0): ReportCondition {
  const profile = profileOf(name);
  const references = Object.entries(profile.references);
  const word = depth > 2 ? 1 : draw();
  const deeper = () => randomCondition(draw, name, depth + 1);
  if (word < 0.25)
    return { op: oneOf(draw, ['all', 'any']), of: Array.from({ length: Math.floor(draw() * 4) }, deeper) };
  if (word < 0.4) return { op: 'not', of: deeper() };
  const [reference, to] = oneOf(draw, references) ?? [];
  if (word < 0.6 && reference !== undefined && to !== undefined)
    return { op: 'has', reference, where: randomCondition(draw, to, depth + 1) };
  return profile.conditions(draw);
}

/** Measures of each table that need no further reference of a plan. */
const measuresOf = (name: ReportTableName): readonly string[] => [
  ROWS,
  ...Object.keys(tableMeasures[name] ?? {}).filter((each) => !['average', 'coupons'].includes(each)),
];

/** Two measures, and numbers of rows that satisfy a condition. */
function randomMeasures(draw: Draw, name: ReportTableName) {
  const known = measuresOf(name);
  const measures = [...new Set([oneOf(draw, known), oneOf(draw, known)])];
  return { measures, ...(chance(draw, 0.4) && { counts: { met: randomCondition(draw, name, 2) } }) };
}

const cut = (draw: Draw) => ({
  ...(chance(draw, 0.5) && { limit: Math.floor(draw() * 8) }),
  ...(chance(draw, 0.3) && { offset: Math.floor(draw() * 4) }),
});

function randomRows(draw: Draw, name: ReportTableName): ReportPlan {
  const { key, numbers } = profileOf(name);
  const own = numbers.filter((column) => !column.includes('.'));
  const by = oneOf(draw, own);
  const ties = key.map((column) => ({ by: column, descending: chance(draw, 0.5) }));
  const places = chance(draw, 0.2) ? { places: [3, 1, 7, 3] } : {};
  const first = places.places
    ? { by: key[0] ?? by, descending: false, ...places }
    : { by, descending: chance(draw, 0.5) };
  const where = randomCondition(draw, name);
  return { kind: 'rows', from: name, where, columns: [...key, ...own], orderBy: [first, ...ties], ...cut(draw) };
}

function randomGroups(draw: Draw, name: ReportTableName): ReportPlan {
  const profile = profileOf(name);
  const keys: Record<string, ReportGroupKey> = {};
  const interval = oneOf(draw, ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const);
  if (profile.moments.length > 0 && chance(draw, 0.5))
    keys.interval = { column: oneOf(draw, profile.moments), interval, weekStartsOn: Math.floor(draw() * 7) };
  if (chance(draw, 0.6)) keys.segment = { column: oneOf(draw, profile.groups) };
  const { measures, ...counts } = randomMeasures(draw, name);
  const first = { by: oneOf(draw, [...measures, ...Object.keys(counts.counts ?? {})]), descending: chance(draw, 0.5) };
  const orderBy = [first, ...Object.keys(keys).map((by) => ({ by, descending: chance(draw, 0.5) }))];
  return {
    kind: 'groups',
    from: name,
    where: randomCondition(draw, name),
    keys,
    measures,
    ...counts,
    orderBy,
    ...cut(draw),
  };
}

/** One to three plans about anything; the last may build on the first. */
export function randomQuestion(draw: Draw): Question {
  const names = Object.keys(tableProfiles) as ReportTableName[];
  const one = oneOf(
    draw,
    names.filter((name) => name !== 'tax'),
  );
  const other = oneOf(draw, names);
  const first = randomRows(draw, one);
  const given = chance(draw, 0.5) && one === 'order';
  const where = { op: 'amongGiven', column: 'order_id', plan: 'first', columns: ['order_id'] } as const;
  const groups = randomGroups(draw, given ? 'line' : other);
  const few = chance(draw, 0.2) ? [{ op: 'fewGiven', plan: 'first', most: Math.floor(draw() * 10) } as const] : [];
  const of = [...few, groups.where, ...(given ? [where] : [])];
  return { first, second: { ...groups, where: of.length > 1 ? { op: 'all', of } : groups.where } };
}
