import type { AuditDraft } from '@backroom/core/audit';
import { NOON } from './noon.ts';

/** An audit record; by default of Ada changing Mara. */
export const anAuditDraft = (changes: Partial<AuditDraft> = {}): AuditDraft => ({
  at: NOON,
  actorUserId: 1,
  actorUsername: 'ada',
  actorIp: '192.0.2.7',
  userAgent: 'curl/8',
  requestId: 'request-1',
  action: 'user.update',
  targetType: 'user',
  targetId: '7',
  outcome: 'ok',
  reason: null,
  changes: { displayName: { from: null, to: 'Mara' }, password: true },
  ...changes,
});
