import type { Page, PageRequest } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { AuditDraft, AuditEntry, AuditOutcome } from './entry.ts';

/** Which entries to show; an absent member does not restrict. */
export interface AuditFilter {
  /** One action, or all that begin alike: `user.*`. */
  readonly action?: string;
  /** The id or the name of who did it, case ignored. */
  readonly actor?: string;
  readonly targetType?: string;
  readonly targetId?: string;
  readonly outcome?: AuditOutcome;
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

/** Which part of the log is wanted: a page, or what comes before or after an entry. */
export interface AuditPageRequest extends PageRequest {
  readonly beforeId?: number;
  readonly afterId?: number;
}

/** Who did what. Append-only: there is no way to change an entry, and only old ones can be forgotten. */
export interface AuditTrail {
  /** Adds an entry, undone with the surrounding unit of work; kept at once outside of one. */
  append(draft: AuditDraft): Promise<void>;
  /** One part of the log, the newest entry first. The total counts all that match, whatever part was asked for. */
  list(filter: AuditFilter, page: AuditPageRequest): Promise<Page<AuditEntry>>;
  /** At most so many entries that match, the oldest first, of those after an entry. */
  read(filter: AuditFilter, part: { readonly afterId: number; readonly limit: number }): Promise<readonly AuditEntry[]>;
  /** Forgets at most so many entries from before a moment, the oldest first, and gives how many those were. */
  forget(before: Date, limit: number): Promise<number>;
}

/** What the audit context needs. */
export interface AuditPorts extends KernelPorts {
  readonly auditTrail: AuditTrail;
}
