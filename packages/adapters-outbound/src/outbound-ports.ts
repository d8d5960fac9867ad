import type { SuppliedPorts } from '@backroom/core';
import { noCatalog, noLicenceServer, noPartnerOnboarding } from '@backroom/core/marketplace';
import { UndiciOutboundClient } from './undici-outbound-client.ts';
import { WebExtensionCatalog } from './web-extension-catalog.ts';
import { WebLicenceServer } from './web-licence-server.ts';
import { WebhookPushNotifier } from './webhook-push-notifier.ts';

/** Ports that the adapters need, and the addresses of the extension catalogue and the licence server, if there are any. */
export interface OutboundPortsOptions extends Pick<SuppliedPorts, 'log' | 'clock'> {
  readonly catalogueUrl?: string;
  readonly licenceServerUrl?: string;
}

type PortName =
  | 'extensionCatalog'
  | 'licenceServer'
  | 'outbound'
  | 'partnerOnboarding'
  | 'paymentOnboarding'
  | 'pushNotifier';

/** The ports of the core that send requests to other servers, with the limits and rules by default. */
export function outboundPorts({
  log,
  clock,
  catalogueUrl,
  licenceServerUrl,
}: OutboundPortsOptions): Pick<SuppliedPorts, PortName> {
  const outbound = new UndiciOutboundClient({ log });
  return {
    licenceServer: licenceServerUrl === undefined ? noLicenceServer : new WebLicenceServer(outbound, licenceServerUrl),
    paymentOnboarding: noPartnerOnboarding,
    partnerOnboarding: noPartnerOnboarding,
    outbound,
    pushNotifier: new WebhookPushNotifier(outbound, clock),
    extensionCatalog: catalogueUrl === undefined ? noCatalog : new WebExtensionCatalog(outbound, catalogueUrl),
  };
}
