import { PostgresJobQueue } from '@backroom/adapters-jobs';
import { MemoryChanges } from '@backroom/adapters-memory';
import { type BackroomDatabase, CHANGES_CHANNEL, listenForNotices } from '@backroom/adapters-persistence';
import type { Log } from '@backroom/core';
import { ContainerModule } from 'inversify';
import type { Settings } from '../settings/settings.ts';
import { Port, TheChanges, TheDatabase, TheJobQueue, TheSettings } from '../tokens.ts';

/** Announces changes of this process, and passes on those of all processes: of a server they come on the connection of the queue. */
export function followDatabase(
  changes: MemoryChanges,
  { database, queue }: { readonly database: BackroomDatabase; readonly queue: PostgresJobQueue },
): void {
  if (database.kind === 'server')
    queue.hear({ channel: CHANGES_CHANNEL, onNotice: (topic) => changes.announce(topic) });
  database.announceChanges(changes);
}

/** The job queue, and the changes that are heard on its connection. */
export const jobs = new ContainerModule(({ bind }) => {
  bind(TheChanges).toConstantValue(new MemoryChanges());
  bind(Port.changes).toService(TheChanges);
  bind(TheJobQueue)
    .toResolvedValue(
      (database: BackroomDatabase, { database: place }: Settings, log: Log) =>
        new PostgresJobQueue(
          {
            executeSql: (text, values) => database.executeSql(text, values),
            ...(place.kind === 'server' && {
              listen: (channels, listener) => listenForNotices(place.url, channels, listener),
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
