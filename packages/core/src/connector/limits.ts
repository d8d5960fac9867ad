import type { Actor } from '../kernel/actor.ts';
import { networkOf } from '../kernel/limits/network.ts';
import { rateLimited } from '../kernel/limits/rate-limits.ts';
import type { ConnectorPorts } from './ports.ts';

/**
 * Counts a request of an address; fails closed.
 * @throws DomainError `rate_limited`
 */
export async function takeLimit(
  { rateLimiter, settings }: Pick<ConnectorPorts, 'rateLimiter' | 'settings'>,
  name: 'connector' | 'connector-verify',
  { origin: { ip } }: Pick<Actor, 'origin'>,
): Promise<void> {
  const allowance = await rateLimiter.take(settings.rateLimits[name], ip === undefined ? '' : networkOf(ip));
  if (allowance.isExceeded) throw rateLimited(allowance);
}
