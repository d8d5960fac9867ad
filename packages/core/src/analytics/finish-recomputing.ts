import type { ProgressListener } from '../kernel/progress.ts';
import { type RecomputePorts, recomputeFacts } from './recompute.ts';

export interface Finishing {
  /** Whether to continue after each step; always by default. */
  readonly mayGoOn?: () => boolean;
  readonly onProgress?: ProgressListener | undefined;
}

/**
 * Completes all pending work: the recount of facts after a change of settings, then the rebuild of derived data.
 * Survives a killed process, because the progress is stored with the facts.
 */
export async function finishRecomputing(
  ports: RecomputePorts,
  { mayGoOn = () => true, onProgress }: Finishing,
): Promise<void> {
  const { facts } = ports;
  while (mayGoOn()) {
    const { recount } = await facts.underWay();
    if (!recount) break;
    const { no, after: afterId } = recount;
    const done = async (upTo: number) => (await facts.recounted(no, upTo)) && mayGoOn();
    const { isWhole } = await recomputeFacts(ports, { fixes: true, afterId, done, onProgress });
    if (isWhole) await facts.recounted(no, undefined);
  }
  while (mayGoOn() && (await facts.goOnRebuilding()));
}
