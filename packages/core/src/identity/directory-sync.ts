import { nameKey } from '../kernel/text.ts';
import type { DirectoryPerson, DirectorySettings } from './directory.ts';
import { accountFor, changesFrom, isFreeName, matchAccount, type Refusal, renameTo } from './directory-person.ts';
import type { LoginRecord, NewUser, UserChanges } from './ports.ts';
import type { User } from './user.ts';

/** One person who could not be brought in line, or a whole step without a name, and why. */
export interface SyncFault {
  readonly username: string | null;
  readonly code:
    | Refusal
    | 'duplicate_person'
    | 'ldap_rename_conflict'
    | 'account_changed'
    | 'directory_unavailable'
    | 'ldap_sync_refused';
}

/** What one page of people leads to. */
export interface PagePlan {
  readonly updates: readonly { readonly user: User; readonly changes: UserChanges }[];
  readonly inserts: readonly NewUser[];
  /** How many get no account, or had one that was deleted. */
  readonly skipped: number;
  readonly faults: readonly SyncFault[];
}

/** What has been planned so far, so that a dry run sees the accounts as if all of it had been done. */
export class SyncLedger {
  readonly #before: SyncLedger | undefined;
  readonly #seen = new Set<string>();
  readonly #given = new Set<string>();
  readonly #changed = new Map<number, User>();

  /** Goes on where another stands, which learns of it only by `absorb`. */
  constructor(before?: SyncLedger) {
    this.#before = before;
  }

  /** Notes that somebody was there; false when they were there before. */
  see(externalId: string): boolean {
    const isNew = !this.hasSeen(externalId);
    this.#seen.add(externalId);
    return isNew;
  }

  /** Whether somebody was there. */
  hasSeen(externalId: string): boolean {
    return this.#seen.has(externalId) || (this.#before?.hasSeen(externalId) ?? false);
  }

  /** Notes an account as it will be. */
  change(user: User): void {
    this.#changed.set(user.userId, user);
  }

  /** Notes that an account will have this name. */
  give(name: string): void {
    this.#given.add(nameKey(name));
  }

  /** Whether an account will have this name. */
  hasGiven(name: string): boolean {
    return this.#given.has(nameKey(name)) || (this.#before?.hasGiven(name) ?? false);
  }

  /** An account as it will be. */
  after(record: LoginRecord): LoginRecord {
    const user = this.#changed.get(record.user.userId);
    return user ? { ...record, user } : (this.#before?.after(record) ?? record);
  }

  /** Takes over what was planned on top of this. */
  absorb(next: SyncLedger): void {
    for (const externalId of next.#seen) this.#seen.add(externalId);
    for (const name of next.#given) this.#given.add(name);
    for (const [userId, user] of next.#changed) this.#changed.set(userId, user);
  }
}

type Step =
  | { readonly insert: NewUser }
  | { readonly update: PagePlan['updates'][number]; readonly fault?: SyncFault }
  | { readonly fault: SyncFault }
  | 'skipped'
  | 'unchanged';

/** Decides what becomes of one page of people; nothing is done yet. */
export function planPage(
  people: readonly DirectoryPerson[],
  known: readonly LoginRecord[],
  { settings, ledger }: { readonly settings: DirectorySettings; readonly ledger: SyncLedger },
): PagePlan {
  const steps = people.map((person) => {
    const step = planPerson(
      person,
      known.map((record) => ledger.after(record)),
      { settings, ledger },
    );
    if (typeof step === 'object' && 'insert' in step) ledger.give(step.insert.username);
    if (typeof step === 'object' && 'update' in step) noteUpdate(ledger, step.update);
    return step;
  });
  const objects = steps.filter((step) => typeof step === 'object');
  return {
    updates: objects.flatMap((step) => ('update' in step ? [step.update] : [])),
    inserts: objects.flatMap((step) => ('insert' in step ? [step.insert] : [])),
    faults: objects.flatMap((step) => ('fault' in step && step.fault ? [step.fault] : [])),
    skipped: steps.filter((step) => step === 'skipped').length,
  };
}

function noteUpdate(ledger: SyncLedger, { user, changes }: PagePlan['updates'][number]): void {
  const { password: _, ...members } = changes;
  ledger.change({ ...user, ...members });
  if (changes.username !== undefined) ledger.give(changes.username);
}

function planPerson(
  person: DirectoryPerson,
  known: readonly LoginRecord[],
  { settings, ledger }: { readonly settings: DirectorySettings; readonly ledger: SyncLedger },
): Step {
  const fault = (code: SyncFault['code']): Step => ({ fault: { username: person.username, code } });
  if (!ledger.see(person.externalId)) return fault('duplicate_person');
  const match = matchAccount(person, known);
  if (match.kind === 'account') return planUpdate(person, match.record.user, { known, ledger });
  if (match.kind === 'refused' && match.reason === 'deleted') return 'skipped';
  if (!person.isAllowed || !settings.autoCreate) return 'skipped';
  // The same code whether the name was given a moment ago or only would have been.
  if (ledger.hasGiven(person.username)) return fault('ldap_username_taken');
  return match.kind === 'refused' ? fault(match.reason) : { insert: accountFor(person, settings) };
}

function planUpdate(
  person: DirectoryPerson,
  user: User,
  { known, ledger }: { readonly known: readonly LoginRecord[]; readonly ledger: SyncLedger },
): Step {
  const changes = changesFrom(person, user);
  const username = renameTo(person, user);
  const isFree = username !== undefined && isFreeName(known, username) && !ledger.hasGiven(username);
  const all = isFree ? { ...changes, username } : changes;
  const fault: SyncFault | undefined =
    username !== undefined && !isFree ? { username: person.username, code: 'ldap_rename_conflict' } : undefined;
  if (Object.keys(all).length > 0) return { update: { user, changes: all }, ...(fault && { fault }) };
  return fault ? { fault } : 'unchanged';
}
