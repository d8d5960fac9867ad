import type { Capability } from '../../../kernel/capability.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { ownerOf, type PasswordOwner } from '../../application-passwords/access.ts';
import {
  type ApplicationPassword,
  acceptApplicationName,
  generateSecret,
  isSafeTransport,
  isUuid,
  MOST_APPLICATION_PASSWORDS,
} from '../../application-passwords/application-password.ts';
import {
  appIdInvalid,
  applicationPasswordsDisabled,
  applicationPasswordsDisabledForUser,
  expiryPassed,
  tooManyApplicationPasswords,
} from '../../application-passwords/errors.ts';
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

/** The new password, and its secret: shown once, not stored. */
export interface CreatedApplicationPassword {
  readonly password: ApplicationPassword;
  /** 24 letters and digits, without blanks. */
  readonly secret: string;
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
      const { applicationPasswords, clock, events, ids, random, secretDigest, settings } = ports;
      if (!isSafeTransport(settings, actor)) throw applicationPasswordsDisabled();
      const owner = await ownerOf(ports, actor, { user: input.userId, act: 'create' });
      if (actor.mustChangePassword || owner.mustChangePassword || !owner.isActive)
        throw applicationPasswordsDisabledForUser();

      const wanted = accept(input, clock.now());
      const { userId } = owner;
      if (input.replacesEarlier && wanted.appId !== '') await applicationPasswords.removeAll(userId, wanted.appId);
      if ((await applicationPasswords.count(userId)) >= MOST_APPLICATION_PASSWORDS) throw tooManyApplicationPasswords();

      const secret = generateSecret(random);
      const password: ApplicationPassword = { uuid: ids.next(), userId, ...wanted, lastUsedAt: null, lastIp: null };
      await applicationPasswords.insert({ ...password, hash: secretDigest.of(secret) });
      note({
        target: { type: 'application_password', id: password.uuid },
        changes: { user_id: { from: null, to: userId }, name: { from: null, to: password.name } },
      });
      events.publish({ type: 'application_password.created', userId, uuid: password.uuid });
      return { password, secret };
    },
);

function accept(
  { name, appId = '', expiresAt = null, scopes = null }: CreateApplicationPasswordInput,
  now: Date,
): Omit<ApplicationPassword, 'uuid' | 'userId' | 'lastUsedAt' | 'lastIp'> {
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
