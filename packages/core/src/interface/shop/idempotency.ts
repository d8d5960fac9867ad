import type { Actor } from '../../kernel/actor.ts';
import { DomainError } from '../../kernel/errors.ts';
import { digestOf } from '../../kernel/formats/digest.ts';
import { invalidIdempotencyKey, readIdempotencyKey } from '../idempotency-key.ts';
import type { ShopRequest } from './request.ts';
import type { ShopRoute } from './route.ts';

/**
 * Adds the idempotency key of the request to the actor.
 * @throws DomainError `rest_invalid_header`
 */
export function withOnce(
  actor: Actor,
  { route, request }: { readonly route: ShopRoute; readonly request: ShopRequest },
): Actor {
  const header = route.once ? request.header('idempotency-key') : undefined;
  if (header === undefined || actor.userId === undefined) return actor;
  const key = readIdempotencyKey(header);
  if (key === undefined) throw new DomainError('malformed', 'rest_invalid_header', invalidIdempotencyKey);
  // Path variables are part of the request's fingerprint.
  const isPlain = Object.keys(route.variables).length === 0;
  const fingerprint = isPlain ? request.fingerprint() : digestOf(`${request.path} ${request.fingerprint()}`);
  return { ...actor, once: { key, route: `${request.method} ${route.path}`, fingerprint } };
}
