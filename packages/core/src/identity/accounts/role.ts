import type { Role } from '../../kernel/capability.ts';
import { invalidField } from '../../kernel/errors.ts';

/** The role in an input, given as `role` or `isAdmin`; undefined if neither is set. */
export function roleOf(input: { readonly role?: Role; readonly isAdmin?: boolean }): Role | undefined {
  if (input.isAdmin === undefined) return input.role;
  const role: Role = input.isAdmin ? 'admin' : 'member';
  if (input.role !== undefined && input.role !== role) {
    throw invalidField('isAdmin', 'contradiction', 'role and is_admin contradict each other.');
  }
  return role;
}
