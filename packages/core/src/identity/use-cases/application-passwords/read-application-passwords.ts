import { userIdOf } from '../../../kernel/actor.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { ownerOf, type PasswordOwner } from '../../application-passwords/access.ts';
import type { ApplicationPassword } from '../../application-passwords/application-password.ts';
import {
  applicationPasswordNotFound,
  introspectionForbidden,
  noApplicationPassword,
} from '../../application-passwords/errors.ts';
import type { IdentityPorts } from '../../ports.ts';

/** One application password of a user. */
export interface OneApplicationPassword {
  readonly userId: PasswordOwner;
  readonly uuid: string;
}

/**
 * Lists the application passwords of the caller or, for administrators, of any user, oldest first.
 * @throws DomainError `rest_cannot_list_application_passwords`, `rest_user_invalid_id`
 */
export const listApplicationPasswords = useCase(
  {
    access: 'signed-in',
    effect: 'read',
    refusals: { forbidden: ['rest_cannot_list_application_passwords'], 'not-found': ['rest_user_invalid_id'] },
  },
  (ports: IdentityPorts) =>
    async (actor, input: { readonly userId: PasswordOwner }): Promise<readonly ApplicationPassword[]> => {
      const { userId } = await ownerOf(ports, actor, { user: input.userId, act: 'list' });
      return ports.applicationPasswords.list(userId);
    },
);

/**
 * Reads one application password; its secret is not stored.
 * @throws DomainError `rest_cannot_read_application_password`, `rest_user_invalid_id`, `rest_application_password_not_found`
 */
export const readApplicationPassword = useCase(
  {
    access: 'signed-in',
    effect: 'read',
    refusals: {
      forbidden: ['rest_cannot_read_application_password'],
      'not-found': ['rest_user_invalid_id', 'rest_application_password_not_found'],
    },
  },
  (ports: IdentityPorts) =>
    async (actor, input: OneApplicationPassword): Promise<ApplicationPassword> => {
      const { userId } = await ownerOf(ports, actor, { user: input.userId, act: 'read' });
      const found = await ports.applicationPasswords.find(userId, input.uuid);
      if (!found) throw applicationPasswordNotFound();
      return found;
    },
);

/**
 * Returns the application password that the request was authenticated with.
 * @throws DomainError `rest_cannot_introspect_app_password_for_non_authenticated_user`, `rest_no_authenticated_app_password`, `rest_user_invalid_id`
 */
export const introspectApplicationPassword = useCase(
  {
    access: 'signed-in',
    effect: 'read',
    refusals: {
      forbidden: ['rest_cannot_introspect_app_password_for_non_authenticated_user'],
      'not-found': ['rest_no_authenticated_app_password', 'rest_user_invalid_id'],
    },
  },
  ({ applicationPasswords }: IdentityPorts) =>
    async (actor, input: { readonly userId: PasswordOwner }): Promise<ApplicationPassword> => {
      const own = userIdOf(actor);
      if (input.userId !== 'me' && input.userId !== own) throw introspectionForbidden();
      if (actor.via !== 'application_password' || !actor.credential) throw noApplicationPassword();
      const found = await applicationPasswords.find(own, actor.credential.id);
      if (!found) throw noApplicationPassword();
      return found;
    },
);
