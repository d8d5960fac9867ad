import { noDocumentSource } from '../outbound/index.ts';
import { catalogueRules } from './catalogue/catalogue-kind.ts';
import { licenceServerFailed, paymentsNotConfigured } from './errors.ts';
import type { LicenceServer, PartnerOnboarding } from './ports.ts';

/** The source of an installation without a catalogue. */
export const noCatalog = noDocumentSource(catalogueRules);

/** An installation without a licence server: keys are verified by their signatures. */
export const noLicenceServer: LicenceServer = {
  address: null,
  call: () => Promise.reject(licenceServerFailed('no licence server is configured')),
};

/** An installation without an adapter for the set-up of accounts at a partner. */
export const noPartnerOnboarding: PartnerOnboarding = {
  isConfigured: false,
  begin: () => Promise.reject(paymentsNotConfigured()),
};
