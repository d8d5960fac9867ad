import type { Allowance, KernelPorts, RateLimit } from '../kernel/ports.ts';
import { rateLimited } from '../kernel/rate-limits.ts';

/** What counting attempts needs. */
export type LimitPorts = Pick<KernelPorts, 'rateLimiter' | 'settings' | 'log'>;

/** What an attempt has taken of one limit, and what becomes of it when the check is over. */
export interface Hold {
  readonly allowance: Allowance;
  /** The attempt was a good login. */
  clear(): Promise<void>;
  /** There was no attempt after all. */
  undo(): Promise<void>;
}

/** The pause in seconds after the last quick try failed; each further failure doubles it, up to the longest. */
const firstPause = 10;
const longestPause = 300;
const longestLevel = 1 + Math.ceil(Math.log2(longestPause / firstPause));
const pauseAt = (level: number): number => Math.min(firstPause * 2 ** (level - 1), longestPause);

/** How often a pause was doubled: forgotten after so many quiet seconds, in which this limit is never exceeded. */
const levels: RateLimit = { name: 'login-level', points: longestLevel + 1, seconds: 900 };

/** How a name that is tried from everywhere goes on: slowly but for ever, or anybody could lock others out. */
const slowly: RateLimit = { name: 'login-name-slowly', points: 1, seconds: 10 };

/** Places of good logins of a name are remembered for 14 days after the last one; failures elsewhere do not count there. */
const places: RateLimit = { name: 'login-place', points: 1, seconds: 14 * 86_400, isKeptApart: true };

const nothing = async (): Promise<void> => {};

/** Counts an attempt from this part of the network, whatever comes of it. */
export async function takeAttempt(ports: LimitPorts, network: string): Promise<readonly Hold[]> {
  const limit = ports.settings.rateLimits['login-ip-attempts'];
  if (limit.points === 0) return [];
  return [{ allowance: await take(ports, limit, network), clear: nothing, undo: nothing }];
}

/** Counts a failure from this part of the network. */
export async function takeFailure(ports: LimitPorts, network: string): Promise<readonly Hold[]> {
  const limit = ports.settings.rateLimits['login-ip'];
  if (limit.points === 0) return [];
  const allowance = await take(ports, limit, network);
  const undo = () => ports.rateLimiter.giveBack(limit, network);
  return [{ allowance, clear: undo, undo }];
}

/**
 * Counts a failure of somebody at one place: a few tries are quick, then there is a pause before each, as if the attempt
 * had failed already. Whoever comes during a pause is refused and makes it no longer.
 */
export async function takeWithPauses(ports: LimitPorts, key: string): Promise<readonly Hold[]> {
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
        if (!isLast) return rateLimiter.giveBack(login, key);
        await rateLimiter.set(levels, key, level);
        await rateLimiter.set(login, key, level === 0 ? login.points - 1 : 0);
      },
    },
  ];
}

/** Counts a failure of this name, wherever it comes from. */
export async function takeByName(ports: LimitPorts, name: string): Promise<readonly Hold[]> {
  const { rateLimiter, settings } = ports;
  const limit = settings.rateLimits['login-name'];
  if (limit.points === 0) return [];
  const quick = await rateLimiter.take(limit, name);
  const taken = quick.isExceeded ? slowly : limit;
  const allowance = quick.isExceeded ? await take(ports, slowly, name) : quick;
  const undo = () => rateLimiter.giveBack(taken, name);
  return [{ allowance, clear: undo, undo }];
}

/** Whether a good login was made at this place in the last 14 days. */
export async function isKnownPlace({ rateLimiter }: LimitPorts, key: string): Promise<boolean> {
  return (await rateLimiter.look(places, key)).isExceeded;
}

/** Remembers the place of a good login. */
export async function rememberPlace({ rateLimiter }: LimitPorts, key: string): Promise<void> {
  await rateLimiter.set(places, key, places.points);
}

/** Ends the pauses of all keys that begin so. */
export async function forgetPauses({ rateLimiter, settings }: LimitPorts, beginning: string): Promise<void> {
  await rateLimiter.forgetAll(settings.rateLimits.login, beginning);
  await rateLimiter.forgetAll(levels, beginning);
}

/** Lets a name be tried quickly again. */
export async function forgetSlowness({ rateLimiter, settings }: LimitPorts, name: string): Promise<void> {
  await rateLimiter.forget(settings.rateLimits['login-name'], name);
  await rateLimiter.forget(slowly, name);
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
