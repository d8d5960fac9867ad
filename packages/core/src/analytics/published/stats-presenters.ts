import type { StatsEnvelope, StatsSegment } from '../index.ts';

/** Publishes the result of a stats report; `segments` are omitted for reports without segmentations. */
export function presentStats({ totals, segments, intervals }: StatsEnvelope, isDivided: boolean): object {
  const numbers = (own: object, parts: readonly StatsSegment[]): object =>
    isDivided ? { ...own, segments: parts.map(presentSegment) } : own;
  return {
    totals: numbers(totals, segments),
    intervals: intervals.map((each) => ({
      interval: each.label,
      date_start: each.start,
      date_start_gmt: each.startUtc,
      date_end: each.end,
      date_end_gmt: each.endUtc,
      subtotals: numbers(each.subtotals, each.segments),
    })),
  };
}

const presentSegment = ({ id, label, subtotals }: StatsSegment): object => ({
  segment_id: id,
  segment_label: label,
  subtotals,
});
