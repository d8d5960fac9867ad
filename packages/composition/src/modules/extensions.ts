import { createServices, ExtensionHost, InterfaceRequests } from '@backroom/adapters-extensions';
import type { Clock, Ids, Log } from '@backroom/core';
import type { ExtensionLogs, ExtensionQueue, ExtensionStore, ExtensionValues } from '@backroom/core/extensions';
import type { OutboundClient } from '@backroom/core/outbound';
import { ContainerModule } from 'inversify';
import type { Application } from '../compose.ts';
import { addressIn } from '../control/address.ts';
import type { Settings } from '../settings/settings.ts';
import { elapsedMillis } from '../system-clock.ts';
import { Port, TheExtensionHost, TheSettings } from '../tokens.ts';

/** The processes of extensions. */
export const extensions = new ContainerModule(({ bind }) => {
  bind(TheExtensionHost)
    .toResolvedValue(
      (
        ...[settings, store, queue, clock, ids, log, logs]: readonly [
          Settings,
          ExtensionStore,
          ExtensionQueue,
          Clock,
          Ids,
          Log,
          ExtensionLogs,
        ]
      ) =>
        new ExtensionHost({
          folder: settings.extensions.installed,
          extensions: store,
          queue,
          clock,
          holder: ids.next(),
          log,
          logs,
          elapsed: elapsedMillis,
        }),
      [TheSettings, Port.extensions, Port.extensionQueue, Port.clock, Port.ids, Port.log, Port.extensionLogs],
    )
    .inSingletonScope();
  bind(Port.extensionRuntime)
    .toResolvedValue((host: ExtensionHost) => host, [TheExtensionHost])
    .inSingletonScope();
});

/** The ports that extensions use directly. */
interface ServicePorts {
  readonly outbound: OutboundClient;
  readonly values: ExtensionValues;
}

/** Lets the extensions use the application. */
export function connectExtensions(application: Application, { outbound, values }: ServicePorts): void {
  const { core, settings, log, extensions: host, actor } = application;
  const { shopNames: names, requireIfMatch } = settings;
  const interfaces = new InterfaceRequests({ core, log, names, requireIfMatch, baseUrl: () => addressIn(settings) });
  host.connect({
    servicesOf: createServices({
      interfaces,
      outbound,
      values,
      settingsOf: async (slug) => core.extensions.readExtensionSettings(await actor('system'), { slug }),
      submitJob: async (job) => core.extensions.submitExtensionJob(await actor('system'), job),
      actorOf: async (slug) => core.extensions.openExtensionAccount(await actor('system'), { slug }),
    }),
    async markFailed({ slug, version, folder }, reason) {
      await core.extensions.failExtension(await actor('system'), { slug, version, folder, reason });
    },
  });
}
