import type { OwnedApplicationPassword } from '../../identity/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import { PHONE_APP_ID } from '../attempt.ts';
import { phoneNotFound } from '../errors.ts';
import type { PhonesPorts } from '../ports.ts';

/** Lists the passwords of phones, of all users or of one. */
export const listPhones = useCase(
  { access: 'manage_users', effect: 'read' },
  ({ applicationPasswords }: PhonesPorts) =>
    async (_, { userId }: { readonly userId?: number }): Promise<readonly OwnedApplicationPassword[]> =>
      applicationPasswords.listOfApplication(PHONE_APP_ID, userId),
);

/** The phones to sign out: all of the installation, all of a user, or one of a user. */
export interface RevokePhonesInput {
  readonly userId?: number;
  /** A password of this user. */
  readonly uuid?: string;
}

/**
 * Signs out phones by revoking their passwords; other applications keep theirs.
 * @throws DomainError `application_password_not_found` for a password that is not that of a phone of this user
 */
export const revokePhones = useCase(
  {
    access: 'manage_users',
    effect: 'write',
    audit: 'phone.revoke',
    refusals: { 'not-found': ['application_password_not_found'] },
  },
  ({ applicationPasswords, events }: PhonesPorts) =>
    async (_, { userId, uuid }: RevokePhonesInput, { note }): Promise<{ readonly count: number }> => {
      if (userId !== undefined && uuid !== undefined) {
        const found = await applicationPasswords.find(userId, uuid);
        if (found?.appId !== PHONE_APP_ID || !(await applicationPasswords.remove(userId, uuid))) throw phoneNotFound();
        note({ target: { type: 'application_password', id: uuid } });
        events.publish({ type: 'qr_login.revoked', userId, uuid });
        return { count: 1 };
      }
      const count = await (userId === undefined
        ? applicationPasswords.removeAllOfApplication(PHONE_APP_ID)
        : applicationPasswords.removeAll(userId, PHONE_APP_ID));
      const target = { type: 'user', id: userId ?? 'all' };
      note({ isIdle: count === 0, target, changes: { phones: { from: count, to: 0 } } });
      if (count > 0) events.publish({ type: 'qr_login.revoked', ...(userId !== undefined && { userId }) });
      return { count };
    },
);
