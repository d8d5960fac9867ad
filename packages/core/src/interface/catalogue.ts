import { auditRoutes } from '../audit/rest/routes.inventory.ts';
import { directoryRoutes } from '../identity/rest/routes.directory.ts';
import { identityRoutes } from '../identity/rest/routes.inventory.ts';
import { itemBulkRoutes, operationBulkRoutes } from '../inventory/rest/routes.bulk.ts';
import { itemRoutes } from '../inventory/rest/routes.items.ts';
import { operationRoutes } from '../inventory/rest/routes.operations.ts';
import { categoryRoutes, locationRoutes } from '../inventory/rest/routes.places.ts';
import { siteRoutes } from '../site/rest/routes.inventory.ts';
import type { Route } from './route.ts';

export { descriptionRoutes } from '../site/rest/routes.inventory.ts';

/** All routes of the inventory interface. */
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
