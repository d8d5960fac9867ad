import { plainColumn, type TableColumn, textColumn } from '../../interface/inventory/table-answer.ts';
import type { AuditEntry } from '../entry.ts';
import { presentAuditEntry } from './presenters.ts';

const plain = (name: string, read: (entry: AuditEntry) => string | number | null) => plainColumn(name, read);
const text = (name: string, read: (entry: AuditEntry) => string | null) => textColumn(name, read);

/** Columns of exported audit records; changes are written as JSON. */
export const auditColumns: readonly TableColumn<AuditEntry>[] = [
  plain('id', ({ id }) => id),
  plain('at', ({ at }) => at.toISOString()),
  plain('actor_user_id', ({ actorUserId }) => actorUserId),
  text('actor_username', ({ actorUsername }) => actorUsername),
  text('actor_ip', ({ actorIp }) => actorIp),
  text('user_agent', ({ userAgent }) => userAgent),
  text('request_id', ({ requestId }) => requestId),
  text('action', ({ action }) => action),
  text('target_type', ({ targetType }) => targetType),
  text('target_id', ({ targetId }) => targetId),
  plain('outcome', ({ outcome }) => outcome),
  text('reason', ({ reason }) => reason),
  text('changes', (entry) => (entry.changes === null ? null : JSON.stringify(presentAuditEntry(entry).changes))),
];
