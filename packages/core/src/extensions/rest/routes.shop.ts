import { section } from '../../interface/route.ts';
import type { ShopRoute } from '../../interface/shop/route.ts';
import { offerRoutes } from './offer-routes.ts';
import { onboardingRoutes } from './onboarding-routes.ts';
import { pluginRoutes } from './plugin-routes.ts';

/** Installed extensions, their installation and activation. */
export const extensionsShopRoutes: readonly ShopRoute[] = section(
  'Extensions',
  ...pluginRoutes,
  ...onboardingRoutes,
  ...offerRoutes,
);
