import type { TaxLine } from './order.ts';

/** Identifies a rate within one order: by its id, or by code and percentage where a tax has no rate (`rate_id` 0). */
export const taxRateKey = ({ rateId, rateCode, percent }: Pick<TaxLine, 'rateId' | 'rateCode' | 'percent'>): string =>
  rateId === 0 ? `0 ${percent} ${rateCode}` : String(rateId);
