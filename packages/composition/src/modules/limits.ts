import { MemoryRateLimiter } from '@backroom/adapters-memory';
import { type BackroomDatabase, MikroRateLimiter } from '@backroom/adapters-persistence';
import type { Clock } from '@backroom/core';
import { ContainerModule } from 'inversify';
import type { Settings } from '../settings/settings.ts';
import { Port, TheDatabase, TheSettings } from '../tokens.ts';

/** Rate limits, per process or in the database. */
export const limits = new ContainerModule(({ bind }) => {
  bind(Port.rateLimiter)
    .toResolvedValue(
      ({ rateLimitStore }: Settings, database: BackroomDatabase, clock: Clock) =>
        rateLimitStore === 'database' ? new MikroRateLimiter(database, clock) : new MemoryRateLimiter(),
      [TheSettings, TheDatabase, Port.clock],
    )
    .inSingletonScope();
});
