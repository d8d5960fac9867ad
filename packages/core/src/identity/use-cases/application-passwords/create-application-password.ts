import type { Capability } from '../../../kernel/capability.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { ownerOf, type PasswordOwner } from '../../application-passwords/access.ts';
import {
  acceptApplicationName,
  isUuid,
  offersApplicationPasswords,
} from '../../application-passwords/application-password.ts';
import {
  appIdInvalid,
  applicationPasswordsDisabled,
  applicationPasswordsDisabledForUser,
  expiryPassed,
} from '../../application-passwords/errors.ts';
import {
  type CreatedApplicationPassword,
  issueApplicationPassword,
  type NewApplicationPassword,
} from '../../application-passwords/issue.ts';
import type { IdentityPorts } from '../../ports.ts';

/** The new password and its owner. */
export interface CreateApplicationPasswordInput {
  readonly userId: PasswordOwner;
  readonly name: string;
  /** A UUID chosen by the application. */
  readonly appId?: string;
  readonly expiresAt?: Date | null;
  /** Upper bound of its capabilities; all of the account by default. */
  readonly scopes?: readonly Capability[] | null;
  /** Deletes the earlier passwords of the same application. */
  readonly replacesEarlier?: boolean;
}

/**
 * Creates a password for an application to act for a user, optionally with an expiry and a subset of the account's
 * capabilities.
 * @throws DomainError `application_passwords_disabled`, `application_passwords_disabled_for_user`,
 * `rest_cannot_create_application_passwords`, `rest_user_invalid_id`, `application_password_empty_name`
 */
export const createApplicationPassword = useCase(
  // An account with a due password change is refused below, with an error code of its own.
  {
    access: 'own-session',
    effect: 'write',
    audit: 'application_password.create',
    refusals: {
      'switched-off': ['application_passwords_disabled', 'application_passwords_disabled_for_user'],
      forbidden: ['rest_cannot_create_application_passwords'],
      'not-found': ['rest_user_invalid_id'],
      invalid: ['application_password_empty_name'],
    },
  },
  (ports: IdentityPorts) =>
    async (actor, input: CreateApplicationPasswordInput, { note }): Promise<CreatedApplicationPassword> => {
      const { applicationPasswords, clock, settings } = ports;
      if (!offersApplicationPasswords(settings, actor)) throw applicationPasswordsDisabled();
      const owner = await ownerOf(ports, actor, { user: input.userId, act: 'create' });
      if (actor.mustChangePassword || owner.mustChangePassword || !owner.isActive)
        throw applicationPasswordsDisabledForUser();

      const wanted = accept(input, clock.now());
      const { userId } = owner;
      if (input.replacesEarlier && wanted.appId !== '') await applicationPasswords.removeAll(userId, wanted.appId);
      const created = await issueApplicationPassword(ports, { uuid: ports.ids.next(), userId, ...wanted });
      note({
        target: { type: 'application_password', id: created.password.uuid },
        changes: { user_id: { from: null, to: userId }, name: { from: null, to: created.password.name } },
      });
      return created;
    },
);

function accept(
  { name, appId = '', expiresAt = null, scopes = null }: CreateApplicationPasswordInput,
  now: Date,
): Omit<NewApplicationPassword, 'uuid' | 'userId'> {
  if (appId !== '' && !isUuid(appId)) throw appIdInvalid();
  if (expiresAt !== null && expiresAt <= now) throw expiryPassed();
  return {
    appId: appId.toLowerCase(),
    name: acceptApplicationName(name),
    createdAt: now,
    expiresAt,
    scopes: scopes === null ? null : [...new Set(scopes)],
  };
}
