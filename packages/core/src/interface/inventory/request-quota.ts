import type { Actor } from '../../kernel/actor.ts';
import { DomainError } from '../../kernel/errors.ts';
import { networkOf } from '../../kernel/limits/network.ts';
import { type RateLimitName, rateLimited } from '../../kernel/limits/rate-limits.ts';
import type { RequestRateLimits } from '../../kernel/limits/request-limits.ts';
import type { Allowance } from '../../kernel/ports.ts';
import type { RestRequest } from '../request.ts';
import type { Route } from '../route.ts';

/** Limits that single routes have besides those of all. */
export type SpecialLimit = 'ldap-test' | 'bulk';

/** What one request takes of the limits, from its arrival to its answer. */
export interface RequestQuota {
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
  /** Counts a request that ends in a refusal, where that makes a difference; gives the refusal to answer with. */
  end(refusal: unknown, route: Route | undefined): Promise<unknown>;
  /** What the tightest limit is, and what is left of it. */
  headers(): Record<string, string>;
}

/** Starts to count what one request takes of the rate limits. Requests without a network address (commands, embedding programs) are not counted. */
export function openRequestQuota(limits: RequestRateLimits, request: RestRequest): RequestQuota {
  const { ip } = request.origin;
  const network = ip === undefined ? undefined : networkOf(ip);
  const taken: Allowance[] = [];
  const take = async (name: RateLimitName, key: string, points = 1): Promise<void> => {
    const allowance = await limits.take(name, key, points);
    if (allowance) taken.push(allowance);
    if (allowance?.isExceeded) throw rateLimited(allowance);
  };
  return {
    async charge(actor, route) {
      if (route?.isProbe) return;
      if (isCounted(actor)) for (const name of limitsOf(request.method, route)) await take(name, String(actor.userId));
      else if (network !== undefined && isMeta(actor, request.method, route)) await take('anonymous', network);
    },
    async chargeLines(actor, more) {
      if (more > 0 && isCounted(actor)) await take('write', String(actor.userId), more);
    },
    async end(refusal, route) {
      if (!(refusal instanceof DomainError)) return refusal;
      const { allowance } = refusal.details;
      if (allowance) taken.push(allowance);
      if (refusal.kind !== 'unauthenticated' || network === undefined || isLogin(request.method, route)) return refusal;
      try {
        await take('anonymous', network);
        return refusal;
      } catch (limited) {
        return limited;
      }
    },
    headers: () => headersOf(tightest(taken)),
  };
}

const isCounted = ({ via, userId }: Actor): boolean => via === 'bearer' && userId !== undefined;

/** What everybody may read. */
const isMeta = ({ via }: Actor, method: string, route: Route | undefined): boolean =>
  via === 'nobody' && route?.access === 'anyone' && isReading(method);

/** Logins are counted by limits of their own, and by no other. */
const isLogin = (method: string, route: Route | undefined): boolean => route?.access === 'anyone' && !isReading(method);

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
