import { demandCapability, userIdOf } from '../../../kernel/actor.ts';
import { notFound } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import type { User } from '../../accounts/user.ts';
import type { IdentityPorts } from '../../ports.ts';

/** The account to read. */
export interface ReadUserInput {
  readonly id: number;
  readonly includeDeleted?: boolean;
}

/**
 * Reads one account; administrators may include deleted ones.
 * @throws DomainError `not_found`, `admin_required`
 */
export const readUser = useCase(
  { access: 'signed-in', effect: 'read', refusals: { 'not-found': ['not_found'], forbidden: ['admin_required'] } },
  ({ users }: IdentityPorts) =>
    async (actor, input: ReadUserInput): Promise<User> => {
      if (input.includeDeleted) demandCapability(actor, 'manage_users');
      const user = await users.find(input.id);
      if (!user || (user.deletedAt !== null && !input.includeDeleted)) throw notFound('user');
      return user;
    },
);

/** Reads the caller's account. */
export const readOwnUser = useCase(
  { access: 'own-session', effect: 'read' },
  ({ users }: IdentityPorts) =>
    async (actor, _: object): Promise<User> => {
      const user = await users.find(userIdOf(actor));
      if (!user) throw notFound('user');
      return user;
    },
);
