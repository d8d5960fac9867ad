import type { Progress } from '../kernel/progress.ts';
import type { FactStore } from './ports.ts';
import { type RecomputePorts, recomputeFacts } from './recompute.ts';

/** How what was begun is finished. */
export interface Finishing {
  /** Whether there is time for more. */
  readonly mayGoOn?: () => boolean;
  readonly tell?: ((progress: Progress) => void) | undefined;
}

/**
 * Goes on with everything that was begun and is not done, whoever began it: facts by settings that were changed, then what is
 * derived from facts. It survives a killed process: what is left is kept beside the facts.
 */
export async function finishAnew(ports: RecomputePorts, { mayGoOn = () => true, tell }: Finishing): Promise<void> {
  const { facts } = ports;
  while (mayGoOn()) {
    const { recount } = await facts.underWay();
    if (!recount) break;
    const { no, after: afterId } = recount;
    const done = async (upTo: number) => (await facts.recounted(no, upTo)) && mayGoOn();
    const { isWhole } = await recomputeFacts(ports, { fixes: true, afterId, done, tell });
    if (isWhole) await facts.recounted(no, undefined);
  }
  while (mayGoOn() && (await facts.goOnRebuilding()));
}

/** So many days are looked for at a time: all of decades, because the sums of a year are counted at once. */
const DAYS = 10_000;

/** Brings the sums of all days that were marked up to date. */
export async function refreshAll(facts: FactStore): Promise<void> {
  while ((await facts.refresh(DAYS)) > 0);
}
