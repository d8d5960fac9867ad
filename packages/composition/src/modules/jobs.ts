import { PostgresJobQueue } from '@backroom/adapters-jobs';
import { type BackroomDatabase, hearNotices } from '@backroom/adapters-persistence';
import type { Log } from '@backroom/core';
import { ContainerModule } from 'inversify';
import type { Settings } from '../settings/settings.ts';
import { Port, TheDatabase, TheJobQueue, TheSettings } from '../tokens.ts';

/** The job queue. */
export const jobs = new ContainerModule(({ bind }) => {
  bind(TheJobQueue)
    .toResolvedValue(
      (database: BackroomDatabase, { database: place }: Settings, log: Log) =>
        new PostgresJobQueue(
          {
            executeSql: (text, values) => database.executeSql(text, values),
            ...(place.kind === 'server' && {
              listen: (channel, listener) => hearNotices(place.url, channel, listener),
            }),
          },
          (cause) => log.error('job queue failed', cause),
        ),
      [TheDatabase, TheSettings, Port.log],
    )
    .inSingletonScope()
    .onDeactivation((queue) => queue.close());
  bind(Port.jobQueue)
    .toResolvedValue((queue: PostgresJobQueue) => queue, [TheJobQueue])
    .inSingletonScope();
});
