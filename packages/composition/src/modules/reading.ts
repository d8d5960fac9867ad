import {
  type BackroomDatabase,
  openReportReading,
  RecentWrites,
  type ReportReading,
} from '@backroom/adapters-persistence';
import type { StorePorts } from '@backroom/core';
import { ContainerModule } from 'inversify';
import type { Settings } from '../settings/settings.ts';
import { elapsedMillis } from '../system-clock.ts';
import { Port, TheDatabase, TheReading, TheRecentWrites, TheSettings, TheStores } from '../tokens.ts';

/** The share of the connection pool for reports: a quarter, so that reports cannot block sales. */
export const reportConnections = ({ poolSize }: { readonly poolSize: number }): number =>
  Math.max(1, Math.floor(poolSize / 4));

/** Reports, and the replicas that serve them. */
export const reading = new ContainerModule(({ bind }) => {
  bind(TheRecentWrites)
    .toResolvedValue(({ reports }: Settings) => new RecentWrites(elapsedMillis, reports.maxLagMillis), [TheSettings])
    .inSingletonScope();
  bind(TheReading)
    .toResolvedValue(openReading, [TheDatabase, TheSettings, TheRecentWrites])
    .inSingletonScope()
    .onDeactivation((opened) => opened.close());
  bind(Port.reports)
    .toResolvedValue(({ runner }: ReportReading) => runner, [TheReading])
    .inSingletonScope();
  bind(Port.probes)
    .toResolvedValue(
      ({ probes }: StorePorts, { replicas }: ReportReading) => ({
        ...probes,
        replicas: () => replicas?.states().map(({ condition }) => condition === 'ok') ?? [],
      }),
      [TheStores, TheReading],
    )
    .inSingletonScope();
});

function openReading(database: BackroomDatabase, settings: Settings, recentWrites: RecentWrites): ReportReading {
  const { database: place, core, reports } = settings;
  const { statementMillis, replicaUrls: urls, maxLagMillis } = reports;
  const poolSize = place.kind === 'server' ? place.poolSize : 0;
  return openReportReading(database, {
    stockLinkBySku: core.stockLinkBySku,
    server: place.kind === 'server' ? { url: place.url, poolSize: reportConnections(place) } : undefined,
    statementMillis,
    replicas: { urls, poolSize, maxLagMillis },
    recentWrites,
    elapsed: elapsedMillis,
  });
}
