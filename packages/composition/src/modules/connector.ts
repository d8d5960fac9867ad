import { HostStatistics } from '@backroom/adapters-node';
import { WebSiteConnector } from '@backroom/adapters-outbound';
import { noSiteConnector } from '@backroom/core/connector';
import type { OutboundClient } from '@backroom/core/outbound';
import { ContainerModule } from 'inversify';
import type { Settings } from '../settings/settings.ts';
import { Port, TheSettings } from '../tokens.ts';

/** The pairing with another installation. */
export const connector = new ContainerModule(({ bind }) => {
  bind(Port.statisticsProviders)
    .toResolvedValue(({ filesFolder }: Settings) => [new HostStatistics(filesFolder)], [TheSettings])
    .inSingletonScope();
  bind(Port.siteConnector)
    .toResolvedValue(
      ({ connectorUrl }: Settings, outbound: OutboundClient) =>
        connectorUrl === undefined ? noSiteConnector : new WebSiteConnector(outbound, connectorUrl),
      [TheSettings, Port.outbound],
    )
    .inSingletonScope();
});
