/** Page of intervals and direction. */
export interface Cut {
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Indexes of one page of intervals in order of time. */
export function pageInTime(count: number, { descending, offset, limit }: Cut): readonly number[] {
  const length = Math.max(0, Math.min(limit, count - offset));
  return Array.from({ length }, (_, place) => (descending ? count - 1 - offset - place : offset + place));
}

/**
 * Indexes of one page of intervals in order of a measure, ties in order of time. Missing values are 0 and are not
 * enumerated, so that the cost does not depend on `count`.
 */
export function pageByValue(count: number, values: ReadonlyMap<number, number>, cut: Cut): readonly number[] {
  const { descending, offset, limit } = cut;
  const sign = descending ? -1 : 1;
  const ranked = [...values]
    .filter(([, value]) => value !== 0)
    .sort(([index, value], [other, another]) => sign * (value - another) || index - other);
  const before = ranked.filter(([, value]) => sign * value < 0).map(([index]) => index);
  const after = ranked.filter(([, value]) => sign * value > 0).map(([index]) => index);
  const taken = ranked.map(([index]) => index).sort((a, b) => a - b);
  const length = Math.max(0, Math.min(limit, count - offset));
  return Array.from({ length }, (_, index) => {
    const place = offset + index;
    if (place < before.length) return before[place] ?? 0;
    const fromEnd = place - (count - after.length);
    return fromEnd >= 0 ? (after[fromEnd] ?? 0) : untaken(place - before.length, taken);
  });
}

/** The n-th index (from 0) that is not among the taken ones, which are in ascending order. */
function untaken(place: number, taken: readonly number[]): number {
  let index = place;
  for (const each of taken) {
    if (each > index) break;
    index += 1;
  }
  return index;
}
