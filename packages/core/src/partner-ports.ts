import type { OptionStore } from './back-office/index.ts';
import { type ConnectorPorts, connectorPorts } from './connector/index.ts';
import { type MarketingPorts, marketingPorts } from './marketing/index.ts';
import { type MarketplacePorts, marketplacePorts } from './marketplace/index.ts';
import { type ThemePorts, themePorts } from './themes/index.ts';

/** The ports of the contexts that work with other servers of the operator. */
export interface PartnerPorts extends MarketplacePorts, MarketingPorts, ConnectorPorts, ThemePorts {
  readonly options: OptionStore;
}

/** Whether the database or another adapter supplies each port. */
export const partnerPorts = { ...marketplacePorts, ...marketingPorts, ...connectorPorts, ...themePorts };
