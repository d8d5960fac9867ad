// A typed client of both interfaces; it compiles only while their OpenAPI documents name their records.
import createClient from 'openapi-fetch';
import type { components as Inventory, paths as InventoryPaths } from './inventory-types.ts';
import type { components as Shop, paths as ShopPaths } from './shop-types.ts';

type Item = Inventory['schemas']['Item'];
type Operation = Inventory['schemas']['Operation'];
type Order = Shop['schemas']['Order'];
type RevenueStats = Shop['schemas']['RevenueStats'];

/** Issues stock of an item; returns the rest, or the refusal. */
export async function issue(baseUrl: string, item: Item, quantity: number): Promise<Operation | string> {
  const inventory = createClient<InventoryPaths>({ baseUrl });
  const { data, error, response } = await inventory.POST('/operations', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { type: 'issue', item_id: item.id, quantity },
  });
  if (data) return data;
  if (response.status === 409 && error.code === 'insufficient_stock') return `There are only ${item.available}.`;
  return error.code;
}

/** Items that are low, by category. */
export async function lowStock(baseUrl: string): Promise<ReadonlyMap<number | null, readonly Item[]>> {
  const inventory = createClient<InventoryPaths>({ baseUrl });
  const { data = [] } = await inventory.GET('/items', { params: { query: { stock_status: 'low', per_page: 100 } } });
  return Map.groupBy(data, (item) => item.category_id);
}

/** Revenue of a period beside its orders. */
export async function revenue(
  baseUrl: string,
  after: string,
): Promise<{ readonly orders: readonly Order[]; readonly total: number; readonly daily: readonly number[] }> {
  const shop = createClient<ShopPaths>({ baseUrl });
  const listed = await shop.GET('/shop/v3/orders', { params: { query: { per_page: 20 } } });
  const stats = await shop.GET('/shop-analytics/reports/revenue/stats', {
    params: { query: { after, interval: 'day' } },
  });
  if (!listed.data || !stats.data) throw new Error(listed.error?.message ?? stats.error?.message);
  const { totals, intervals }: RevenueStats = stats.data;
  return {
    orders: listed.data,
    total: totals.total_sales,
    daily: intervals.map(({ subtotals }) => subtotals.net_revenue),
  };
}

/** City of the buyer of an order; every member of a record is there. */
export const cityOf = ({ billing }: Order): string | null | undefined => billing?.city;

/** Wrong uses do not compile. */
export async function mistakes(): Promise<void> {
  const inventory = createClient<InventoryPaths>();
  // @ts-expect-error -- there is no such path
  await inventory.GET('/nothing');
  // @ts-expect-error -- a quantity is a number
  await inventory.POST('/operations', { body: { type: 'issue', quantity: true } });
  const { data } = await inventory.GET('/items/{id}', { params: { path: { id: 1 } } });
  // @ts-expect-error -- items have no such member
  data?.price_of_everything;
}
