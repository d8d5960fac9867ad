import { section } from '../../interface/route.ts';
import type { ShopRoute } from '../../interface/shop/route.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { phoneRoutes } from './phone-routes.ts';

/** The mail log for the paired phone and for the dashboard. */
export const notificationsShopRoutes: readonly ShopRoute[] = section('Mail log', ...phoneRoutes, ...dashboardRoutes);
