import { MemoryEmbedCache } from '@backroom/adapters-memory';
import type { Clock } from '@backroom/core';
import { ContainerModule } from 'inversify';
import type { Settings } from '../settings/settings.ts';
import { Port, TheSettings } from '../tokens.ts';

/** Embeds of other sites. */
export const content = new ContainerModule(({ bind }) => {
  bind(Port.embedCache).toResolvedValue((clock: Clock) => new MemoryEmbedCache(clock), [Port.clock]);
  bind(Port.embedProviders).toResolvedValue(
    ({ content: { embedProviders } }: Settings) => embedProviders,
    [TheSettings],
  );
});
