import type { Core } from '@backroom/core';
import {
  contributedShopRoutes,
  describeOpenApi,
  describeShopOpenApi,
  inventoryRoutes,
  shopRoutes,
} from '@backroom/core/interface';
import { build } from './build.ts';
import type { Settings } from './settings/settings.ts';

/** The OpenAPI document of the inventory interface, built on first use and cached. */
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

/**
 * The OpenAPI document of the shop interface under its configured names, with the routes of running extensions; built on first
 * use, and cached until they change.
 */
export function describeShop(
  { publicUrl, shopNames }: Pick<Settings, 'publicUrl' | 'shopNames'>,
  contributions: Core['contributions'] = () => none,
): () => unknown {
  const contributed = contributedShopRoutes(contributions);
  let known: { readonly document: unknown; readonly of: unknown } | undefined;
  return () => {
    const routes = contributed();
    if (known?.of === routes) return known.document;
    const document = describeShopOpenApi([...shopRoutes(shopNames), ...routes], shopNames, {
      title: 'Backroom shop interface',
      version: build.version,
      description:
        'Administration, onboarding and analytics of a shop. Routes are also reached through /index.php?rest_route=/….',
      server: `${publicUrl ?? ''}/${shopNames.prettyPrefix}`,
    });
    known = { document, of: routes };
    return document;
  };
}

const none: ReturnType<Core['contributions']> = [];
