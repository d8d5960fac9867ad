import type { Core } from '@backroom/core';
import { createDispatch, defaultShopNames, shopPolicy, shopRoutes } from '@backroom/core/interface';

/** Path prefix of the shop interface on the control socket, where it has its default names. */
export const shopPrefix = `/${defaultShopNames.prettyPrefix}`;

/** Only matches routes. */
const createMatcher = () =>
  createDispatch({
    core: {} as Core,
    policy: shopPolicy({ names: defaultShopNames }),
    routes: shopRoutes(),
    onFailure: () => {},
  });
let matcher: ReturnType<typeof createMatcher> | undefined;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Whether a path is one of the shop interface, or of an extension, rather than of the inventory. */
export function isShopPath(path: string): boolean {
  if (path.startsWith('/x/')) return true;
  matcher ??= createMatcher();
  const { routeOf } = matcher;
  return methods.some((method) => routeOf(method, path));
}
