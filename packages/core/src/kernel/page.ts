/** A page of a list; pages count from 1. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

/** One page of a list, and the length of the whole list. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly total: number;
}

/** Whether the output of a use case is a page of a list. */
export const isPage = (output: unknown): output is Page<unknown> =>
  typeof output === 'object' && output !== null && 'entries' in output && 'total' in output;

/** One of the sort keys of a list, in order of precedence. */
export interface SortKey<Field extends string = string> {
  readonly field: Field;
  readonly descending: boolean;
}

/** The number of entries before this page. */
export const offsetOf = ({ page, perPage }: PageRequest): number => (page - 1) * perPage;
