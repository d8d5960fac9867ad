import type { Customer } from '../commerce/index.ts';
import type { SampleCalendar } from './calendar.ts';
import { chanceOf, Weights } from './chance.ts';
import type { SamplePlan } from './plan.ts';
import { type Place, places } from './taxes.ts';
import { firstNames, lastNames } from './words.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const FIRST_USER = 1_001;
/** Of those who came during the history, so many made an account. */
const REGISTERED = 0.6;
/** Of the orders of people who were there before, so many are of somebody who came lately. */
const LATELY = 0.1;
/** The more loyal somebody is the earlier they come in the row, which is cut into so many parts. */
const PARTS = 30;

const homes = new Weights(places.map(({ share }) => share));

/** Somebody who buys, and where they live. */
export interface Buyer {
  readonly customer: Customer;
  readonly home: Place;
}

/** The buyer of this number; they have an account from before their first order on, or none. */
export function buyerOf(plan: SamplePlan, calendar: SampleCalendar, buyer: number): Buyer {
  const chance = chanceOf(plan.seed, 'customer', buyer);
  const home = places[homes.at(chance.next()).index] ?? (places[0] as Place);
  const firstName = chance.pick(firstNames);
  const lastName = chance.pick(lastNames);
  const isRegistered = buyer < plan.earlyCustomers || chance.happens(REGISTERED);
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

/** How many buyers have come when this order is made, who makes it among them. */
const knownAt = ({ orders, customers, earlyCustomers }: SamplePlan, order: number): number =>
  earlyCustomers + Math.floor((order * (customers - earlyCustomers)) / orders) + 1;

/** The order with which a buyer comes for the first time. */
const firstOrderOf = ({ orders, customers, earlyCustomers }: SamplePlan, buyer: number): number =>
  Math.ceil(((buyer - earlyCustomers) * orders) / (customers - earlyCustomers));

/**
 * Who makes an order: now and then somebody new, else somebody who was there before; few of them come often, most of them
 * hardly ever.
 */
export function buyerOfOrder(plan: SamplePlan, order: number): number {
  const known = knownAt(plan, order);
  if (firstOrderOf(plan, known - 1) === order) return known - 1;
  const chance = chanceOf(plan.seed, 'buyer', order);
  if (chance.happens(LATELY)) return known - 1 - Math.floor(chance.next() * Math.min(known, 1 + known / 20));
  const share = chance.next();
  const part = Math.floor(share * share * share * PARTS);
  return Math.min(known - 1, Math.floor((known * (part + chance.next())) / PARTS));
}
