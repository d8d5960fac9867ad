import type { Allowance, KernelPorts } from '../ports.ts';
import type { RateLimitName } from './rate-limits.ts';

/** The rate limits of ordinary requests. They fail open: if counting fails, the failure is logged and the request goes on. */
export interface RequestRateLimits {
  /** Whether the limit is enabled. */
  isCounted(name: RateLimitName): boolean;
  /** Takes points of a key; undefined if the limit is disabled or counting failed. */
  take(name: RateLimitName, key: string, points?: number): Promise<Allowance | undefined>;
  /** Returns the state of a key without taking points; undefined as for `take`. */
  look(name: RateLimitName, key: string): Promise<Allowance | undefined>;
}

export function createRequestLimits(ports: Pick<KernelPorts, 'rateLimiter' | 'settings' | 'log'>): RequestRateLimits {
  const { rateLimiter, log } = ports;
  const isCounted = (name: RateLimitName) => ports.settings.rateLimits[name].points > 0;
  const failingOpen = async (name: RateLimitName, count: () => Promise<Allowance>): Promise<Allowance | undefined> => {
    if (!isCounted(name)) return undefined;
    try {
      return await count();
    } catch (error) {
      log.error('a rate limit could not be counted', error, { limit: name });
      return undefined;
    }
  };
  return {
    isCounted,
    take: (name, key, points) =>
      failingOpen(name, () => rateLimiter.take(ports.settings.rateLimits[name], key, points)),
    look: (name, key) => failingOpen(name, () => rateLimiter.look(ports.settings.rateLimits[name], key)),
  };
}
