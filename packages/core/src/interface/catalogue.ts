import { reportRoutes } from '../analytics/rest/routes.inventory.ts';
import { auditRoutes } from '../audit/rest/routes.inventory.ts';
import { directoryRoutes } from '../identity/rest/routes.directory.ts';
import { identityRoutes } from '../identity/rest/routes.inventory.ts';
import { itemBulkRoutes, operationBulkRoutes } from '../inventory/rest/routes.bulk.ts';
import { itemRoutes, productLinkRoutes } from '../inventory/rest/routes.items.ts';
import { operationRoutes } from '../inventory/rest/routes.operations.ts';
import { categoryRoutes, locationRoutes } from '../inventory/rest/routes.places.ts';
import { jobRoutes } from '../jobs/rest/routes.inventory.ts';
import { liveRoutes } from '../live/rest/routes.inventory.ts';
import { mailPhoneRoutes } from '../notifications/rest/routes.phone.ts';
import { overviewRoutes } from '../overview/rest/routes.inventory.ts';
import { sessionRoutes } from '../session/rest/routes.inventory.ts';
import { settingRoutes } from '../settings/rest/routes.inventory.ts';
import { descriptionRoutes, siteRoutes } from '../site/rest/routes.inventory.ts';
import { defaultPublishedNames, type PublishedNames } from './published-names.ts';
import type { Route } from './route.ts';
import { systemRoutes } from './system-catalogue.ts';

/** The descriptions of both interfaces, without credentials. */
export const publicDescriptionRoutes: readonly Route[] = descriptionRoutes({ publicDocs: true });

/** What the routes of an installation depend on. */
export interface InventoryRouteOptions {
  readonly publicDocs: boolean;
  /** Published names, part of the session document. */
  readonly names?: PublishedNames;
}

/** All routes of the inventory interface. */
export const inventoryRoutes = ({
  names = defaultPublishedNames,
  ...options
}: InventoryRouteOptions): readonly Route[] => [
  ...sessionRoutes(names),
  ...liveRoutes,
  ...identityRoutes,
  ...directoryRoutes,
  ...itemRoutes,
  ...itemBulkRoutes,
  ...categoryRoutes,
  ...locationRoutes,
  ...operationRoutes,
  ...operationBulkRoutes,
  ...productLinkRoutes,
  ...reportRoutes,
  ...auditRoutes,
  ...jobRoutes,
  ...settingRoutes,
  ...overviewRoutes,
  ...systemRoutes,
  ...mailPhoneRoutes(names),
  ...siteRoutes(options),
];
