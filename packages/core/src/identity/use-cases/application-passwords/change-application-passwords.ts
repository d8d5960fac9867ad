import { useCase } from '../../../kernel/use-case.ts';
import { ownerOf, type PasswordOwner } from '../../application-passwords/access.ts';
import { type ApplicationPassword, acceptApplicationName } from '../../application-passwords/application-password.ts';
import { applicationPasswordNotFound } from '../../application-passwords/errors.ts';
import type { IdentityPorts } from '../../ports.ts';
import type { OneApplicationPassword } from './read-application-passwords.ts';

/** The new name of an application password; nothing else can change. */
export interface RenameApplicationPasswordInput extends OneApplicationPassword {
  readonly name?: string;
}

const target = (uuid: string) => ({ type: 'application_password', id: uuid }) as const;

/**
 * Changes the display name of an application password; the secret stays valid.
 * @throws DomainError `rest_cannot_edit_application_password`, `rest_user_invalid_id`,
 * `rest_application_password_not_found`, `application_password_empty_name`
 */
export const renameApplicationPassword = useCase(
  {
    access: 'signed-in',
    effect: 'write',
    audit: 'application_password.update',
    refusals: {
      forbidden: ['rest_cannot_edit_application_password'],
      'not-found': ['rest_user_invalid_id', 'rest_application_password_not_found'],
      invalid: ['application_password_empty_name'],
    },
  },
  (ports: IdentityPorts) =>
    async (
      actor,
      { userId: user, uuid, name }: RenameApplicationPasswordInput,
      { note },
    ): Promise<ApplicationPassword> => {
      const { applicationPasswords } = ports;
      const { userId } = await ownerOf(ports, actor, { user, act: 'edit', uuid });
      const before = await applicationPasswords.find(userId, uuid);
      if (!before) throw applicationPasswordNotFound();
      if (name === undefined) return before;
      const after = await applicationPasswords.rename(userId, uuid, acceptApplicationName(name));
      if (!after) throw applicationPasswordNotFound();
      note({ target: target(uuid), changes: { name: { from: before.name, to: after.name } } });
      return after;
    },
);

/**
 * Deletes one application password and returns it; not found the second time.
 * @throws DomainError `rest_cannot_delete_application_password`, `rest_user_invalid_id`,
 * `rest_application_password_not_found`
 */
export const deleteApplicationPassword = useCase(
  {
    access: 'signed-in',
    effect: 'write',
    audit: 'application_password.delete',
    refusals: {
      forbidden: ['rest_cannot_delete_application_password'],
      'not-found': ['rest_user_invalid_id', 'rest_application_password_not_found'],
    },
  },
  (ports: IdentityPorts) =>
    async (actor, { userId: user, uuid }: OneApplicationPassword, { note }): Promise<ApplicationPassword> => {
      const { userId } = await ownerOf(ports, actor, { user, act: 'delete', uuid });
      const previous = await ports.applicationPasswords.remove(userId, uuid);
      if (!previous) throw applicationPasswordNotFound();
      note({ target: target(uuid), changes: { name: { from: previous.name, to: null } } });
      ports.events.publish({ type: 'application_password.deleted', userId, uuid });
      return previous;
    },
);

/** The number of deleted passwords. */
export interface DeletedApplicationPasswords {
  readonly count: number;
}

/**
 * Deletes all application passwords of a user; there may be none.
 * @throws DomainError `rest_cannot_delete_application_passwords`, `rest_user_invalid_id`
 */
export const deleteAllApplicationPasswords = useCase(
  {
    access: 'signed-in',
    effect: 'write',
    audit: 'application_password.delete',
    refusals: { forbidden: ['rest_cannot_delete_application_passwords'], 'not-found': ['rest_user_invalid_id'] },
  },
  (ports: IdentityPorts) =>
    async (actor, input: { readonly userId: PasswordOwner }, { note }): Promise<DeletedApplicationPasswords> => {
      const { userId } = await ownerOf(ports, actor, { user: input.userId, act: 'deleteAll' });
      const count = await ports.applicationPasswords.removeAll(userId);
      note({ target: { type: 'user', id: userId }, changes: { application_passwords: { from: count, to: 0 } } });
      if (count > 0) ports.events.publish({ type: 'application_password.deleted', userId });
      return { count };
    },
);
