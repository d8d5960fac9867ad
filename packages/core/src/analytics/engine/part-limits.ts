import { tooManyIntervals } from '../errors.ts';

/** Maximum segments of all intervals in one response. */
const MOST_PARTS = 100_000;
/** Maximum segments of a report. */
const MOST_SEGMENTS = 10_000;
/** Maximum intervals sorted by a measure, which requires counting all of them. */
const MOST_SORTED = 100_000;

/** Number of intervals to be counted. */
export interface IntervalCount {
  /** Intervals in the range. */
  readonly count: number;
  /** Intervals per page. */
  readonly limit: number;
  /** Whether a measure determines the order. */
  readonly isSorted: boolean;
}

/** Maximum segments for this number of intervals, counting the totals as one more. */
export const mostSegments = ({ count, limit, isSorted }: IntervalCount): number =>
  Math.min(MOST_SEGMENTS, Math.floor(MOST_PARTS / ((isSorted ? count : Math.min(limit, count)) + 1)));

/**
 * Rejects sorting by a measure over too many intervals, before any query runs.
 * @throws DomainError `validation_failed`
 */
export function checkIntervals({ count, isSorted }: IntervalCount): void {
  if (isSorted && count > MOST_SORTED) throw tooManyIntervals();
}
