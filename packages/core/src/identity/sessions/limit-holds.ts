import { rateLimited } from '../../kernel/limits/rate-limits.ts';
import type { Allowance, KernelPorts, RateLimit } from '../../kernel/ports.ts';

/** The ports of login limits. */
export type LimitPorts = Pick<KernelPorts, 'rateLimiter' | 'settings' | 'log'>;

/** The points that an attempt has taken of one limit, to be settled after the check. */
export interface LimitHold {
  readonly allowance: Allowance;
  /** Settles a successful login. */
  clear(): Promise<void>;
  /** Returns the points: the check could not be made. */
  undo(): Promise<void>;
}

/** The pause in seconds after the last quick attempt has failed; each further failure doubles it, up to the longest. */
const firstPause = 10;
const longestPause = 300;
const longestLevel = 1 + Math.ceil(Math.log2(longestPause / firstPause));
const pauseAt = (level: number): number => Math.min(firstPause * 2 ** (level - 1), longestPause);

/** Counts how often the pause was doubled; reset after this time without failures. Never exceeded. */
const levels: RateLimit = { name: 'login-level', points: longestLevel + 1, seconds: 900 };

/** The limit of a name after its quick attempts are used up: slow but never closed, so that attackers cannot lock users out. */
const slowLimit: RateLimit = { name: 'login-name-slowLimit', points: 1, seconds: 10 };

/** Known places (networks and browsers) of a name: kept for 14 days after the last successful login there; exempt from
failures elsewhere. */
const places: RateLimit = { name: 'login-place', points: 1, seconds: 14 * 86_400, isKeptApart: true };

const noop = async (): Promise<void> => {};

/** Counts an attempt of a network, whatever its result. */
export async function takeAttempt(ports: LimitPorts, network: string): Promise<readonly LimitHold[]> {
  const limit = ports.settings.rateLimits['login-ip-attempts'];
  if (limit.points === 0) return [];
  return [{ allowance: await take(ports, limit, network), clear: noop, undo: noop }];
}

/** Counts a failure of a network. */
export async function takeFailure(ports: LimitPorts, network: string): Promise<readonly LimitHold[]> {
  const limit = ports.settings.rateLimits['login-ip'];
  if (limit.points === 0) return [];
  const allowance = await take(ports, limit, network);
  const undo = () => ports.rateLimiter.returnPoints(limit, network);
  return [{ allowance, clear: undo, undo }];
}

/**
 * Counts a failure of a name at one place: a few quick attempts, then a pause before each further one, which is set as if
 * the attempt had failed already. Attempts during a pause are refused and do not extend it.
 */
export async function takeWithPauses(ports: LimitPorts, key: string): Promise<readonly LimitHold[]> {
  const { login } = ports.settings.rateLimits;
  if (login.points === 0) return [];
  const { rateLimiter } = ports;
  const level = levels.points - (await rateLimiter.look(levels, key)).remaining;
  const allowance = await take(ports, level === 0 ? login : onceIn(login, pauseAt(level)), key);
  const isLast = level > 0 || allowance.remaining === 0;
  if (isLast) await pause(ports, key, Math.min(level + 1, longestLevel));
  return [
    {
      allowance,
      async clear() {
        await rateLimiter.forget(login, key);
        if (isLast) await rateLimiter.forget(levels, key);
      },
      async undo() {
        if (!isLast) return rateLimiter.returnPoints(login, key);
        await rateLimiter.set(levels, key, level);
        await rateLimiter.set(login, key, level === 0 ? login.points - 1 : 0);
      },
    },
  ];
}

/** Counts a failure of a name from any network. */
export async function takeByName(ports: LimitPorts, name: string): Promise<readonly LimitHold[]> {
  const { rateLimiter, settings } = ports;
  const limit = settings.rateLimits['login-name'];
  if (limit.points === 0) return [];
  const quick = await rateLimiter.take(limit, name);
  const taken = quick.isExceeded ? slowLimit : limit;
  const allowance = quick.isExceeded ? await take(ports, slowLimit, name) : quick;
  const undo = () => rateLimiter.returnPoints(taken, name);
  return [{ allowance, clear: undo, undo }];
}

/** Whether a login at this place has succeeded in the last 14 days. */
export async function isKnownPlace({ rateLimiter }: LimitPorts, key: string): Promise<boolean> {
  return (await rateLimiter.look(places, key)).isExceeded;
}

/** Records the place of a successful login. */
export async function recordPlace({ rateLimiter }: LimitPorts, key: string): Promise<void> {
  await rateLimiter.set(places, key, places.points);
}

/** Ends the pauses of all keys with this prefix. */
export async function resetPauses({ rateLimiter, settings }: LimitPorts, beginning: string): Promise<void> {
  await rateLimiter.forgetAll(settings.rateLimits.login, beginning);
  await rateLimiter.forgetAll(levels, beginning);
}

/** Resets the limit of a name. */
export async function resetSlowLimit({ rateLimiter, settings }: LimitPorts, name: string): Promise<void> {
  await rateLimiter.forget(settings.rateLimits['login-name'], name);
  await rateLimiter.forget(slowLimit, name);
}

const onceIn = (limit: RateLimit, seconds: number): RateLimit => ({ ...limit, points: 1, seconds });

async function pause({ rateLimiter, settings }: LimitPorts, key: string, level: number): Promise<void> {
  const { login } = settings.rateLimits;
  await rateLimiter.set(levels, key, level);
  await rateLimiter.set({ ...login, seconds: pauseAt(level) }, key, login.points);
}

async function take({ rateLimiter }: LimitPorts, limit: RateLimit, key: string): Promise<Allowance> {
  const allowance = await rateLimiter.take(limit, key);
  if (allowance.isExceeded) throw rateLimited(allowance);
  return allowance;
}
