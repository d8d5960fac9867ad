import type { Core } from '../../core.ts';
import { type Actor, anonymous, type Origin } from '../../kernel/actor.ts';
import { DomainError } from '../../kernel/errors.ts';
import { networkOf } from '../../kernel/limits/network.ts';
import { rateLimited } from '../../kernel/limits/rate-limits.ts';
import type { ShopRequest } from './request.ts';

/**
 * Authenticates a request, then counts it against the limit `anonymous` if it has no valid credential.
 * @throws DomainError `rate_limited` above the limit `anonymous`, else as thrown by `identify`
 */
export async function identifyCaller(
  core: Core,
  { origin, method }: ShopRequest,
  identify: () => Promise<Actor>,
): Promise<Actor> {
  let actor: Actor;
  try {
    actor = await identify();
  } catch (error) {
    await core.recordRejection({ ...anonymous, origin }, error);
    if (error instanceof DomainError && error.kind === 'unauthenticated') await chargeAnonymous(core, origin);
    throw error;
  }
  // Browsers send preflights without credentials, even for authenticated users.
  if (actor.via === 'anonymous' && method !== 'OPTIONS') await chargeAnonymous(core, origin);
  return actor;
}

/** Requests without a network address are not counted. */
async function chargeAnonymous({ limits }: Core, { ip }: Origin): Promise<void> {
  if (ip === undefined) return;
  const allowance = await limits.take('anonymous', networkOf(ip));
  if (allowance?.isExceeded) throw rateLimited(allowance);
}
