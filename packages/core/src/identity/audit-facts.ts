import { type AuditChanges, type AuditFacts, changesTold } from '../kernel/audit.ts';
import type { UserChanges } from './ports.ts';
import type { User } from './user.ts';

/** An account in the words of the audit log. */
export const accountFacts = ({ userId }: Pick<User, 'userId'>): Required<Pick<AuditFacts, 'target'>> => ({
  target: { type: 'user', id: userId },
});

/** What the audit log is told of a change of an account: of a password only that there is another. */
export function accountChanges(before: User | undefined, { password, ...changes }: UserChanges): AuditChanges {
  const isSet = before === undefined ? password != null : password !== undefined;
  return { ...changesTold(before, changes), ...(isSet && { password: true as const }) };
}
