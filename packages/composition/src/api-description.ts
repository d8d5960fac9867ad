import { describeOpenApi, describeShopOpenApi, inventoryRoutes, shopRoutes } from '@backroom/core/interface';
import { build } from './build.ts';
import type { Settings } from './settings.ts';

/** Describes the inventory interface as an OpenAPI document, built at the first question and kept. */
export function describeInventory({
  publicUrl,
  inventoryPrefix,
  publicDocs,
}: Pick<Settings, 'publicUrl' | 'inventoryPrefix' | 'publicDocs'>): () => unknown {
  let document: unknown;
  return () => {
    document ??= describeOpenApi(inventoryRoutes({ publicDocs }), {
      title: 'Backroom inventory service',
      version: build.version,
      description: 'Users, items, categories, locations and the append-only ledger of stock operations.',
      server: `${publicUrl ?? ''}${inventoryPrefix}` || '/',
    });
    return document;
  };
}

/** Describes the shop interface likewise, under the names that the installation gives it. */
export function describeShop({ publicUrl, shopNames }: Pick<Settings, 'publicUrl' | 'shopNames'>): () => unknown {
  let document: unknown;
  return () => {
    document ??= describeShopOpenApi(shopRoutes(shopNames), shopNames, {
      title: 'Backroom shop interface',
      version: build.version,
      description:
        'Administration, onboarding and analytics of a shop. Routes are also reached through /index.php?rest_route=/….',
      server: `${publicUrl ?? ''}/${shopNames.prettyPrefix}`,
    });
    return document;
  };
}
