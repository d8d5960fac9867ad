import { extensionRoutes } from '../extensions/rest/routes.inventory.ts';
import { mailRoutes } from '../notifications/rest/routes.inventory.ts';
import { phoneRoutes } from '../phones/rest/routes.inventory.ts';
import { themeRoutes } from '../themes/rest/routes.inventory.ts';
import type { Route } from './route.ts';

/** Routes of the inventory interface for what an administrator installs, signs in and sends. */
export const systemRoutes: readonly Route[] = [...extensionRoutes, ...themeRoutes, ...phoneRoutes, ...mailRoutes];
