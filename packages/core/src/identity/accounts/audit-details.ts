import { type AuditChanges, type AuditDetails, auditChangesOf } from '../../kernel/audit.ts';
import type { UserChanges } from '../ports.ts';
import type { User } from './user.ts';

/** The audit target of an account. */
export const accountTarget = ({ userId }: Pick<User, 'userId'>): Required<Pick<AuditDetails, 'target'>> => ({
  target: { type: 'user', id: userId },
});

/** The audit changes of an account; a changed password is recorded without its value. */
export function accountChanges(before: User | undefined, { password, ...changes }: UserChanges): AuditChanges {
  const isSet = before === undefined ? password != null : password !== undefined;
  return { ...auditChangesOf(before, changes), ...(isSet && { password: true as const }) };
}
