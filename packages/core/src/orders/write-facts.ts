import type { OrderChange } from '../commerce/index.ts';
import type { OrdersPorts } from './ports.ts';

/**
 * Writes the facts of changed orders, inside the unit of work that changes the orders and has locked their customers.
 */
export async function writeFacts(
  { orderFacts, shopSettings }: Pick<OrdersPorts, 'orderFacts' | 'shopSettings'>,
  changes: readonly OrderChange[],
): Promise<void> {
  await orderFacts.write(changes, { settings: await shopSettings.read() });
}
