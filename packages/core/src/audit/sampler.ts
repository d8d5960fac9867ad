import type { Clock } from '../kernel/ports.ts';

/** One of a kind is told in so many milliseconds. */
const PERIOD = 60_000;
/** Kinds that are remembered; of more, those that came first are forgotten. */
const MOST_KINDS = 10_000;

/** Tells whether something is the first of its kind for a minute, so that a flood leaves one entry and not thousands. */
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
