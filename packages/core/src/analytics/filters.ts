import { defaultShopSettings, type ShopSettings } from '../commerce/index.ts';
import { checkCondition } from './check-plan.ts';
import type { Condition } from './plan.ts';
import type { Relation } from './relations.ts';

/** Conditions selected by name; may depend on the shop settings. */
export type Choices = (settings: ShopSettings) => Readonly<Record<string, Condition>>;

/** Effect of a report parameter on its rows. */
export type Filter =
  /** The column has one, or none, of the values; the `everything` value adds no condition. */
  | {
      readonly word: 'among' | 'notAmong';
      readonly column: string;
      readonly everything?: string;
      /** Normalizes a text as in the column. */
      readonly form?: (text: string) => string;
    }
  /** Some, or no, referenced row has one of the values. */
  | { readonly word: 'having' | 'lacking'; readonly reference: string; readonly column: string }
  | { readonly word: 'choice'; readonly choices: Choices }
  /** The row, or a referenced one, has the attribute pair, or the key with another value. */
  | { readonly word: 'carrying' | 'carryingOther'; readonly reference?: string; readonly column: string }
  /** The column is at least, or at most, the value. */
  | { readonly word: 'from' | 'upTo'; readonly column: string }
  /** Values have the form `one` or `one:other`, one part per column. */
  | {
      readonly word: 'at' | 'notAt';
      readonly columns: readonly [one: string, other: string];
      /** Normalizes a text as in the columns. */
      readonly form: (text: string) => string;
    }
  /** The named columns are not empty. */
  | { readonly word: 'filled'; readonly named: Readonly<Record<string, string>> }
  /** One of the columns contains one of the texts; the caller selects the columns by name. */
  | {
      readonly word: 'searched';
      readonly columns: readonly string[];
      readonly reference?: string;
      /** A column that must equal the whole text. */
      readonly exactly?: string;
      /** Normalizes a text as in the columns. */
      readonly form: (text: string) => string;
    };

export type ListFilter = Extract<Filter, { readonly word: 'among' | 'notAmong' }>;

export const among = (column: string, everything?: string): ListFilter => ({
  word: 'among',
  column,
  ...(everything !== undefined && { everything }),
});
export const notAmong = (column: string, everything?: string): ListFilter => ({
  word: 'notAmong',
  column,
  ...(everything !== undefined && { everything }),
});
/** Some referenced row has one of these values. */
export const having = (reference: string, column: string): Filter => ({ word: 'having', reference, column });
/** No referenced row has any of these values. */
export const lacking = (reference: string, column: string): Filter => ({ word: 'lacking', reference, column });
export const choice = (choices: Choices): Filter => ({ word: 'choice', choices });
/** The row, or a referenced one, has these attribute pairs. */
export const carrying = (column: string, reference?: string): Filter => ({
  word: 'carrying',
  column,
  ...(reference !== undefined && { reference }),
});
/** The row, or a referenced one, has these attribute keys with other values. */
export const carryingOther = (column: string, reference?: string): Filter => ({
  word: 'carryingOther',
  column,
  ...(reference !== undefined && { reference }),
});

/**
 * Rejects a filter with unknown columns or references.
 * @throws TypeError
 */
export function checkFilter(relation: Relation, filter: Filter): void {
  if (filter.word === 'choice') {
    for (const each of Object.values(filter.choices(defaultShopSettings))) checkCondition(relation, each);
    return;
  }
  const at = 'reference' in filter && filter.reference !== undefined ? relation.behind(filter.reference) : relation;
  const columns =
    'named' in filter ? Object.values(filter.named) : 'columns' in filter ? filter.columns : [filter.column];
  for (const column of columns) at.kindOf(column);
}
