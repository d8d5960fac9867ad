import type { Actor } from '../kernel/actor.ts';
import type { AuditChanges, AuditDetails } from '../kernel/audit.ts';
import { plainText, plainValue } from './plain-text.ts';

/** Outcomes: done, not permitted, or failed. */
export const auditOutcomes = ['ok', 'denied', 'failed'] as const;
/** One of `auditOutcomes`. */
export type AuditOutcome = (typeof auditOutcomes)[number];

/** An audit entry before it has an id. Its texts have no control characters and are cut to their limits. */
export interface AuditDraft {
  readonly at: Date;
  readonly actorUserId: number | null;
  /** The name of the account, or of the command line's operating system user: `cli:anna`. */
  readonly actorUsername: string | null;
  readonly actorIp: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** Dotted: `user.create`. */
  readonly action: string;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly outcome: AuditOutcome;
  /** The code of the refusal, or a reason that is disclosed in the log only. */
  readonly reason: string | null;
  readonly changes: AuditChanges | null;
}

/** An audit entry: actor, action, target, time, origin and outcome. Immutable. */
export interface AuditEntry extends AuditDraft {
  readonly id: number;
}

/** The input of an audit entry: action, outcome and details. */
export interface AuditEvent {
  readonly at: Date;
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly details: AuditDetails;
}

const longest = { name: 150, address: 64, agent: 256, request: 64, word: 64, id: 200, reason: 200 };
/** Maximum bytes of all changes together. */
const LARGEST_CHANGES = 8 * 1024;

/** Creates a draft of an entry: texts cut to their limits and escaped, so that none can forge another entry. */
export function draftOf(actor: Actor, { at, action, outcome, details }: AuditEvent): AuditDraft {
  const { requestId, ip, userAgent } = actor.origin;
  const who = details.actor ?? actor;
  const { target } = details;
  return {
    at,
    actorUserId: who.userId ?? null,
    actorUsername: cut(actor.operator ?? who.username, longest.name),
    actorIp: cut(ip, longest.address),
    userAgent: cut(userAgent, longest.agent),
    requestId: cut(requestId, longest.request),
    action: plainText(details.action ?? action, longest.word),
    targetType: cut(target?.type, longest.word),
    targetId: cut(target === undefined ? undefined : String(target.id), longest.id),
    outcome,
    reason: cut(details.reason, longest.reason),
    changes: outcome === 'ok' ? storedChanges(details.changes) : null,
  };
}

const cut = (text: string | undefined, length: number): string | null =>
  text === undefined ? null : plainText(text, length);

/** Cuts long values. Changes above the size limit keep their names first, then the values that fit. */
function storedChanges(changes: AuditChanges | undefined): AuditChanges | null {
  const kept: Record<string, AuditChanges[string]> = {};
  let room = LARGEST_CHANGES;
  const entries = Object.entries(changes ?? {}).map(
    ([name, change]) => [plainText(name, longest.word), change] as const,
  );
  for (const [name] of entries) {
    const size = sizeOf(name, true);
    if (size > room) break;
    room -= size;
    kept[name] = true;
  }
  for (const [name, change] of entries) {
    if (change === true || kept[name] === undefined) continue;
    const value = { from: plainValue(change.from), to: plainValue(change.to) };
    const more = sizeOf(name, value) - sizeOf(name, true);
    if (more > room) continue;
    room -= more;
    kept[name] = value;
  }
  return entries.length > 0 ? kept : null;
}

/** An upper bound of the bytes of a member in JSON, including its comma and the database's blanks. */
const sizeOf = (name: string, value: unknown): number => {
  const text = JSON.stringify({ [name]: value });
  // A non-ASCII UTF-16 code unit takes at most three bytes in UTF-8.
  const wide = text.replace(/[\u0020-\u007e]/g, '').length;
  return text.length + 2 * wide + 8;
};
