import type { Actor } from '../kernel/actor.ts';
import { DomainError } from '../kernel/errors.ts';
import { networkOf } from '../kernel/network.ts';
import type { Allowance } from '../kernel/ports.ts';
import { type RateLimitName, rateLimited } from '../kernel/rate-limits.ts';
import type { RequestLimits } from '../kernel/request-limits.ts';
import type { RestRequest } from './request.ts';
import type { Route } from './route.ts';
import type { Step } from './surface.ts';

/** Limits that single routes have besides those of all. */
export type SpecialLimit = 'ldap-test' | 'bulk';

/** What one request takes of the limits, from its arrival to its answer. */
export interface Tally {
  /**
   * Refuses a part of the network that has sent too much without saying who it is.
   * @throws DomainError `rate_limited`
   */
  admit(): Promise<void>;
  /**
   * Counts the request, now that it is known who sent it and what it is for.
   * @throws DomainError `rate_limited`
   */
  charge(actor: Actor, route: Route | undefined): Promise<void>;
  /**
   * Counts so many changes more than the one that every request is.
   * @throws DomainError `rate_limited`
   */
  chargeLines(actor: Actor, more: number): Promise<void>;
  /** Counts a request that ends in a refusal, where that makes a difference. */
  end(refusal: unknown): Promise<void>;
  /** What the tightest limit is, and what is left of it. */
  headers(): Record<string, string>;
}

/** For interfaces without limits. */
export const freeTally: Tally = {
  admit: async () => {},
  charge: async () => {},
  chargeLines: async () => {},
  end: async () => {},
  headers: () => ({}),
};

/** Begins the tally of a request. What comes over no network is not counted: a command, an embedding program. */
export function openTally(limits: RequestLimits, request: RestRequest): Tally {
  const { ip } = request.origin;
  const network = ip === undefined ? undefined : networkOf(ip);
  const taken: Allowance[] = [];
  let seen: Allowance | undefined;
  const take = async (name: RateLimitName, key: string, points = 1): Promise<void> => {
    const allowance = await limits.take(name, key, points);
    if (allowance) taken.push(allowance);
    if (allowance?.isExceeded) throw rateLimited(allowance);
  };
  return {
    async admit() {
      if (network === undefined) return;
      seen = await limits.look('anonymous', network);
      if (seen?.isExceeded) throw rateLimited(seen);
    },
    async charge(actor, route) {
      if (isCounted(actor)) for (const name of limitsOf(request.method, route)) await take(name, String(actor.userId));
      else if (network !== undefined && isMeta(actor, request.method, route)) await take('anonymous', network);
    },
    async chargeLines(actor, more) {
      if (more > 0 && isCounted(actor)) await take('write', String(actor.userId), more);
    },
    async end(refusal) {
      if (!(refusal instanceof DomainError)) return;
      const { allowance } = refusal.details;
      if (allowance) taken.push(allowance);
      if (refusal.kind !== 'unauthenticated' || network === undefined) return;
      const counted = await limits.take('anonymous', network);
      if (counted) taken.push(counted);
    },
    headers: () => headersOf(tightest(taken) ?? seen),
  };
}

/** Counts the request of whoever sent it. */
export const chargeCaller: Step = async (call) => {
  await call.tally.charge(call.actor, call.route);
  return call;
};

/** Counts the lines of a list of changes: the first is the request itself. */
export const chargeLines: Step = async (call) => {
  const lines = call.route.lines === undefined ? undefined : call.input[call.route.lines];
  if (Array.isArray(lines)) await call.tally.chargeLines(call.actor, lines.length - 1);
  return call;
};

const isCounted = ({ via, userId }: Actor): boolean => via === 'bearer' && userId !== undefined;

/** What everybody may read. Whoever signs in is counted by the limits of logins. */
const isMeta = ({ via }: Actor, method: string, route: Route | undefined): boolean =>
  via === 'nobody' && route?.access === 'anyone' && isReading(method);

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

const limitsOf = (method: string, route: Route | undefined): readonly RateLimitName[] => [
  'api',
  ...(isReading(method) ? [] : ['write' as const]),
  ...(route?.limit ? [route.limit] : []),
];

/** The one that refused, else the one of which least is left. */
const tightest = (allowances: readonly Allowance[]): Allowance | undefined =>
  allowances.find(({ isExceeded }) => isExceeded) ??
  allowances.toSorted((one, other) => one.remaining - other.remaining)[0];

/** In the words of draft-ietf-httpapi-ratelimit-headers-11, and in older ones. */
function headersOf(allowance: Allowance | undefined): Record<string, string> {
  if (!allowance) return {};
  const { limit, remaining, resetMs } = allowance;
  const reset = Math.ceil(resetMs / 1_000);
  return {
    'ratelimit-policy': `"${limit.name}";q=${limit.points};w=${limit.seconds}`,
    ratelimit: `"${limit.name}";r=${remaining};t=${reset}`,
    'ratelimit-limit': String(limit.points),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset),
  };
}
