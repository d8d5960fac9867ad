import type { Clock, Log } from '@backroom/core';
import { UndiciOutboundClient } from './undici-outbound-client.ts';
import { WebhookPushNotifier } from './webhook-push-notifier.ts';

/** All ports of this package, for programs that compose a core by hand; no private target is allowed. */
export function outboundPorts({ log, clock }: { readonly log: Pick<Log, 'warn'>; readonly clock: Clock }) {
  const outbound = new UndiciOutboundClient({ log });
  return { outbound, pushNotifier: new WebhookPushNotifier(outbound, clock) };
}
