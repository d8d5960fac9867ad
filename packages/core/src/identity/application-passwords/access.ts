import { type Actor, userIdOf } from '../../kernel/actor.ts';
import type { User } from '../accounts/user.ts';
import type { IdentityPorts } from '../ports.ts';
import { type ApplicationPasswordAct, applicationPasswordForbidden, shopUserNotFound } from './errors.ts';

/** The owner of application passwords: a user id, or the caller. */
export type PasswordOwner = number | 'me';

/** An operation on the application passwords of a user. */
export interface PasswordOperation {
  readonly user: PasswordOwner;
  readonly act: ApplicationPasswordAct;
  /** The password, for operations on one. */
  readonly uuid?: string;
}

/**
 * Resolves the owner and checks permission: callers manage their own passwords, administrators those of everyone. A
 * limited credential may read, and delete itself, but not create another one.
 * @throws DomainError `rest_cannot_…`, `rest_user_invalid_id`
 */
export async function ownerOf(
  { users }: Pick<IdentityPorts, 'users'>,
  actor: Actor,
  { user, act, uuid }: PasswordOperation,
): Promise<User> {
  const userId = user === 'me' ? userIdOf(actor) : user;
  const isOwn = userId === userIdOf(actor);
  if (!isOwn && !actor.capabilities.has('manage_users')) throw applicationPasswordForbidden(act);
  const isReading = act === 'list' || act === 'read';
  const endsItself = act === 'delete' && uuid === actor.credential?.id;
  if (actor.credential?.isLimited && !isReading && !endsItself) throw applicationPasswordForbidden(act);
  const owner = await users.find(userId);
  if (!owner || owner.deletedAt !== null || owner.isSystem) throw shopUserNotFound();
  return owner;
}
