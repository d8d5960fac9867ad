import type { Page, PageRequest } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { AuditDraft, AuditEntry, AuditOutcome } from './entry.ts';

/** A filter of entries; absent members do not restrict. */
export interface AuditFilter {
  /** One action, or a prefix: `user.*`. */
  readonly action?: string;
  /** The id or the name of the actor, case ignored. */
  readonly actor?: string;
  readonly targetType?: string;
  readonly targetId?: string;
  readonly outcome?: AuditOutcome;
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** A part of the log: a page, or the entries before or after an id. */
export interface AuditPageRequest extends PageRequest {
  readonly beforeId?: number;
  readonly afterId?: number;
}

/** Members of entries that filters take words for. */
export type AuditWord = 'action' | 'actor' | 'targetType';

/** The audit log. Append-only: entries cannot be changed, and only old ones can be deleted. */
export interface AuditTrail {
  /** Adds an entry, as part of the surrounding unit of work if there is one. */
  append(draft: AuditDraft): Promise<void>;
  /** One part of the log, the newest entry first. The total counts all matches, whatever part was requested. */
  list(filter: AuditFilter, page: AuditPageRequest): Promise<Page<AuditEntry>>;
  /** At most `limit` matching entries after `afterId`, the oldest first. */
  read(filter: AuditFilter, part: { readonly afterId: number; readonly limit: number }): Promise<readonly AuditEntry[]>;
  /** Up to `most` different values of a member, in their order; actors as they are compared, in lower case. */
  words(member: AuditWord, most: number): Promise<readonly string[]>;
  /** Deletes at most `limit` entries from before a time, the oldest first, and returns their number. */
  forget(before: Date, limit: number): Promise<number>;
}

/** The ports of the audit context. */
export interface AuditPorts extends KernelPorts {
  readonly auditTrail: AuditTrail;
}

/** Whether the database or another adapter supplies each port. */
export const auditPorts = { auditTrail: 'store' } as const;
