import { type Actor, userIdOf } from '../kernel/actor.ts';
import {
  type ApplicationPasswordAct,
  applicationPasswordForbidden,
  shopUserNotFound,
} from './application-password-errors.ts';
import type { IdentityPorts } from './ports.ts';
import type { User } from './user.ts';

/** Whose application passwords are meant: those of a user, or of whoever is asking. */
export type PasswordOwner = number | 'me';

/** What somebody wants to do with the passwords of a user. */
export interface PasswordWish {
  readonly user: PasswordOwner;
  readonly act: ApplicationPasswordAct;
  /** The one password that is meant. */
  readonly uuid?: string;
}

/**
 * Finds whose passwords are meant, if the caller may do that: with their own, or as an administrator. A credential that
 * gives less than its account has may look, and end itself, but not make another one.
 * @throws DomainError `rest_cannot_…`, `rest_user_invalid_id`
 */
export async function ownerOf(
  { users }: Pick<IdentityPorts, 'users'>,
  actor: Actor,
  { user, act, uuid }: PasswordWish,
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
