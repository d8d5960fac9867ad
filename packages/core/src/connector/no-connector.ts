import { connectorNotActive } from './errors.ts';
import type { SiteConnector } from './ports.ts';

/** An installation without CONNECTOR_URL: it is paired with no other one. */
export const noSiteConnector: SiteConnector = {
  address: null,
  send: () => Promise.reject(connectorNotActive()),
};
