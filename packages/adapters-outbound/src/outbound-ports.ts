import type { SuppliedPorts } from '@backroom/core';
import { noCatalog } from '@backroom/core/marketplace';
import { UndiciOutboundClient } from './undici-outbound-client.ts';
import { WebExtensionCatalog } from './web-extension-catalog.ts';
import { WebhookPushNotifier } from './webhook-push-notifier.ts';

/** Ports that the adapters need, and the address of the extension catalogue, if there is one. */
export interface OutboundPortsOptions extends Pick<SuppliedPorts, 'log' | 'clock'> {
  readonly catalogueUrl?: string;
}

/** The ports of the core that send requests to other servers, with the limits and rules by default. */
export function outboundPorts({
  log,
  clock,
  catalogueUrl,
}: OutboundPortsOptions): Pick<SuppliedPorts, 'outbound' | 'pushNotifier' | 'extensionCatalog'> {
  const outbound = new UndiciOutboundClient({ log });
  return {
    outbound,
    pushNotifier: new WebhookPushNotifier(outbound, clock),
    extensionCatalog: catalogueUrl === undefined ? noCatalog : new WebExtensionCatalog(outbound, catalogueUrl),
  };
}
