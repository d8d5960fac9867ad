import { describeOpenApi, inventoryRoutes } from '@backroom/core/rest';
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
