import { nameKey } from '../../kernel/text.ts';
import type { User } from '../accounts/user.ts';
import type { LoginRecord, NewUser, UserChanges } from '../ports.ts';
import type { DirectoryPerson, DirectorySettings } from './directory.ts';
import { accountFor, changesFrom, isFreeName, type LoginRefusal, matchAccount, renameTo } from './person.ts';

/** A person who could not be synchronised, or a failure of the whole run (without a name). */
export interface SyncFault {
  readonly username: string | null;
  readonly code:
    | LoginRefusal
    | 'duplicate_person'
    | 'ldap_rename_conflict'
    | 'account_changed'
    | 'directory_unavailable'
    | 'ldap_sync_refused';
}

/** The changes for one page of people. */
export interface PagePlan {
  readonly updates: readonly { readonly user: User; readonly changes: UserChanges }[];
  readonly inserts: readonly NewUser[];
  /** Number of persons without an account of their own: not admitted, or deleted here. */
  readonly skipped: number;
  readonly faults: readonly SyncFault[];
}

/** The state after the changes planned so far, so that a dry run plans as if they had been applied. */
export class SyncLedger {
  readonly #before: SyncLedger | undefined;
  readonly #seen = new Set<string>();
  readonly #given = new Set<string>();
  readonly #changed = new Map<number, User>();

  /** Continues from another ledger, which is unaffected until `absorb`. */
  constructor(before?: SyncLedger) {
    this.#before = before;
  }

  /** Marks a person as seen; false if they were seen before. */
  see(externalId: string): boolean {
    const isNew = !this.hasSeen(externalId);
    this.#seen.add(externalId);
    return isNew;
  }

  /** Whether a person was seen. */
  hasSeen(externalId: string): boolean {
    return this.#seen.has(externalId) || (this.#before?.hasSeen(externalId) ?? false);
  }

  /** Records the planned state of an account. */
  change(user: User): void {
    this.#changed.set(user.userId, user);
  }

  /** Records that a planned account takes this name. */
  give(name: string): void {
    this.#given.add(nameKey(name));
  }

  /** Whether a planned account takes this name. */
  hasGiven(name: string): boolean {
    return this.#given.has(nameKey(name)) || (this.#before?.hasGiven(name) ?? false);
  }

  /** The planned state of an account. */
  after(record: LoginRecord): LoginRecord {
    const user = this.#changed.get(record.user.userId);
    return user ? { ...record, user } : (this.#before?.after(record) ?? record);
  }

  /** Merges the ledger that continued from this one. */
  absorb(next: SyncLedger): void {
    for (const externalId of next.#seen) this.#seen.add(externalId);
    for (const name of next.#given) this.#given.add(name);
    for (const [userId, user] of next.#changed) this.#changed.set(userId, user);
  }
}

type PersonPlan =
  | { readonly insert: NewUser }
  | { readonly update: PagePlan['updates'][number]; readonly fault?: SyncFault }
  | { readonly fault: SyncFault }
  | 'skipped'
  | 'unchanged';

/** Plans the changes for one page of people; applies nothing. */
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
): PersonPlan {
  const fault = (code: SyncFault['code']): PersonPlan => ({ fault: { username: person.username, code } });
  if (!ledger.see(person.externalId)) return fault('duplicate_person');
  const match = matchAccount(person, known);
  if (match.kind === 'account') return planUpdate(person, match.record.user, { known, ledger });
  if (match.kind === 'refused' && match.reason === 'deleted') return 'skipped';
  if (!person.isAllowed || !settings.autoCreate) return 'skipped';
  // The same code as for a stored account, so that dry runs report alike.
  if (ledger.hasGiven(person.username)) return fault('ldap_username_taken');
  return match.kind === 'refused' ? fault(match.reason) : { insert: accountFor(person, settings) };
}

function planUpdate(
  person: DirectoryPerson,
  user: User,
  { known, ledger }: { readonly known: readonly LoginRecord[]; readonly ledger: SyncLedger },
): PersonPlan {
  const changes = changesFrom(person, user);
  const username = renameTo(person, user);
  const isFree = username !== undefined && isFreeName(known, username) && !ledger.hasGiven(username);
  const all = isFree ? { ...changes, username } : changes;
  const fault: SyncFault | undefined =
    username !== undefined && !isFree ? { username: person.username, code: 'ldap_rename_conflict' } : undefined;
  if (Object.keys(all).length > 0) return { update: { user, changes: all }, ...(fault && { fault }) };
  return fault ? { fault } : 'unchanged';
}
