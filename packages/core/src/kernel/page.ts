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

/** Whether what came out of a use case is one part of a list. */
export const isPage = (output: unknown): output is Page<unknown> =>
  typeof output === 'object' && output !== null && 'entries' in output && 'total' in output;

/** One sort key; a list is sorted by several, in order. */
export interface SortKey<Field extends string = string> {
  readonly field: Field;
  readonly descending: boolean;
}

/** How many entries come before this page. */
export const offsetOf = ({ page, perPage }: PageRequest): number => (page - 1) * perPage;
