import { type Actor, userIdOf } from '../../kernel/actor.ts';
import { lastAdministrator, selfRemovalForbidden } from '../errors.ts';
import type { IdentityPorts } from '../ports.ts';
import { isLocalAdministrator, type User } from './user.ts';

/**
 * Refuses a change that would leave no active local administrator, and an administrator's own removal.
 * @throws DomainError `last_admin`, `self_removal_forbidden`
 */
export async function demandAdministrators(
  { users }: IdentityPorts,
  actor: Actor,
  change: { readonly before: User; readonly after: User; readonly force?: boolean | undefined },
): Promise<void> {
  const { before, after } = change;
  const isRemoval = after.deletedAt !== null || !after.isActive || (before.role === 'admin' && after.role !== 'admin');
  const isOwn = actor.via === 'bearer' && userIdOf(actor) === before.userId;
  if (isRemoval && isOwn && before.role === 'admin') throw selfRemovalForbidden();
  if (!isLocalAdministrator(before) || isLocalAdministrator(after) || change.force) return;
  if ((await users.countLocalAdministrators()) <= 1) throw lastAdministrator();
}
