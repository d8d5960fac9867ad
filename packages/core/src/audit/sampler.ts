import type { Clock } from '../kernel/ports.ts';

/** Sampling period per kind, in milliseconds. */
const PERIOD = 60_000;
/** Maximum number of tracked kinds; the oldest are evicted. */
const MOST_KINDS = 10_000;

/** Returns a predicate: whether this is the first event of its kind within a minute. Keeps a flood from filling the log. */
export function createSampler(clock: Pick<Clock, 'now'>): (kind: string) => boolean {
  const since = new Map<string, number>();
  return (kind) => {
    const now = clock.now().getTime();
    const last = since.get(kind);
    if (last !== undefined && now >= last && now - last < PERIOD) return false;
    since.delete(kind);
    since.set(kind, now);
    const [oldest] = since.keys();
    if (since.size > MOST_KINDS && oldest !== undefined) since.delete(oldest);
    return true;
  };
}
