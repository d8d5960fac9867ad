/** Which part of a list is wanted: pages count from 1. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

/** One part of a list, and how long the whole list is. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly total: number;
}

/** One sort key; a list is sorted by several, in order. */
export interface SortKey<Field extends string = string> {
  readonly field: Field;
  readonly descending: boolean;
}

/** How many entries come before this page. */
export const offsetOf = ({ page, perPage }: PageRequest): number => (page - 1) * perPage;
