import { analyticsShopRoutes, publishedReports } from '../analytics/rest/routes.shop.ts';
import { backOfficeShopRoutes } from '../back-office/rest/routes.shop.ts';
import { catalogShopRoutes } from '../catalog/rest/routes.shop.ts';
import { contentShopRoutes } from '../content/rest/routes.shop.ts';
import { embedsShopRoutes } from '../embeds/rest/routes.shop.ts';
import { identityShopRoutes } from '../identity/rest/routes.shop.ts';
import { inventoryShopRoutes } from '../inventory/rest/routes.shop.ts';
import { notificationsShopRoutes } from '../notifications/rest/routes.shop.ts';
import { onboardingShopRoutes } from '../onboarding/rest/routes.shop.ts';
import { ordersShopRoutes } from '../orders/rest/routes.shop.ts';
import { phonesShopRoutes } from '../phones/rest/routes.shop.ts';
import { siteShopRoutes } from '../site/rest/routes.shop.ts';
import { partnerShopRoutes } from './partner-catalogue.ts';
import { defaultShopNames, type ShopNames } from './shop/names.ts';
import type { ShopRoute } from './shop/route.ts';

/** All routes of the shop interface under their internal paths; only indexes show the names of the installation. */
export const shopRoutes = (names: ShopNames = defaultShopNames): readonly ShopRoute[] => [
  ...siteShopRoutes(names),
  ...backOfficeShopRoutes,
  ...onboardingShopRoutes,
  ...phonesShopRoutes,
  ...identityShopRoutes,
  ...inventoryShopRoutes,
  ...analyticsShopRoutes,
  ...notificationsShopRoutes,
  ...ordersShopRoutes,
  ...catalogShopRoutes,
  ...contentShopRoutes,
  ...embedsShopRoutes,
  ...partnerShopRoutes,
];

/** Names of all reports, as in paths below `/shop-analytics/reports/`. */
export const reportSlugs: readonly string[] = publishedReports.map(({ slug }) => slug);
