import type { Customer } from '../commerce/index.ts';
import type { SampleCalendar } from './calendar.ts';
import type { SamplePlan } from './plan.ts';
import { randomOf, Weights } from './seeded-random.ts';
import { type BuyerRegion, buyerRegions } from './taxes.ts';
import { firstNames, lastNames } from './words.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const FIRST_USER = 1_001;
/** Share of customers with an account, among those who first order during the history. */
const REGISTERED_SHARE = 0.6;
/** Share of repeat orders that are placed by recent customers. */
const RECENT_SHARE = 0.1;
/** Number of loyalty classes; lower customer numbers are more loyal. */
const LOYALTY_CLASSES = 30;

const homes = new Weights(buyerRegions.map(({ share }) => share));

/** A customer, and their region. */
export interface Buyer {
  readonly customer: Customer;
  readonly home: BuyerRegion;
}

/** Generates a buyer by number; accounts are created before the first order. */
export function buyerOf(plan: SamplePlan, calendar: SampleCalendar, buyer: number): Buyer {
  const chance = randomOf(plan.seed, 'customer', buyer);
  const home = buyerRegions[homes.at(chance.next()).index] ?? (buyerRegions[0] as BuyerRegion);
  const firstName = chance.pick(firstNames);
  const lastName = chance.pick(lastNames);
  const isRegistered = buyer < plan.earlyCustomers || chance.happens(REGISTERED_SHARE);
  const name = `${firstName}.${lastName}.${buyer + 1}`.toLowerCase();
  const came =
    buyer < plan.earlyCustomers ? plan.start - chance.below(700) * DAY : calendar.timeOf(firstOrderOf(plan, buyer));
  const { country, state, city, postcode } = home;
  return {
    home,
    customer: {
      id: buyer + 1,
      userId: isRegistered ? FIRST_USER + buyer : null,
      username: isRegistered ? name : null,
      email: `${name}@example.test`,
      firstName,
      lastName,
      country,
      state,
      city,
      postcode,
      registeredAt: isRegistered ? new Date(came - chance.between(1, 20) * MINUTE) : null,
      lastActiveAt: null,
      accountId: null,
    },
  };
}

/** Number of known buyers at an order, including its buyer. */
const knownAt = ({ orders, customers, earlyCustomers }: SamplePlan, order: number): number =>
  earlyCustomers + Math.floor((order * (customers - earlyCustomers)) / orders) + 1;

/** The first order of a buyer. */
const firstOrderOf = ({ orders, customers, earlyCustomers }: SamplePlan, buyer: number): number =>
  Math.ceil(((buyer - earlyCustomers) * orders) / (customers - earlyCustomers));

/**
 * Draws the buyer of an order: sometimes a new one, otherwise a known one; few buy often, most rarely.
 */
export function buyerOfOrder(plan: SamplePlan, order: number): number {
  const known = knownAt(plan, order);
  if (firstOrderOf(plan, known - 1) === order) return known - 1;
  const chance = randomOf(plan.seed, 'buyer', order);
  if (chance.happens(RECENT_SHARE)) return known - 1 - Math.floor(chance.next() * Math.min(known, 1 + known / 20));
  const share = chance.next();
  const part = Math.floor(share * share * share * LOYALTY_CLASSES);
  return Math.min(known - 1, Math.floor((known * (part + chance.next())) / LOYALTY_CLASSES));
}
