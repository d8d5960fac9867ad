import type { Core } from '@backroom/core';
import {
  createDispatch,
  defaultShopNames,
  inventoryPolicy,
  inventoryRoutes,
  type RouteView,
  shopPolicy,
  shopRoutes,
  viewOf,
} from '@backroom/core/interface';

const inventory = inventoryRoutes({ publicDocs: false });
const shop = shopRoutes().map(viewOf);

/** The routes of both interfaces. */
export const allRoutes: readonly RouteView[] = [...inventory, ...shop];

/** The dispatchers only match routes here; they never run one. */
const parts = { core: {} as Core, onFailure: () => {} };
const ofInventory = createDispatch({ ...parts, policy: inventoryPolicy({ requireIfMatch: false }), routes: inventory });
const ofShop = createDispatch({ ...parts, policy: shopPolicy({ names: defaultShopNames }), routes: shopRoutes() });

/** The route that matches a method and a path. */
export function routeOf(method: string, path: string): RouteView | undefined {
  const known = ofInventory.routeOf(method, path);
  if (known) return known;
  const found = ofShop.routeOf(method, path);
  return found && shop.find((each) => each.path === found.path && each.methods.join() === found.methods.join());
}
