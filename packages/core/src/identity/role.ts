import type { Role } from '../kernel/capability.ts';
import { invalidField } from '../kernel/errors.ts';

/** The role an input asks for by either of its two names; undefined when it asks for none. */
export function roleOf(input: { readonly role?: Role; readonly isAdmin?: boolean }): Role | undefined {
  if (input.isAdmin === undefined) return input.role;
  const role: Role = input.isAdmin ? 'admin' : 'member';
  if (input.role !== undefined && input.role !== role) {
    throw invalidField('isAdmin', 'contradiction', 'role and is_admin contradict each other.');
  }
  return role;
}
