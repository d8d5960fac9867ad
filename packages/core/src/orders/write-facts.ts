import { type CountedOrder, type FactWrite, factsOfOrder } from '../analytics/index.ts';
import type { ShopSettings } from '../commerce/index.ts';
import { zoneNamed } from '../kernel/zone.ts';
import type { Bundle } from './bundle.ts';
import type { OrdersPorts, StoredOrder } from './ports.ts';

/** An order as facts are made of it; undefined before its customer is known. */
export const counted = ({ order, refunds }: Pick<StoredOrder, 'order' | 'refunds'>): readonly CountedOrder[] =>
  order.customerId === null ? [] : [{ order, refunds, customerId: order.customerId }];

/** Everybody whose orders these are or were, in ascending order. */
export const customersOf = (bundles: readonly Pick<Bundle, 'before' | 'order'>[]): readonly number[] =>
  [...new Set(bundles.flatMap(({ before, order }) => [before?.order.customerId, order.customerId]))]
    .filter((id) => typeof id === 'number')
    .sort((a, b) => a - b);

/** Every order and refund whose facts may change. */
const rowsOf = ({ before, order, refunds }: Bundle): readonly number[] => [
  ...new Set([order.id, ...(before?.refunds ?? []).map(({ id }) => id), ...refunds.map(({ id }) => id)]),
];

/** The facts of orders as they are now. */
export function factsOf(bundles: readonly Bundle[], settings: ShopSettings): FactWrite {
  const context = { settings, zone: zoneNamed(settings.timeZone) };
  return {
    orderIds: bundles.flatMap(rowsOf),
    rows: bundles.flatMap((bundle) => counted(bundle).flatMap((each) => factsOfOrder(each, context))),
    customerIds: customersOf(bundles),
  };
}

/**
 * Writes the facts of orders as they are now, inside the unit of work that changes them and holds their customers: the
 * settings they are made by cannot change under it.
 */
export async function writeFacts(
  { facts, shopSettings }: Pick<OrdersPorts, 'facts' | 'shopSettings'>,
  bundles: readonly Bundle[],
): Promise<void> {
  await facts.write(factsOf(bundles, await shopSettings.read()));
}
