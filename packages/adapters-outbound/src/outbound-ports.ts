import type { SuppliedPorts } from '@backroom/core';
import { noSiteConnector } from '@backroom/core/connector';
import {
  knowledgeRules,
  noContributedSuggestions,
  noMarketingChannels,
  suggestionRules,
} from '@backroom/core/marketing';
import { catalogueRules, noCatalog, noLicenceServer, noPartnerOnboarding } from '@backroom/core/marketplace';
import { noDocumentSource } from '@backroom/core/outbound';
import { UndiciOutboundClient } from './undici-outbound-client.ts';
import { WebDocumentSource } from './web-document-source.ts';
import { WebLicenceServer } from './web-licence-server.ts';
import { WebSiteConnector } from './web-site-connector.ts';
import { WebhookPushNotifier } from './webhook-push-notifier.ts';

/** Ports that the adapters need, and addresses of the extension catalogue, the licence server and the other site, if there are any. */
export interface OutboundPortsOptions extends Pick<SuppliedPorts, 'log' | 'clock'> {
  readonly catalogueUrl?: string;
  readonly licenceServerUrl?: string;
  readonly connectorUrl?: string;
}

type PortName =
  | 'contributedSuggestions'
  | 'extensionCatalog'
  | 'knowledgeBase'
  | 'licenceServer'
  | 'marketingChannels'
  | 'outbound'
  | 'partnerOnboarding'
  | 'paymentOnboarding'
  | 'pushNotifier'
  | 'suggestionCatalog'
  | 'siteConnector';

/** The ports of the core that send requests to other servers, with the limits and rules by default. */
export function outboundPorts({
  log,
  clock,
  catalogueUrl,
  licenceServerUrl,
  connectorUrl,
}: OutboundPortsOptions): Pick<SuppliedPorts, PortName> {
  const outbound = new UndiciOutboundClient({ log });
  return {
    licenceServer: licenceServerUrl === undefined ? noLicenceServer : new WebLicenceServer(outbound, licenceServerUrl),
    siteConnector: connectorUrl === undefined ? noSiteConnector : new WebSiteConnector(outbound, connectorUrl),
    paymentOnboarding: noPartnerOnboarding,
    partnerOnboarding: noPartnerOnboarding,
    outbound,
    pushNotifier: new WebhookPushNotifier(outbound, clock),
    suggestionCatalog: noDocumentSource(suggestionRules),
    knowledgeBase: noDocumentSource(knowledgeRules),
    marketingChannels: noMarketingChannels,
    contributedSuggestions: noContributedSuggestions,
    extensionCatalog:
      catalogueUrl === undefined ? noCatalog : new WebDocumentSource(outbound, catalogueUrl, catalogueRules),
  };
}
