/** What tells the rate of a tax line from others of its order. */
interface Rated {
  readonly rateId: number;
  readonly rateCode: string;
  readonly percent: number;
}

/** Identifies a rate within one order: by its id, or by code and percentage where a tax has no rate (`rate_id` 0). */
export const taxRateKey = ({ rateId, rateCode, percent }: Rated): string =>
  rateId === 0 ? `0 ${percent} ${rateCode}` : String(rateId);
