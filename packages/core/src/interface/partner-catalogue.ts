import { connectorShopRoutes } from '../connector/rest/routes.shop.ts';
import { extensionsShopRoutes } from '../extensions/rest/routes.shop.ts';
import { marketingShopRoutes } from '../marketing/rest/routes.shop.ts';
import { marketplaceShopRoutes } from '../marketplace/rest/routes.shop.ts';
import { themesShopRoutes } from '../themes/rest/routes.shop.ts';
import type { ShopRoute } from './shop/route.ts';

/** Routes of the contexts that work with other servers of the operator, and of what they install. */
export const partnerShopRoutes: readonly ShopRoute[] = [
  ...marketplaceShopRoutes,
  ...marketingShopRoutes,
  ...extensionsShopRoutes,
  ...themesShopRoutes,
  ...connectorShopRoutes,
];
