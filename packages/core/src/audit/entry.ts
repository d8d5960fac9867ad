import type { Actor } from '../kernel/actor.ts';
import type { AuditChanges, AuditFacts } from '../kernel/audit.ts';
import { plainText, plainValue } from './plain-text.ts';

/** How something ended: it was done, it was not allowed, or it could not be done. */
export const auditOutcomes = ['ok', 'denied', 'failed'] as const;
/** One of `auditOutcomes`. */
export type AuditOutcome = (typeof auditOutcomes)[number];

/** An entry of the audit log before it has a number. No text in it has control characters or is longer than its limit. */
export interface AuditDraft {
  readonly at: Date;
  readonly actorUserId: number | null;
  /** The name of the account, or of who runs the command line: `cli:anna`. */
  readonly actorUsername: string | null;
  readonly actorIp: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** In dotted words: `user.create`. */
  readonly action: string;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly outcome: AuditOutcome;
  /** Why it ended so: the code of the refusal, or what only the log may tell. */
  readonly reason: string | null;
  readonly changes: AuditChanges | null;
}

/** Who did what to what, when, from where, and how it ended: written once, never changed. */
export interface AuditEntry extends AuditDraft {
  readonly id: number;
}

/** What happened, before it is made an entry. */
export interface Happening {
  readonly at: Date;
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly facts: AuditFacts;
}

const longest = { name: 150, address: 64, agent: 256, request: 64, word: 64, id: 200, reason: 200 };
/** Most bytes of all changes together. */
const LARGEST_CHANGES = 8 * 1024;

/** Makes an entry of what somebody did: cut to measure, and with nothing in it that could look like another entry. */
export function draftOf(actor: Actor, { at, action, outcome, facts }: Happening): AuditDraft {
  const { requestId, ip, userAgent } = actor.origin;
  const who = facts.actor ?? actor;
  const { target } = facts;
  return {
    at,
    actorUserId: who.userId ?? null,
    actorUsername: cut(actor.operator ?? who.username, longest.name),
    actorIp: cut(ip, longest.address),
    userAgent: cut(userAgent, longest.agent),
    requestId: cut(requestId, longest.request),
    action: plainText(facts.action ?? action, longest.word),
    targetType: cut(target?.type, longest.word),
    targetId: cut(target === undefined ? undefined : String(target.id), longest.id),
    outcome,
    reason: cut(facts.reason, longest.reason),
    changes: outcome === 'ok' ? changesToKeep(facts.changes) : null,
  };
}

const cut = (text: string | undefined, length: number): string | null =>
  text === undefined ? null : plainText(text, length);

/** Long values are cut. What is too much altogether keeps its names first, then as many values as there is room for. */
function changesToKeep(changes: AuditChanges | undefined): AuditChanges | null {
  const kept: Record<string, AuditChanges[string]> = {};
  let room = LARGEST_CHANGES;
  const told = Object.entries(changes ?? {}).map(([name, change]) => [plainText(name, longest.word), change] as const);
  for (const [name] of told) {
    const size = sizeOf(name, true);
    if (size > room) break;
    room -= size;
    kept[name] = true;
  }
  for (const [name, change] of told) {
    if (change === true || kept[name] === undefined) continue;
    const value = { from: plainValue(change.from), to: plainValue(change.to) };
    const more = sizeOf(name, value) - sizeOf(name, true);
    if (more > room) continue;
    room -= more;
    kept[name] = value;
  }
  return told.length > 0 ? kept : null;
}

/** An upper bound of the bytes that a member takes in JSON, its comma and the spaces of the database included. */
const sizeOf = (name: string, value: unknown): number => {
  const text = JSON.stringify({ [name]: value });
  // Outside of ASCII a character has at most three bytes for each of its units.
  const wide = text.replace(/[\u0020-\u007e]/g, '').length;
  return text.length + 2 * wide + 8;
};
