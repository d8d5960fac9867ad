import { NodeIds, NodeRandom } from '@backroom/adapters-node';
import { describeOpenApi, inventoryRoutes } from '@backroom/core/rest';
import { ContainerModule } from 'inversify';
import { build } from '../build.ts';
import { JsonLog } from '../log.ts';
import type { Settings } from '../settings.ts';
import { SystemClock } from '../system-clock.ts';
import { Port, TheSettings } from '../tokens.ts';

/** What machine and runtime give, and what the system says about itself. */
export const system = new ContainerModule(({ bind }) => {
  bind(Port.clock).toDynamicValue(() => new SystemClock()).inSingletonScope();
  bind(Port.ids).toDynamicValue(() => new NodeIds()).inSingletonScope();
  bind(Port.random).toDynamicValue(() => new NodeRandom()).inSingletonScope();
  bind(Port.log)
    .toResolvedValue((settings: Settings) => new JsonLog(settings.logLevel), [TheSettings])
    .inSingletonScope();
  bind(Port.settings)
    .toResolvedValue((settings: Settings) => settings.core, [TheSettings])
    .inSingletonScope();
  bind(Port.build).toConstantValue(build);
  bind(Port.apiDescription)
    .toResolvedValue((settings: Settings) => describeInventory(settings), [TheSettings])
    .inSingletonScope();
});

/** The document is built at the first question and kept. */
function describeInventory({ publicUrl, inventoryPrefix, publicDocs }: Pick<Settings, 'publicUrl' | 'inventoryPrefix' | 'publicDocs'>): () => unknown {
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
