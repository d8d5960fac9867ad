import type { OptionStore } from './back-office/index.ts';
import type { ConnectorPorts } from './connector/index.ts';
import type { MarketingPorts } from './marketing/index.ts';
import type { MarketplacePorts } from './marketplace/index.ts';
import type { ThemePorts } from './themes/index.ts';

/** The ports of the contexts that work with other servers of the operator. */
export interface PartnerPorts extends MarketplacePorts, MarketingPorts, ConnectorPorts, ThemePorts {
  readonly options: OptionStore;
}
