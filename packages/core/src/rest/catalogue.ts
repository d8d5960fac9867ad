import { auditRoutes } from '../audit/rest/routes.inventory.ts';
import { backOfficeShopRoutes } from '../back-office/rest/routes.shop.ts';
import { directoryRoutes } from '../identity/rest/routes.directory.ts';
import { identityRoutes } from '../identity/rest/routes.inventory.ts';
import { identityShopRoutes } from '../identity/rest/routes.shop.ts';
import { itemBulkRoutes, operationBulkRoutes } from '../inventory/rest/routes.bulk.ts';
import { itemRoutes } from '../inventory/rest/routes.items.ts';
import { operationRoutes } from '../inventory/rest/routes.operations.ts';
import { categoryRoutes, locationRoutes } from '../inventory/rest/routes.places.ts';
import { onboardingShopRoutes } from '../onboarding/rest/routes.shop.ts';
import { siteRoutes } from '../site/rest/routes.inventory.ts';
import { siteShopRoutes } from '../site/rest/routes.shop.ts';
import type { Route } from './route.ts';
import { defaultShopNames, type ShopNames } from './shop/names.ts';
import type { ShopRoute } from './shop/route.ts';

/** Everything the inventory interface publishes. */
export const inventoryRoutes = (options: { readonly publicDocs: boolean }): readonly Route[] => [
  ...identityRoutes,
  ...directoryRoutes,
  ...itemRoutes,
  ...itemBulkRoutes,
  ...categoryRoutes,
  ...locationRoutes,
  ...operationRoutes,
  ...operationBulkRoutes,
  ...auditRoutes,
  ...siteRoutes(options),
];

/** Everything the shop interface publishes, by our own names; only indexes tell the names of the installation. */
export const shopRoutes = (names: ShopNames = defaultShopNames): readonly ShopRoute[] => [
  ...siteShopRoutes(names),
  ...backOfficeShopRoutes,
  ...onboardingShopRoutes,
  ...identityShopRoutes,
];
