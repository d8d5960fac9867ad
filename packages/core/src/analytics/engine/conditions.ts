import type { ShopSettings } from '../../commerce/index.ts';
import { invalidField } from '../../kernel/errors.ts';
import { all, any, type Condition, type Filter, is, not, type Value } from '../plan.ts';
import { countedStatuses } from '../report.ts';

/** An attribute key and the value chosen by the buyer. */
export type Pair = readonly [key: string, value: string];

/** Values of a report's filter parameters, by parameter name. */
export type ReportParameters = Readonly<Record<string, readonly Value[] | readonly Pair[] | string | undefined>>;

export interface Filtering {
  readonly filters: Readonly<Record<string, Filter>>;
  readonly countsUnless?: readonly string[];
  /** Column of the order status; `status` by default. */
  readonly status?: string;
  /** Parameters always joined by "and", regardless of `match`. */
  readonly apart?: readonly string[];
  /** Exclusion parameters, joined among themselves by "and". */
  readonly together?: readonly string[];
  readonly asked: ReportParameters;
  readonly match: 'all' | 'any';
  readonly settings: ShopSettings;
}

/**
 * Joins the filters by `match`; empty parameters add no condition. Rows in excluded statuses are left out unless a
 * status parameter is given (docs/spec/analytics.md 4.1).
 * @throws DomainError `validation_failed` for a list that is too long
 */
export function conditionOfFilters(filtering: Filtering): Condition {
  const { filters, countsUnless, asked, match, settings, status = 'status', apart = [], together = [] } = filtering;
  const said = (names: readonly string[]) =>
    names.flatMap((name) => {
      checkLength(name, filters[name], asked[name]);
      return plainCondition(filters[name], asked[name], settings) ?? [];
    });
  const names = Object.keys(filters).filter((name) => !apart.includes(name));
  const joined = said(names.filter((name) => together.includes(name)));
  const spoken = said(names.filter((name) => !together.includes(name)));
  const { own, others } = pairConditions(filters, asked, match);
  const conditions = [...spoken, ...(joined.length > 0 ? [all(...joined)] : []), ...others];
  const join = match === 'all' ? all : any;
  const isCounted = countsUnless && !countsUnless.some((name) => isSaid(asked[name]));
  return all(
    ...(isCounted ? [countedStatuses(status, settings)] : []),
    ...(conditions.length > 0 ? [join(...conditions)] : []),
    ...own,
    ...said(apart),
  );
}

/** Maximum items of filters that compare every row with every item. */
const mostItems: Readonly<Partial<Record<Filter['word'], number>>> = { searched: 100, at: 1_000, notAt: 1_000 };

function checkLength(name: string, filter: Filter | undefined, value: ReportParameters[string]): void {
  const most = filter && mostItems[filter.word];
  if (most !== undefined && Array.isArray(value) && value.length > most)
    throw invalidField(name, 'validation_failed', `${name} must contain at most ${most} items`);
}

const isSaid = (value: ReportParameters[string]): boolean => value !== undefined && value.length > 0;

function plainCondition(
  filter: Filter | undefined,
  value: ReportParameters[string],
  settings: ShopSettings,
): Condition | undefined {
  if (!filter || value === undefined || value.length === 0) return undefined;
  if (filter.word === 'choice') return filter.choices(settings)[String(value)];
  const values = (typeof value === 'string' ? [value] : value) as readonly Value[];
  switch (filter.word) {
    case 'carrying':
    case 'carryingOther':
      return undefined;
    case 'among':
      return filter.everything !== undefined && values.includes(filter.everything)
        ? undefined
        : listed(filter.column, formed(filter.form, values));
    case 'notAmong': {
      const others = values.filter((each) => each !== filter.everything);
      return others.length > 0 ? not(listed(filter.column, formed(filter.form, others))) : undefined;
    }
    case 'having':
      return { op: 'has', reference: filter.reference, where: listed(filter.column, values) };
    case 'lacking':
      return not({ op: 'has', reference: filter.reference, where: listed(filter.column, values) });
    case 'from':
    case 'upTo':
      return { op: filter.word === 'from' ? 'atLeast' : 'atMost', column: filter.column, value: values[0] ?? 0 };
    case 'searched':
      return searched(filter, values as readonly string[]);
    case 'at':
    case 'notAt': {
      const where = any(...values.map((each) => placed(filter.columns, filter.form(String(each)))));
      return filter.word === 'at' ? where : not(where);
    }
    case 'filled':
      return all(...values.map((each) => filled(filter.named[String(each)])));
  }
}

const formed = (form: ((text: string) => string) | undefined, values: readonly Value[]): readonly Value[] =>
  form ? values.map((each) => form(String(each))) : values;

const listed = (column: string, values: readonly Value[]): Condition => ({
  op: 'among',
  column,
  values: [...new Set(values)],
});

/** `US` or `US:CA`. */
function placed([one, other]: readonly [string, string], text: string): Condition {
  const [first = '', ...rest] = text.split(':');
  return all(is(one, first), ...(rest.length === 0 ? [] : [is(other, rest.join(':'))]));
}

const filled = (column: string | undefined): Condition =>
  column === undefined ? all() : all({ op: 'known', column }, not(is(column, '')));

/** A column contains one of the texts, or the `exactly` column equals one. */
function searched(
  { columns, reference, exactly, form }: Extract<Filter, { word: 'searched' }>,
  sent: readonly string[],
): Condition {
  const texts = sent.map(form);
  const where = any(
    ...columns.map((column): Condition => ({ op: 'contains', column, texts })),
    ...(exactly === undefined ? [] : [listed(exactly, texts)]),
  );
  return reference === undefined ? where : { op: 'has', reference, where };
}

/** Joins the pairs of one referenced row: all of them, or any. Pairs on the rows themselves are always required. */
function pairConditions(filters: Filtering['filters'], asked: ReportParameters, match: Filtering['match']) {
  const byReference = new Map<string | undefined, Condition[]>();
  for (const [name, filter] of Object.entries(filters)) {
    if (filter.word !== 'carrying' && filter.word !== 'carryingOther') continue;
    const conditions = ((asked[name] ?? []) as readonly Pair[]).map((pair) => pairCondition(filter, pair));
    byReference.set(filter.reference, [...(byReference.get(filter.reference) ?? []), ...conditions]);
  }
  const join = match === 'all' ? all : any;
  const own: Condition[] = [];
  const others: Condition[] = [];
  for (const [reference, conditions] of byReference) {
    if (conditions.length === 0) continue;
    if (reference === undefined) own.push(join(...conditions));
    else others.push({ op: 'has', reference, where: join(...conditions) });
  }
  return { own, others };
}

/**
 * Lines without a variation lack the value and match too, except lines implied by a refund, which have no attributes.
 */
function pairCondition(
  { word, column }: Extract<Filter, { word: 'carrying' | 'carryingOther' }>,
  [key, value]: Pair,
): Condition {
  if (word === 'carrying') return { op: 'carries', column, key, value };
  return any({ op: 'carriesOther', column, key, value }, all(is('variation_id', 0), is('is_implied', false)));
}
