import * as identity from './identity/index.ts';
import * as inventory from './inventory/index.ts';
import * as site from './site/index.ts';

/** Every context by name; what is a use case among their public names can be run. */
export const contexts = { identity, inventory, site };
