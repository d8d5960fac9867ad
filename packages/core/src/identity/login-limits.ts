import { busy, DomainError } from '../kernel/errors.ts';
import { networkOf } from '../kernel/network.ts';
import { nameKey } from '../kernel/text.ts';
import {
  forgetPauses,
  forgetSlowness,
  type Hold,
  isKnownPlace,
  type LimitPorts,
  rememberPlace,
  takeAttempt,
  takeByName,
  takeFailure,
  takeWithPauses,
} from './login-holds.ts';

/** Somebody who says who they are, and has yet to prove it. */
export interface LoginAttempt<T> {
  readonly username: string;
  /** Absent where the attempt came over no network. */
  readonly ip?: string | undefined;
  /** A random id that only the browser of the attempt has; absent where it is not a browser. */
  readonly browser?: string | undefined;
  /** What the outcome of the check means; whatever is not thrown is a good login unless this says otherwise. */
  readonly judge?: (outcome: T) => 'good' | 'failed' | 'untried';
}

/** Nobody's name is longer. */
const LONGEST_NAME = 150;

/** A name as a part of keys: one text for all its spellings, which ends where its quotes do. */
const partOf = (username: string): string => JSON.stringify([...nameKey(username)].slice(0, LONGEST_NAME).join(''));

/**
 * Checks who somebody is, within the limits of failed logins. The attempt counts before the check, so that those made
 * at once do not slip through, and no longer after a good login. A refused check counts; one that could not be made
 * does not.
 * @throws DomainError `rate_limited`, also for the right password; `busy` when attempts cannot be counted
 */
export async function limitLogin<T>(ports: LimitPorts, attempt: LoginAttempt<T>, check: () => Promise<T>): Promise<T> {
  const holds = await takeAll(ports, attempt);
  let outcome: T;
  try {
    outcome = await check();
  } catch (error) {
    if (isRefusal(error)) throw telling(error, holds);
    await release(ports, holds, 'undo');
    throw error;
  }
  const verdict = attempt.judge?.(outcome) ?? 'good';
  if (verdict === 'good') await remember(ports, attempt);
  if (verdict !== 'failed') await release(ports, holds, verdict === 'good' ? 'clear' : 'undo');
  return outcome;
}

/** Lets everybody try this name again at once. */
export async function forgetFailedLogins(ports: LimitPorts, username: string): Promise<void> {
  const name = partOf(username);
  await forgetPauses(ports, `${name} `);
  await forgetSlowness(ports, name);
}

type Attempted = Pick<LoginAttempt<never>, 'username' | 'ip' | 'browser'>;

/** The keys of a name at the places of an attempt, the most particular first. */
function placesOf({ username, ip, browser }: Attempted): readonly string[] {
  const name = partOf(username);
  return [
    ...(browser === undefined ? [] : [`${name} @${browser}`]),
    ...(ip === undefined ? [] : [`${name} ${networkOf(ip)}`]),
  ];
}

/** Without one, all places are alike. */
const hasSharedCounter = ({ settings }: LimitPorts): boolean => settings.rateLimits['login-name'].points > 0;

/** The first place with a recent good login of the name; undefined where there is none. */
async function knownPlaceOf(ports: LimitPorts, attempted: Attempted): Promise<string | undefined> {
  if (!hasSharedCounter(ports)) return undefined;
  for (const place of placesOf(attempted)) if (await isKnownPlace(ports, place)) return place;
  return undefined;
}

/** Each place has a counter of its own. Those without a recent good login share another, which does not concern the rest. */
async function takeAll(ports: LimitPorts, attempted: Attempted): Promise<readonly Hold[]> {
  const { username, ip } = attempted;
  const network = ip === undefined ? '' : networkOf(ip);
  const name = partOf(username);
  const holds: Hold[] = [];
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
    // Whoever cannot count must not let anybody guess.
    throw error instanceof DomainError ? error : busy(error);
  }
  return holds;
}

/** A place that is not remembered is one without a good login: the login itself stays good. */
async function remember(ports: LimitPorts, attempted: Attempted): Promise<void> {
  if (!hasSharedCounter(ports)) return;
  try {
    for (const place of placesOf(attempted)) await rememberPlace(ports, place);
  } catch (error) {
    ports.log.error('the place of a login could not be remembered', error);
  }
}

/** What was taken and is not given back is over by itself before long. */
async function release({ log }: LimitPorts, holds: readonly Hold[], how: 'clear' | 'undo'): Promise<void> {
  try {
    for (const hold of holds) await hold[how]();
  } catch (error) {
    log.error('a login limit could not be given back', error);
  }
}

/** An outage of the directory counts for every name, or it would tell those it knows from those it does not. */
const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && (error.kind !== 'unavailable' || error.code === 'directory_unavailable');

/** The same refusal, with what is left of the tightest limit. */
function telling(error: DomainError, holds: readonly Hold[]): DomainError {
  const [tightest] = holds.map(({ allowance }) => allowance).toSorted((one, other) => one.remaining - other.remaining);
  if (!tightest) return error;
  return new DomainError(error.kind, error.code, error.message, { ...error.details, allowance: tightest }, error.cause);
}
