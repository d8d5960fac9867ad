/** The append-only audit log: actions and refusals, with actor, time and origin. */
export { AuditWriter } from './auditing.ts';
export { type AuditDraft, type AuditEntry, type AuditOutcome, auditOutcomes } from './entry.ts';
export type { AuditFilter, AuditPageRequest, AuditPorts, AuditTrail, AuditWord } from './ports.ts';
export { auditPorts } from './ports.ts';
export type { AuditRecording } from './recording.ts';
export { exportAuditEntries } from './use-cases/export-entries.ts';
export { forgetAuditEntries } from './use-cases/forget-entries.ts';
export { listAuditEntries } from './use-cases/list-entries.ts';
export { type AuditFilterWords, listAuditFilterWords } from './use-cases/list-filter-words.ts';
