import type { SuppliedPorts } from '@backroom/core';
import { UndiciOutboundClient } from './undici-outbound-client.ts';
import { WebhookPushNotifier } from './webhook-push-notifier.ts';

/** The ports of the core that send requests to other servers, with the limits and rules by default. */
export function outboundPorts({
  log,
  clock,
}: Pick<SuppliedPorts, 'log' | 'clock'>): Pick<SuppliedPorts, 'outbound' | 'pushNotifier'> {
  const outbound = new UndiciOutboundClient({ log });
  return { outbound, pushNotifier: new WebhookPushNotifier(outbound, clock) };
}
