import {
  customersOfChanges,
  type OrderChange,
  type OrderFacts,
  type OrderFactsOptions,
  type StoredOrder,
} from '../../commerce/index.ts';
import { zoneNamed } from '../../kernel/zone.ts';
import type { AnalyticsPorts, FactWrite } from '../ports.ts';
import { factsOfOrder } from './facts-of-order.ts';

/** Adapts the fact store to the port that the orders context writes facts through. */
export const createOrderFacts = ({ facts }: Pick<AnalyticsPorts, 'facts'>): OrderFacts => ({
  holdCustomers: (customerIds) => facts.holdCustomers(customerIds),
  write: async (changes, options) => facts.write(factWriteOf(changes, options), options.gates),
  refreshCustomers: (customerIds) => facts.write({ orderIds: [], rows: [], customerIds }),
  forgetCustomers: (customerIds) => facts.forgetCustomers(customerIds),
});

function factWriteOf(changes: readonly OrderChange[], { settings }: OrderFactsOptions): FactWrite {
  const context = { settings, zone: zoneNamed(settings.timeZone) };
  return {
    orderIds: changes.flatMap(idsOfChange),
    rows: changes.flatMap(({ order, refunds }) =>
      // An order has no facts until its customer is known.
      order === undefined || order.customerId === null
        ? []
        : factsOfOrder({ order, refunds, customerId: order.customerId }, context),
    ),
    customerIds: customersOfChanges(changes),
    areNew: changes.every(({ before }) => before === undefined),
  };
}

/** Ids of the order and of every refund, before and after the change. */
const idsOfChange = ({ before, order, refunds }: OrderChange): readonly number[] => [
  ...new Set([...idsOf(before), ...idsOf(order && { order, refunds })]),
];

const idsOf = (stored: Pick<StoredOrder, 'order' | 'refunds'> | undefined): readonly number[] =>
  stored ? [stored.order.id, ...stored.refunds.map(({ id }) => id)] : [];
