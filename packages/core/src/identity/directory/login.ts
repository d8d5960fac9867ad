import type { AuditChanges } from '../../kernel/audit.ts';
import { DomainError } from '../../kernel/errors.ts';
import { accountChanges } from '../accounts/audit-details.ts';
import type { User } from '../accounts/user.ts';
import type { IdentityPorts, LoginRecord } from '../ports.ts';
import { openDirectory } from './access.ts';
import type { DirectoryAccess, DirectoryPerson, DirectoryRefusal } from './directory.ts';
import { accountFor, changesFrom, isFreeName, type LoginRefusal, matchAccount, renameTo } from './person.ts';

/** The result of a login. The reason of a refusal is for the audit log only. */
export type LoginDecision =
  | {
      readonly outcome: 'accepted';
      readonly user: User;
      readonly tokenVersion: number;
      /** An account change made by this login. */
      readonly also?: { readonly action: string; readonly changes: AuditChanges };
      /** A change of the directory that could not be applied. */
      readonly remark?: string;
    }
  | { readonly outcome: 'refused'; readonly reason: LoginRefusal; readonly user?: User | undefined }
  | { readonly outcome: 'unavailable'; readonly reason: string };

/** A login without a matching local password. */
export interface DirectoryAttempt {
  readonly username: string;
  readonly password: string;
  /** The account of this name, if there is one. */
  readonly record: LoginRecord | undefined;
  /** Why the local check refused it. */
  readonly reason: LoginRefusal;
}

const words: Readonly<Record<DirectoryRefusal, LoginRefusal>> = {
  unknown: 'unknown_user',
  ambiguous: 'ldap_ambiguous_user',
  wrong_password: 'wrong_password',
  not_in_group: 'ldap_not_in_group',
  incomplete: 'ldap_incomplete_entry',
};

/**
 * Checks a login at the directory. The directory is also contacted for failed logins of local accounts, with random
 * credentials, so that neither outages nor timing disclose which names are local; passwords of local accounts are never
 * sent to it.
 */
export async function decideAtDirectory(ports: IdentityPorts, attempt: DirectoryAttempt): Promise<LoginDecision> {
  const { record, reason } = attempt;
  const refusal = { outcome: 'refused', reason, user: record?.user } as const;
  const isOfDirectory = record?.user.source === 'ldap';
  const state = await openDirectory(ports);
  if (state.kind === 'off') return isOfDirectory ? { ...refusal, reason: 'directory_off' } : refusal;
  if (state.kind === 'unusable') return unavailable(ports, state.reason);
  try {
    if ((record && !isOfDirectory) || attempt.password === '') {
      await ports.directory.authenticate(state.access, ports.ids.next(), ports.ids.next());
      return refusal;
    }
    return await judgePerson(ports, state.access, attempt);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'directory_unavailable') {
      return unavailable(ports, faultIn(error));
    }
    throw error;
  }
}

function unavailable({ log }: IdentityPorts, reason: string): LoginDecision {
  log.warn('directory unavailable', { reason });
  return { outcome: 'unavailable', reason };
}

/** The fault code in a `directory_unavailable` refusal. */
export function faultIn(error: DomainError): string {
  const { cause } = error;
  if (typeof cause === 'string') return cause;
  const { code, fault } = (cause ?? {}) as { readonly code?: unknown; readonly fault?: unknown };
  return [fault, code].find((each) => typeof each === 'string') ?? error.code;
}

async function judgePerson(
  ports: IdentityPorts,
  access: DirectoryAccess,
  attempt: DirectoryAttempt,
): Promise<LoginDecision> {
  const username = attempt.username.normalize('NFKC').trim();
  const answer = await ports.directory.authenticate(access, username, attempt.password);
  const user = attempt.record?.user;
  if (answer.outcome === 'refused') return { outcome: 'refused', reason: words[answer.reason], user };
  if (!answer.person.isAllowed) return { outcome: 'refused', reason: 'ldap_not_in_group', user };
  const admit = () => ports.unitOfWork.run(() => admitPerson(ports, access, { person: answer.person, username }));
  // On a race for the account or its name, the second attempt sees the winner.
  return admit()
    .catch(unlessCollision(admit))
    .catch(unlessCollision(async () => nameTaken));
}

const nameTaken: LoginDecision = { outcome: 'refused', reason: 'ldap_username_taken' };

const unlessCollision =
  (otherwise: () => Promise<LoginDecision>) =>
  (error: unknown): Promise<LoginDecision> => {
    if (isCollision(error)) return otherwise();
    throw error;
  };

/** Whether an account collided with one that was stored concurrently. */
export const isCollision = (error: unknown): boolean =>
  error instanceof DomainError && ['username_taken', 'external_id_taken'].includes(error.code);

/** Admits an authenticated person: finds or creates the account, and updates it from the directory. */
async function admitPerson(
  ports: IdentityPorts,
  access: DirectoryAccess,
  { person, username }: { readonly person: DirectoryPerson; readonly username: string },
): Promise<LoginDecision> {
  const { users, clock, events } = ports;
  const known = await users.forDirectory([person.externalId], [username, person.username]);
  const match = matchAccount(person, known, username);
  if (match.kind === 'refused') return { outcome: 'refused', reason: match.reason };
  if (match.kind === 'none') {
    if (!access.autoCreate) return { outcome: 'refused', reason: 'not_created' };
    const account = accountFor(person, access);
    const user = await users.insert(account, clock.now());
    await users.recordLogin(user.userId, clock.now(), 'ldap');
    events.publish({ type: 'user.created', userId: user.userId });
    const also = { action: 'user.provision', changes: accountChanges(undefined, account) };
    return { outcome: 'accepted', user, tokenVersion: 0, also };
  }
  const { user, tokenVersion } = match.record;
  if (!user.isActive) return { outcome: 'refused', reason: 'inactive', user };
  const { changes, remark } = changesAtLogin(person, user, known);
  const hasChanged = Object.keys(changes).length > 0;
  const updated = hasChanged ? await users.update(user.userId, changes, clock.now()) : user;
  await users.recordLogin(user.userId, clock.now(), 'ldap');
  return {
    outcome: 'accepted',
    user: updated ?? user,
    tokenVersion,
    ...(remark !== undefined && { remark }),
    ...(hasChanged && { also: { action: 'user.update', changes: accountChanges(user, changes) } }),
  };
}

/** The account of a renamed person is renamed if the name is free. */
function changesAtLogin(person: DirectoryPerson, user: User, known: readonly LoginRecord[]) {
  const changes = changesFrom(person, user);
  const username = renameTo(person, user);
  if (username === undefined) return { changes };
  return isFreeName(known, username)
    ? { changes: { ...changes, username } }
    : { changes, remark: 'ldap_rename_conflict' };
}
