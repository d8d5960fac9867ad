import type { Actor } from '../../kernel/actor.ts';
import { DomainError } from '../../kernel/errors.ts';
import { networkOf } from '../../kernel/limits/network.ts';
import { type RateLimitName, rateLimited } from '../../kernel/limits/rate-limits.ts';
import type { RequestRateLimits } from '../../kernel/limits/request-limits.ts';
import type { Allowance } from '../../kernel/ports.ts';
import type { RestRequest } from '../request.ts';
import type { Route } from '../route.ts';

/** Rate limits of single routes, in addition to the general ones. */
export type SpecialLimit = 'ldap-test' | 'bulk';

/** Rate-limit accounting of one request, from arrival to response. */
export interface RequestQuota {
  /**
   * Counts the request, once its caller and route are known.
   * @throws DomainError `rate_limited`
   */
  charge(actor: Actor, route: Route | undefined): Promise<undefined>;
  /**
   * Counts the further changes or questions of a request, in addition to itself.
   * @throws DomainError `rate_limited`
   */
  chargeLines(actor: Actor, lines: { readonly route: Route; readonly more: number }): Promise<undefined>;
  /** Counts refused requests where a limit depends on it; returns the refusal to respond with. */
  end(refusal: unknown, route: Route | undefined): Promise<unknown>;
  /** Headers with the tightest limit and its remaining allowance. */
  headers(): Record<string, string>;
}

/**
 * Starts the rate-limit accounting of one request. Requests without a network address (commands, embedding programs) are not
 * counted.
 */
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
    async chargeLines(actor, { route, more }) {
      const limit = route.effect === 'read' ? 'api' : 'write';
      if (more > 0 && isCounted(actor)) await take(limit, String(actor.userId), more);
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

/** Anonymous reads of public routes. */
const isMeta = ({ via }: Actor, method: string, route: Route | undefined): boolean =>
  via === 'anonymous' && route?.access === 'anyone' && isReading(method);

/** Login requests have limits of their own and count towards no other. */
const isLogin = (method: string, route: Route | undefined): boolean => route?.access === 'anyone' && !isReading(method);

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

const limitsOf = (method: string, route: Route | undefined): readonly RateLimitName[] => [
  'api',
  ...(isReading(method) || route?.effect === 'read' ? [] : ['write' as const]),
  ...(route?.limit ? [route.limit] : []),
];

/** The exceeded limit, else the one with the least remaining allowance. */
const tightest = (allowances: readonly Allowance[]): Allowance | undefined =>
  allowances.find(({ isExceeded }) => isExceeded) ??
  allowances.toSorted((one, other) => one.remaining - other.remaining)[0];

/** Rate-limit headers as in draft-ietf-httpapi-ratelimit-headers-11, plus the older names. */
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
