import { defaultShopNames, namespaceOf, type ShopNames, type ShopRoute, shopRoutes } from '@backroom/core/interface';

/** Discovery and batches only, for tests that bring routes of their own. */
export const siteShopRoutesOf = (names: ShopNames = defaultShopNames): readonly ShopRoute[] =>
  shopRoutes(names).filter(({ path }) => path === '/' || path === '/batch/v1' || path === `/${namespaceOf(path)}`);
