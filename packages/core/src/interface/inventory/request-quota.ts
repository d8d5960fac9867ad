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

/**
 * Rate-limit accounting of one request, from arrival to response. Requests without a network address (commands, embedding
 * programs) are not counted. Where nothing is counted there is no promise.
 */
export class RequestQuota {
  readonly #limits: RequestRateLimits;
  readonly #request: RestRequest;
  readonly #taken: Allowance[] = [];

  constructor(limits: RequestRateLimits, request: RestRequest) {
    this.#limits = limits;
    this.#request = request;
  }

  /**
   * Counts the request, once its caller and route are known.
   * @throws DomainError `rate_limited`
   */
  charge(actor: Actor, route: Route | undefined): Promise<undefined> | undefined {
    if (route?.isProbe) return undefined;
    const { method } = this.#request;
    if (isCounted(actor)) return this.#take(limitsOf(method, route), String(actor.userId));
    const network = isMeta(actor, method, route) ? this.#network() : undefined;
    return network === undefined ? undefined : this.#take(['anonymous'], network);
  }

  /**
   * Counts the further changes or questions of a request, in addition to itself.
   * @throws DomainError `rate_limited`
   */
  chargeLines(
    actor: Actor,
    { route, more }: { readonly route: Route; readonly more: number },
  ): Promise<undefined> | undefined {
    if (more <= 0 || !isCounted(actor)) return undefined;
    return this.#take([route.effect === 'read' ? 'api' : 'write'], String(actor.userId), more);
  }

  /** Counts refused requests where a limit depends on it; returns the refusal to respond with. */
  async end(refusal: unknown, route: Route | undefined): Promise<unknown> {
    if (!(refusal instanceof DomainError)) return refusal;
    const { allowance } = refusal.details;
    if (allowance) this.#taken.push(allowance);
    const network = this.#network();
    const isExempt = network === undefined || isLogin(this.#request.method, route);
    if (refusal.kind !== 'unauthenticated' || isExempt) return refusal;
    try {
      await this.#take(['anonymous'], network);
      return refusal;
    } catch (limited) {
      return limited;
    }
  }

  /** Headers with the tightest limit and its remaining allowance; undefined where nothing was counted. */
  headers(): Record<string, string> | undefined {
    return this.#taken.length === 0 ? undefined : headersOf(tightest(this.#taken));
  }

  #network(): string | undefined {
    const { ip } = this.#request.origin;
    return ip === undefined ? undefined : networkOf(ip);
  }

  #take(names: readonly RateLimitName[], key: string, points = 1): Promise<undefined> | undefined {
    const counted = names.filter((name) => this.#limits.isCounted(name));
    return counted.length === 0 ? undefined : this.#takeEach(counted, key, points);
  }

  async #takeEach(names: readonly RateLimitName[], key: string, points: number): Promise<undefined> {
    for (const name of names) {
      const allowance = await this.#limits.take(name, key, points);
      if (allowance) this.#taken.push(allowance);
      if (allowance?.isExceeded) throw rateLimited(allowance);
    }
  }
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
