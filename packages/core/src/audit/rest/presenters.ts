import type { AuditChanges } from '../../kernel/audit.ts';
import { snake } from '../../kernel/names.ts';
import type { AuditEntry } from '../entry.ts';

/** An audit record by wire names; changed members keep the names of their own interface. */
export const presentAuditEntry = (entry: AuditEntry): Readonly<Record<string, unknown>> => ({
  id: entry.id,
  at: entry.at.toISOString(),
  actor_user_id: entry.actorUserId,
  actor_username: entry.actorUsername,
  actor_ip: entry.actorIp,
  user_agent: entry.userAgent,
  request_id: entry.requestId,
  action: entry.action,
  target_type: entry.targetType,
  target_id: entry.targetId,
  outcome: entry.outcome,
  reason: entry.reason,
  changes: entry.changes && presentChanges(entry.changes),
});

const presentChanges = (changes: AuditChanges) =>
  Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [snake(name), change === true || ordered(change)]),
  );

/** Fixes the member order: the old value before the new one. */
const ordered = ({ from, to }: { readonly from: unknown; readonly to: unknown }) => ({ from, to });
