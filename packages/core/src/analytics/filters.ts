import { defaultShopSettings, type ShopSettings } from '../catalog/index.ts';
import { checkCondition } from './check-plan.ts';
import type { Condition } from './plan.ts';
import type { Relation } from './relations.ts';

/** Conditions that a caller chooses by a word; what they say may depend on what the shop has decided. */
export type Choices = (settings: ShopSettings) => Readonly<Record<string, Condition>>;

/** What a parameter of a report does to its rows. */
export type Filter =
  /** The column has, or has not, one of the values; a value that stands for all of them is no condition. */
  | {
      readonly word: 'among' | 'notAmong';
      readonly column: string;
      readonly everything?: string;
      /** The form in which the column holds its texts. */
      readonly form?: (text: string) => string;
    }
  /** Some, or no, row that belongs to it has one of the values. */
  | { readonly word: 'having' | 'lacking'; readonly reference: string; readonly column: string }
  | { readonly word: 'choice'; readonly choices: Choices }
  /** It, or some row that belongs to it, carries the pair, or the key with another value. */
  | { readonly word: 'carrying' | 'carryingOther'; readonly reference?: string; readonly column: string }
  /** The column is at least, or at most, the value. */
  | { readonly word: 'from' | 'upTo'; readonly column: string }
  /** The values are of the form `one` or `one:other`, for a column and another. */
  | {
      readonly word: 'at' | 'notAt';
      readonly columns: readonly [one: string, other: string];
      /** The form in which the columns hold their texts. */
      readonly form: (text: string) => string;
    }
  /** Those of the columns that are named have something in them. */
  | { readonly word: 'filled'; readonly named: Readonly<Record<string, string>> }
  /** One of the columns has one of the texts in it; which columns, a word of the caller decides. */
  | {
      readonly word: 'searched';
      readonly columns: readonly string[];
      readonly reference?: string;
      /** A column that must be all of the text. */
      readonly exactly?: string;
      /** The form in which the columns hold their texts. */
      readonly form: (text: string) => string;
    };

/** A filter by the values of one column. */
export type ListFilter = Extract<Filter, { readonly word: 'among' | 'notAmong' }>;

/** The column has one of these values. */
export const among = (column: string, everything?: string): ListFilter => ({
  word: 'among',
  column,
  ...(everything !== undefined && { everything }),
});
/** The column has none of these values. */
export const notAmong = (column: string, everything?: string): ListFilter => ({
  word: 'notAmong',
  column,
  ...(everything !== undefined && { everything }),
});
/** A row that belongs to it has one of these values. */
export const having = (reference: string, column: string): Filter => ({ word: 'having', reference, column });
/** No row that belongs to it has any of these values. */
export const lacking = (reference: string, column: string): Filter => ({ word: 'lacking', reference, column });
/** One of several conditions. */
export const choice = (choices: Choices): Filter => ({ word: 'choice', choices });
/** It, or a row that belongs to it, carries these pairs. */
export const carrying = (column: string, reference?: string): Filter => ({
  word: 'carrying',
  column,
  ...(reference !== undefined && { reference }),
});
/** It, or a row that belongs to it, has these keys with other values. */
export const carryingOther = (column: string, reference?: string): Filter => ({
  word: 'carryingOther',
  column,
  ...(reference !== undefined && { reference }),
});

/**
 * Refuses a filter on what the rows do not have.
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
