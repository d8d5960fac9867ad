import type { Capability } from '../../kernel/capability.ts';
import { useCase } from '../../kernel/use-case.ts';
import {
  type ApplicationPassword,
  acceptApplicationName,
  generateSecret,
  isUuid,
  MOST_APPLICATION_PASSWORDS,
  mayTravel,
} from '../application-password.ts';
import { ownerOf, type PasswordOwner } from '../application-password-access.ts';
import {
  appIdInvalid,
  applicationPasswordsDisabled,
  applicationPasswordsDisabledForUser,
  expiryPassed,
  tooManyApplicationPasswords,
} from '../application-password-errors.ts';
import type { IdentityPorts } from '../ports.ts';

/** What the new password is to be, and for whom. */
export interface CreateApplicationPasswordInput {
  readonly userId: PasswordOwner;
  readonly name: string;
  /** A UUID that the application chose for itself. */
  readonly appId?: string;
  readonly expiresAt?: Date | null;
  /** The capabilities it gives at most; all of the account unless given. */
  readonly scopes?: readonly Capability[] | null;
  /** Ends the earlier passwords of the same application. */
  readonly replacesEarlier?: boolean;
}

/** The new password, and its secret: shown once, kept nowhere. */
export interface CreatedApplicationPassword {
  readonly password: ApplicationPassword;
  /** 24 letters and digits, without blanks. */
  readonly secret: string;
}

/**
 * Makes a password with which an application can act for a user, for ever or until a moment, with all rights of the
 * account or some.
 * @throws DomainError `application_passwords_disabled`, `application_passwords_disabled_for_user`,
 * `rest_cannot_create_application_passwords`, `rest_user_invalid_id`, `application_password_empty_name`
 */
export const createApplicationPassword = useCase(
  // An account that has to get a new password is refused below, in the words of the interface.
  { access: 'own-session', effect: 'write', audit: 'application_password.create' },
  (ports: IdentityPorts) =>
    async (actor, input: CreateApplicationPasswordInput, { note }): Promise<CreatedApplicationPassword> => {
      const { applicationPasswords, clock, events, ids, random, secretDigest, settings } = ports;
      if (!mayTravel(settings, actor)) throw applicationPasswordsDisabled();
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
