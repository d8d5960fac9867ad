import { tooManyIntervals } from '../errors.ts';

/** More parts of intervals than these are more than an answer can hold. */
const MOST_PARTS = 100_000;
/** More parts than these are a list, not a picture. */
const MOST_SEGMENTS = 10_000;
/** More intervals than these are not put in order by a number, for which all of them have to be counted. */
const MOST_SORTED = 100_000;

/** Of how many intervals numbers are counted. */
export interface Counted {
  /** How many intervals the range has. */
  readonly count: number;
  /** How many stand on a page. */
  readonly limit: number;
  /** Whether a number decides which ones those are. */
  readonly isSorted: boolean;
}

/** The most segments that can be counted of so many intervals and of the totals. */
export const mostSegments = ({ count, limit, isSorted }: Counted): number =>
  Math.min(MOST_SEGMENTS, Math.floor(MOST_PARTS / ((isSorted ? count : Math.min(limit, count)) + 1)));

/**
 * Refuses to put more intervals in order than can be counted, before anything is.
 * @throws DomainError `validation_failed`
 */
export function checkIntervals({ count, isSorted }: Counted): void {
  if (isSorted && count > MOST_SORTED) throw tooManyIntervals();
}
