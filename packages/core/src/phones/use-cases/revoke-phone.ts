import { applicationPasswordForbidden } from '../../identity/index.ts';
import { userIdOf } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import { demandPasswords, takeLimit } from '../conditions.ts';
import { phoneNotFound } from '../errors.ts';
import type { PhonesPorts } from '../ports.ts';

/**
 * Revokes an application password of the caller, such as that of a phone that should not have been signed in.
 * @throws DomainError `application_passwords_unavailable`, `application_password_not_found`,
 * `rest_cannot_delete_application_password`, `rate_limited`
 */
export const revokeOwnPhone = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    transaction: 'own',
    repeats: 'answer',
    audit: 'phone.revoke',
    refusals: {
      'switched-off': ['application_passwords_unavailable'],
      'not-found': ['application_password_not_found'],
      forbidden: ['rest_cannot_delete_application_password'],
    },
  },
  (ports: PhonesPorts) =>
    async (actor, input: { readonly uuid: string }, { inUnit, note }): Promise<{ readonly uuid: string }> => {
      const { applicationPasswords, events, settings } = ports;
      const userId = userIdOf(actor);
      await takeLimit(ports, 'qr-login-revoke', userId);
      demandPasswords(settings, actor);
      const uuid = input.uuid.toLowerCase();
      if (actor.credential?.isLimited && actor.credential.id !== uuid) throw applicationPasswordForbidden('delete');
      return inUnit(async () => {
        const previous = await applicationPasswords.remove(userId, uuid);
        if (!previous) throw phoneNotFound();
        note({
          target: { type: 'application_password', id: uuid },
          changes: { name: { from: previous.name, to: null } },
        });
        events.publish({ type: 'application_password.deleted', userId, uuid });
        events.publish({ type: 'qr_login.revoked', userId, uuid });
        return { uuid };
      });
    },
);
