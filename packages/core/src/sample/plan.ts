import { invalidField } from '../kernel/errors.ts';

/** Size, history and seed of a sample shop. */
export interface SampleOptions {
  readonly orders: number;
  readonly years: number;
  readonly seed: number;
  /** The first day after the history: `2026-01-01`. */
  readonly until: string;
}

export const MOST_SAMPLE_ORDERS = 100_000_000;
export const MOST_SAMPLE_YEARS = 20;

/** The counts and time range of a sample. */
export interface SamplePlan {
  readonly seed: number;
  readonly orders: number;
  /** Start of the history, in milliseconds. */
  readonly start: number;
  /** End of the history, in milliseconds, exclusive. */
  readonly end: number;
  readonly days: number;
  readonly products: number;
  readonly customers: number;
  /** Number of customers with an account before the first order. */
  readonly earlyCustomers: number;
  readonly coupons: number;
}

const DAY = 86_400_000;

/**
 * Derives the counts of products, customers and days from the options.
 * @throws DomainError `validation_failed`
 */
export function planSample({ orders, years, seed, until }: SampleOptions): SamplePlan {
  const end = timeOf(until);
  refuseUnless(isBetween(orders, 0, MOST_SAMPLE_ORDERS), 'orders', `from 0 to ${MOST_SAMPLE_ORDERS}`);
  refuseUnless(isBetween(years, 1, MOST_SAMPLE_YEARS), 'years', `from 1 to ${MOST_SAMPLE_YEARS}`);
  refuseUnless(Number.isSafeInteger(seed) && seed >= 0, 'seed', 'a whole number');
  refuseUnless(!Number.isNaN(end) && end > Date.UTC(1990, 0), 'until', 'a day after 1990, as 2026-01-01');
  const days = Math.round(years * 365.25);
  const customers = Math.max(3, Math.floor(orders / 5));
  return {
    seed,
    orders,
    start: end - days * DAY,
    end,
    days,
    products: Math.min(5_000, Math.max(40, Math.floor(orders / 50))),
    customers,
    earlyCustomers: Math.floor(customers / 3),
    coupons: 50,
  };
}

/** The start of a day; NaN if it is not a date. */
function timeOf(day: string): number {
  const time = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? time : Number.NaN;
}

const isBetween = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;

function refuseUnless(isFine: boolean, field: string, what: string): void {
  if (!isFine) throw invalidField(field, 'validation_failed', `Must be ${what}.`);
}

/** Product ids start after this; variation ids follow those of products. */
const BEFORE_PRODUCTS = 100;

export const productIdOf = (product: number): number => BEFORE_PRODUCTS + product;
/** The id of one of the five variations of a product. */
export const variationIdOf = ({ products }: SamplePlan, product: number, variation: number): number =>
  BEFORE_PRODUCTS + products + product * 5 + variation;
/** Order ids; refund ids follow the last one. */
export const orderIdOf = (order: number): number => order + 1;
/** Line ids: sixteen are reserved per order or refund. */
export const lineIdOf = (recordId: number, line: number): number => recordId * 16 + line;
