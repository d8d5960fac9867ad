import { LightningPreviewSanitizer } from '@backroom/adapters-html';
import { Ed25519Verifier, FileExtensionCatalog } from '@backroom/adapters-node';
import { WebExtensionCatalog, WebLicenceServer } from '@backroom/adapters-outbound';
import { type ExtensionCatalog, noCatalog, noLicenceServer, noPartnerOnboarding } from '@backroom/core/marketplace';
import type { OutboundClient } from '@backroom/core/outbound';
import { ContainerModule } from 'inversify';
import type { Settings } from '../settings/settings.ts';
import { Port, TheSettings } from '../tokens.ts';

/** The catalogue of extensions and themes, and licences. */
export const marketplace = new ContainerModule(({ bind }) => {
  bind(Port.signatureVerifier)
    .toDynamicValue(() => new Ed25519Verifier())
    .inSingletonScope();
  bind(Port.previewSanitizer)
    .toDynamicValue(() => new LightningPreviewSanitizer())
    .inSingletonScope();
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
      ({ catalogueSource }: Settings, outbound: OutboundClient) => catalogOf(catalogueSource, outbound),
      [TheSettings, Port.outbound],
    )
    .inSingletonScope();
});

function catalogOf(source: string | undefined, outbound: OutboundClient): ExtensionCatalog {
  if (source === undefined) return noCatalog;
  return /^https?:/i.test(source) ? new WebExtensionCatalog(outbound, source) : new FileExtensionCatalog(source);
}
