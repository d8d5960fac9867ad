import { contributedRoutes } from '../extensions/rest/routes.contributed.ts';
import type { LiveRoutes } from './route-table.ts';
import type { ShopRoute } from './shop/route.ts';

/** The routes of running extensions; the same list while the contributions are the same. */
export function contributedShopRoutes(
  contributions: () => Parameters<typeof contributedRoutes>[0],
): LiveRoutes<ShopRoute> {
  let known: { readonly of: object; readonly routes: readonly ShopRoute[] } | undefined;
  return () => {
    const of = contributions();
    if (known?.of !== of) known = { of, routes: contributedRoutes(of) };
    return known.routes;
  };
}
