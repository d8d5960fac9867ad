import { catalogueUnavailable } from './errors.ts';
import type { ExtensionCatalog } from './ports.ts';

/** The source of an installation without a catalogue. */
export const noCatalog: ExtensionCatalog = {
  address: null,
  fetch: () => Promise.reject(catalogueUnavailable('no catalogue is configured')),
};
