import { isAllowEntry } from '@backroom/adapters-outbound';
import * as v from 'valibot';
import { list, variable } from './variable.ts';

const targets = v.pipe(
  list,
  v.check(
    (entries) => entries.every(isAllowEntry),
    'must be targets like feeds.shop.lan:8443, separated by commas, each with its port',
  ),
);

/** Requests to other servers. */
export const outboundVariables = {
  OUTBOUND_ALLOW: variable(
    targets,
    'Targets (`host:port`, separated by commas) that requests of this server may reach although they are private, use plain http or another port. Without it only public addresses are reached.',
  ),
} as const;
