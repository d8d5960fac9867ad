/** A seeded pseudo-random generator: deterministic for a seed. */
export class SeededRandom {
  #state: number;

  constructor(state: number) {
    this.#state = state | 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    return mixed(this.#state) / 0x1_0000_0000;
  }

  /** An integer from 0 to `bound`, exclusive. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** An integer from `least` to `most`, both inclusive. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True with this probability. */
  happens(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }
}

/** Each subject has its own sequence, so that additional draws in one do not change another. */
export type Subject =
  | 'products'
  | 'popularity'
  | 'coupons'
  | 'customer'
  | 'buyer'
  | 'day'
  | 'order'
  | 'fate'
  | 'refund'
  | 'refunded'
  | 'digital'
  | 'download';

const subjectNumbers: Readonly<Record<Subject, number>> = {
  products: 1,
  popularity: 2,
  coupons: 3,
  customer: 4,
  buyer: 5,
  day: 6,
  order: 7,
  fate: 12,
  refund: 8,
  refunded: 9,
  digital: 10,
  download: 11,
};

/** The generator of one entry of a subject, independent of the other entries. */
export const randomOf = (seed: number, subject: Subject, entry: number): SeededRandom =>
  new SeededRandom(mixed((mixed((mixed(seed | 0) ^ Math.imul(subjectNumbers[subject], 0x9e3779b1)) | 0) ^ entry) | 0));

function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Cumulative weights, for weighted draws. */
export class Weights {
  readonly #sums: Float64Array;

  constructor(weights: readonly number[]) {
    this.#sums = new Float64Array(weights.length);
    let sum = 0;
    for (const [index, weight] of weights.entries()) {
      sum += weight;
      this.#sums[index] = sum;
    }
  }

  /** The index of the weight at this share of the total, and the fraction within it. */
  at(share: number): { readonly index: number; readonly within: number } {
    const sums = this.#sums;
    const wanted = share * (sums.at(-1) ?? 0);
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    const before = low === 0 ? 0 : (sums[low - 1] ?? 0);
    const weight = (sums[low] ?? 0) - before;
    return { index: low, within: weight > 0 ? Math.min((wanted - before) / weight, 1) : 0 };
  }
}
