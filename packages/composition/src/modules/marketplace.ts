import { RuntimeChannels, RuntimeSuggestions } from '@backroom/adapters-extensions';
import { DeadlineMarketingChannels, FileDocumentSource } from '@backroom/adapters-node';
import { WebDocumentSource, WebLicenceServer } from '@backroom/adapters-outbound';
import type { ExtensionRuntime } from '@backroom/core/extensions';
import { knowledgeRules, suggestionRules } from '@backroom/core/marketing';
import { catalogueRules, noLicenceServer, noPartnerOnboarding } from '@backroom/core/marketplace';
import {
  type DocumentRules,
  type DocumentSource,
  noDocumentSource,
  type OutboundClient,
} from '@backroom/core/outbound';
import { ContainerModule } from 'inversify';
import type { Settings } from '../settings/settings.ts';
import { Port, TheSettings } from '../tokens.ts';

/** The catalogue of extensions and themes, and licences. */
const marketplace = new ContainerModule(({ bind }) => {
  bind(Port.paymentOnboarding).toConstantValue(noPartnerOnboarding);
  bind(Port.partnerOnboarding).toConstantValue(noPartnerOnboarding);
  bind(Port.licenceServer)
    .toResolvedValue(
      ({ licenceServer }: Settings, outbound: OutboundClient) =>
        licenceServer === undefined ? noLicenceServer : new WebLicenceServer(outbound, licenceServer),
      [TheSettings, Port.outbound],
    )
    .inSingletonScope();
  bind(Port.extensionCatalog)
    .toResolvedValue(
      ({ documents }: Settings, outbound: OutboundClient) =>
        documentSource(catalogueRules, documents.catalogue, outbound),
      [TheSettings, Port.outbound],
    )
    .inSingletonScope();
});

/** Suggestions, the knowledge base and marketing channels. */
const marketing = new ContainerModule(({ bind }) => {
  bind(Port.suggestionCatalog)
    .toResolvedValue(
      ({ documents }: Settings, outbound: OutboundClient) =>
        documentSource(suggestionRules, documents.suggestions, outbound),
      [TheSettings, Port.outbound],
    )
    .inSingletonScope();
  bind(Port.knowledgeBase)
    .toResolvedValue(
      ({ documents }: Settings, outbound: OutboundClient) =>
        documentSource(knowledgeRules, documents.knowledgeBase, outbound),
      [TheSettings, Port.outbound],
    )
    .inSingletonScope();
  bind(Port.marketingChannels)
    .toResolvedValue(
      (runtime: ExtensionRuntime) => new DeadlineMarketingChannels(new RuntimeChannels(runtime)),
      [Port.extensionRuntime],
    )
    .inSingletonScope();
  bind(Port.contributedSuggestions)
    .toResolvedValue((runtime: ExtensionRuntime) => new RuntimeSuggestions(runtime), [Port.extensionRuntime])
    .inSingletonScope();
});

/** What the operator offers to the shop. */
export const offers = [marketplace, marketing];

/** A document by its path or its URL. */
function documentSource(rules: DocumentRules, source: string | undefined, outbound: OutboundClient): DocumentSource {
  if (source === undefined) return noDocumentSource(rules);
  return /^https?:/i.test(source)
    ? new WebDocumentSource(outbound, source, rules)
    : new FileDocumentSource(source, rules);
}
