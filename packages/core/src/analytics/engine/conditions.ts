import type { ShopSettings } from '../../catalog/index.ts';
import { all, any, type Condition, is, not, type Value } from '../plan.ts';
import { countedStatuses, type Filter } from '../report.ts';

/** A key and a value that were chosen when something was bought. */
export type Pair = readonly [key: string, value: string];

/** What was asked of a report's filters: values, words or pairs by the names of the parameters. */
export type Asked = Readonly<Record<string, readonly Value[] | readonly Pair[] | string | undefined>>;

/** The filters of a report, and what they depend on. */
export interface Filtering {
  readonly filters: Readonly<Record<string, Filter>>;
  readonly countsUnless?: readonly string[];
  readonly asked: Asked;
  readonly match: 'all' | 'any';
  readonly settings: ShopSettings;
}

/**
 * What the filters say together: all of them, or any. A parameter that says nothing is no condition. Statuses that do not
 * count are left out whatever the others say, unless a parameter speaks of statuses (analytics.md, 4.1).
 */
export function conditionOfFilters({ filters, countsUnless, asked, match, settings }: Filtering): Condition {
  const names = Object.keys(filters);
  const spoken = names.flatMap((name) => plainCondition(filters[name], asked[name], settings) ?? []);
  const pairs = pairConditions(filters, asked, match);
  const together = match === 'all' ? all : any;
  const conditions = [...spoken, ...pairs];
  const isCounted = countsUnless && !countsUnless.some((name) => isSaid(asked[name]));
  return all(
    ...(isCounted ? [countedStatuses('status', settings)] : []),
    ...(conditions.length > 0 ? [together(...conditions)] : []),
  );
}

const isSaid = (value: Asked[string]): boolean => value !== undefined && value.length > 0;

function plainCondition(
  filter: Filter | undefined,
  value: Asked[string],
  settings: ShopSettings,
): Condition | undefined {
  if (!filter || value === undefined || value.length === 0) return undefined;
  if (filter.word === 'choice') return filter.choices(settings)[String(value)];
  if (filter.word === 'carrying' || filter.word === 'carryingOther') return undefined;
  const values = value as readonly Value[];
  const { column } = filter;
  switch (filter.word) {
    case 'among':
      return filter.everything !== undefined && values.includes(filter.everything) ? undefined : listed(column, values);
    case 'notAmong': {
      const others = values.filter((each) => each !== filter.everything);
      return others.length > 0 ? not(listed(column, others)) : undefined;
    }
    case 'having':
      return { op: 'has', reference: filter.reference, where: listed(column, values) };
    case 'lacking':
      return not({ op: 'has', reference: filter.reference, where: listed(column, values) });
  }
}

const listed = (column: string, values: readonly Value[]): Condition => ({
  op: 'among',
  column,
  values: [...new Set(values)],
});

/** All pairs on the same line, or any of them on any line. */
function pairConditions(filters: Filtering['filters'], asked: Asked, match: Filtering['match']): readonly Condition[] {
  const byReference = new Map<string, Condition[]>();
  for (const [name, filter] of Object.entries(filters)) {
    if (filter.word !== 'carrying' && filter.word !== 'carryingOther') continue;
    const conditions = ((asked[name] ?? []) as readonly Pair[]).map((pair) => pairCondition(filter, pair));
    byReference.set(filter.reference, [...(byReference.get(filter.reference) ?? []), ...conditions]);
  }
  return [...byReference].flatMap(([reference, conditions]) =>
    conditions.length === 0
      ? []
      : [{ op: 'has' as const, reference, where: match === 'all' ? all(...conditions) : any(...conditions) }],
  );
}

/** A line of a product without variations has no such value either; one that a refund only implies has been chosen by nobody. */
function pairCondition(filter: Extract<Filter, { reference: string }>, [key, value]: Pair): Condition {
  const { column } = filter;
  if (filter.word === 'carrying') return { op: 'carries', column, key, value };
  return any({ op: 'carriesOther', column, key, value }, all(is('variation_id', 0), is('is_implied', false)));
}
