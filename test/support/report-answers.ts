/** Published numbers by name. */
export type Numbers = Readonly<Record<string, number>>;
/** The name of an additive part of a report. */
export interface Part {
  readonly segment_id: number;
  readonly subtotals: Numbers;
}
/** The answer of a report that adds up. */
export interface Envelope {
  readonly totals: Numbers & { readonly segments: readonly Part[] };
  readonly intervals: readonly { readonly subtotals: Numbers & { readonly segments: readonly Part[] } }[];
}
