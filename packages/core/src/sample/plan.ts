import { invalidField } from '../kernel/errors.ts';

/** How large a sample shop is to be, and which one of the many. */
export interface SampleWish {
  readonly orders: number;
  readonly years: number;
  readonly seed: number;
  /** The first day after its history, as `2026-01-01`. */
  readonly until: string;
}

/** Most orders that a sample has. */
export const MOST_SAMPLE_ORDERS = 100_000_000;
/** Most years that a sample covers. */
export const MOST_SAMPLE_YEARS = 20;

/** What a sample consists of, known before any of it is made. */
export interface SamplePlan {
  readonly seed: number;
  readonly orders: number;
  /** Milliseconds; the history begins here. */
  readonly start: number;
  /** Milliseconds; nothing happens at or after it. */
  readonly end: number;
  readonly days: number;
  readonly products: number;
  readonly customers: number;
  /** So many customers have an account before the first order. */
  readonly earlyCustomers: number;
  readonly coupons: number;
}

const DAY = 86_400_000;

/**
 * Decides what a shop of this size consists of: how many products, customers and days.
 * @throws DomainError `validation_failed` for a size, or a day, that cannot be
 */
export function planSample({ orders, years, seed, until }: SampleWish): SamplePlan {
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

/** The beginning of a day; not a number for what is none. */
function timeOf(day: string): number {
  const time = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? time : Number.NaN;
}

const isBetween = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;

function refuseUnless(isFine: boolean, field: string, what: string): void {
  if (!isFine) throw invalidField(field, 'validation_failed', `Must be ${what}.`);
}

/** Ids of products begin after this; those of variations after all products. */
const BEFORE_PRODUCTS = 100;

/** The id of the product of this number. */
export const productIdOf = (product: number): number => BEFORE_PRODUCTS + product;
/** The id of one of the five variations of a product. */
export const variationIdOf = ({ products }: SamplePlan, product: number, variation: number): number =>
  BEFORE_PRODUCTS + products + product * 5 + variation;
/** The id of the order of this number; those of refunds follow on the last order. */
export const orderIdOf = (order: number): number => order + 1;
/** The id of one of the lines of an order or refund: one of sixteen that no other has. */
export const lineIdOf = (recordId: number, line: number): number => recordId * 16 + line;
