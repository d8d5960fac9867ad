import type { Allowance, KernelPorts } from './ports.ts';
import type { RateLimitName } from './rate-limits.ts';

/** The limits of ordinary requests: where they cannot be counted the log says so, and the request goes on. */
export interface RequestLimits {
  /** Takes points of somebody's allowance; undefined where there is no limit, or nobody who counts. */
  take(name: RateLimitName, key: string, points?: number): Promise<Allowance | undefined>;
  /** Tells what is left of somebody's allowance; undefined as above. */
  look(name: RateLimitName, key: string): Promise<Allowance | undefined>;
}

/** Makes the limits of ordinary requests from their ports. */
export function createRequestLimits(ports: Pick<KernelPorts, 'rateLimiter' | 'settings' | 'log'>): RequestLimits {
  const { rateLimiter, log } = ports;
  const openly = async (name: RateLimitName, count: () => Promise<Allowance>): Promise<Allowance | undefined> => {
    if (ports.settings.rateLimits[name].points === 0) return undefined;
    try {
      return await count();
    } catch (error) {
      log.error('a rate limit could not be counted', error, { limit: name });
      return undefined;
    }
  };
  return {
    take: (name, key, points) => openly(name, () => rateLimiter.take(ports.settings.rateLimits[name], key, points)),
    look: (name, key) => openly(name, () => rateLimiter.look(ports.settings.rateLimits[name], key)),
  };
}
