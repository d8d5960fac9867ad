/** Which part of all intervals is wanted, and which way round. */
export interface Cut {
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** The indexes of one page of intervals in order of time. */
export function pageInTime(count: number, { descending, offset, limit }: Cut): readonly number[] {
  const length = Math.max(0, Math.min(limit, count - offset));
  return Array.from({ length }, (_, place) => (descending ? count - 1 - offset - place : offset + place));
}

/**
 * The indexes of one page of intervals in order of a metric, those of equal value in order of time. An interval without a
 * value has 0; such intervals are not looked at one by one, however many there are.
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

/** The index of the so many-th interval that is none of these. */
function untaken(place: number, taken: readonly number[]): number {
  let index = place;
  for (const each of taken) {
    if (each > index) break;
    index += 1;
  }
  return index;
}
