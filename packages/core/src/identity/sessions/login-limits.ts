import { busy, DomainError } from '../../kernel/errors.ts';
import { networkOf } from '../../kernel/limits/network.ts';
import { nameKey } from '../../kernel/text.ts';
import {
  isKnownPlace,
  type LimitHold,
  type LimitPorts,
  recordPlace,
  resetPauses,
  resetSlowLimit,
  takeAttempt,
  takeByName,
  takeFailure,
  takeWithPauses,
} from './limit-holds.ts';

/** An unverified login attempt. */
export interface LoginAttempt<T> {
  readonly username: string;
  /** Absent without a network connection. */
  readonly ip?: string | undefined;
  /** A random id known to the browser of the attempt only; absent for other clients. */
  readonly browser?: string | undefined;
  /** Classifies the outcome of the check; without it, an outcome that is not thrown is a successful login. */
  readonly judge?: (outcome: T) => 'good' | 'failed' | 'untried';
}

/** Maximum username length. */
const LONGEST_NAME = 150;

/** The part of a key for a name: the same for all spellings, and quoted, so that no name is a prefix of another. */
const partOf = (username: string): string => JSON.stringify([...nameKey(username)].slice(0, LONGEST_NAME).join(''));

/**
 * Runs a credential check within the limits of failed logins. An attempt is counted before the check, so that concurrent
 * attempts cannot exceed the limit, and uncounted after a successful login. A refused check counts; a check that could not
 * be made does not.
 * @throws DomainError `rate_limited`, also for correct passwords; `busy` if attempts cannot be counted
 */
export async function limitLogin<T>(ports: LimitPorts, attempt: LoginAttempt<T>, check: () => Promise<T>): Promise<T> {
  const holds = await takeAll(ports, attempt);
  let outcome: T;
  try {
    outcome = await check();
  } catch (error) {
    if (isRefusal(error)) throw withTightestAllowance(error, holds);
    await release(ports, holds, 'undo');
    throw error;
  }
  const verdict = attempt.judge?.(outcome) ?? 'good';
  if (verdict === 'good') await remember(ports, attempt);
  if (verdict !== 'failed') await release(ports, holds, verdict === 'good' ? 'clear' : 'undo');
  return outcome;
}

/**
 * Runs the check of a secret without a name within the limits of a network. A refused check counts like a failed login.
 * @throws DomainError `rate_limited`, also for correct secrets; `busy` if attempts cannot be counted
 */
export async function limitNetwork<T>(ports: LimitPorts, ip: string | undefined, check: () => Promise<T>): Promise<T> {
  const holds = ip === undefined ? [] : await takeNetwork(ports, networkOf(ip));
  try {
    const outcome = await check();
    await release(ports, holds, 'clear');
    return outcome;
  } catch (error) {
    if (!isRefusal(error)) await release(ports, holds, 'undo');
    throw error;
  }
}

async function takeNetwork(ports: LimitPorts, network: string): Promise<readonly LimitHold[]> {
  try {
    return [...(await takeAttempt(ports, network)), ...(await takeFailure(ports, network))];
  } catch (error) {
    throw error instanceof DomainError ? error : busy(error);
  }
}

/** Resets the limits of a name at all places. */
export async function resetFailedLogins(ports: LimitPorts, username: string): Promise<void> {
  const name = partOf(username);
  await resetPauses(ports, `${name} `);
  await resetSlowLimit(ports, name);
}

type LoginSource = Pick<LoginAttempt<never>, 'username' | 'ip' | 'browser'>;

/** The keys of a name at the places of an attempt, the most specific first. */
function placesOf({ username, ip, browser }: LoginSource): readonly string[] {
  const name = partOf(username);
  return [
    ...(browser === undefined ? [] : [`${name} @${browser}`]),
    ...(ip === undefined ? [] : [`${name} ${networkOf(ip)}`]),
  ];
}

/** Without this limit, known places make no difference. */
const hasSharedCounter = ({ settings }: LimitPorts): boolean => settings.rateLimits['login-name'].points > 0;

/** The first place with a recent successful login of the name, if any. */
async function knownPlaceOf(ports: LimitPorts, attempted: LoginSource): Promise<string | undefined> {
  if (!hasSharedCounter(ports)) return undefined;
  for (const place of placesOf(attempted)) if (await isKnownPlace(ports, place)) return place;
  return undefined;
}

/** Each place has its own counter. Places without a recent successful login also share one per name. */
async function takeAll(ports: LimitPorts, attempted: LoginSource): Promise<readonly LimitHold[]> {
  const { username, ip } = attempted;
  const network = ip === undefined ? '' : networkOf(ip);
  const name = partOf(username);
  const holds: LimitHold[] = [];
  try {
    if (network !== '') {
      holds.push(...(await takeAttempt(ports, network)));
      holds.push(...(await takeFailure(ports, network)));
    }
    const known = await knownPlaceOf(ports, attempted);
    holds.push(...(await takeWithPauses(ports, known ?? `${name} ${network}`)));
    if (known === undefined) holds.push(...(await takeByName(ports, name)));
  } catch (error) {
    await release(ports, holds, 'undo');
    // Fails closed: without counting, passwords could be guessed without limit.
    throw error instanceof DomainError ? error : busy(error);
  }
  return holds;
}

/** A failure to record the place does not fail the login. */
async function remember(ports: LimitPorts, attempted: LoginSource): Promise<void> {
  if (!hasSharedCounter(ports)) return;
  try {
    for (const place of placesOf(attempted)) await recordPlace(ports, place);
  } catch (error) {
    ports.log.error('the place of a login could not be remembered', error);
  }
}

/** Points that cannot be returned expire with their window. */
async function release({ log }: LimitPorts, holds: readonly LimitHold[], how: 'clear' | 'undo'): Promise<void> {
  try {
    for (const hold of holds) await hold[how]();
  } catch (error) {
    log.error('a login limit could not be given back', error);
  }
}

/** A directory outage counts for every name; otherwise it would disclose which names the directory knows. */
const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && (error.kind !== 'unavailable' || error.code === 'directory_unavailable');

/** The same refusal, with the state of the tightest limit. */
function withTightestAllowance(error: DomainError, holds: readonly LimitHold[]): DomainError {
  const [tightest] = holds.map(({ allowance }) => allowance).toSorted((one, other) => one.remaining - other.remaining);
  if (!tightest) return error;
  return new DomainError(error.kind, error.code, error.message, { ...error.details, allowance: tightest }, error.cause);
}
