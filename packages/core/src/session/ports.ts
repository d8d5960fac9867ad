import type { CommercePorts } from '../commerce/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import type { SitePorts } from '../site/index.ts';

/** The ports of the session context. */
export interface SessionPorts extends IdentityPorts, Pick<CommercePorts, 'shopSettings'>, Pick<SitePorts, 'build'> {}
