import { useCase } from '../../kernel/use-case.ts';
import { finishAnew } from '../finish-anew.ts';
import type { RecomputePorts } from '../recompute.ts';

/** So many days at a time, so that it can be stopped in between. */
const MOST_DAYS = 100;

/** Whether there is time for more. */
export interface RefreshRollUpsInput {
  readonly mayGoOn?: () => boolean;
}

/** What a refreshing came to. */
export interface RefreshRollUpsReport {
  readonly days: number;
  readonly milliseconds: number;
}

/**
 * Goes on with what was begun to be made anew, and brings the sums of days that have changed up to date. Reports are right
 * without it, only slower.
 */
export const refreshRollUps = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  (ports: RecomputePorts) =>
    async (_, { mayGoOn = () => true }: RefreshRollUpsInput): Promise<RefreshRollUpsReport> => {
      const { facts, clock } = ports;
      const since = clock.now().getTime();
      await finishAnew(ports, { mayGoOn });
      let days = 0;
      while (mayGoOn()) {
        const refreshed = await facts.refresh(MOST_DAYS);
        if (refreshed === 0) break;
        days += refreshed;
      }
      return { days, milliseconds: clock.now().getTime() - since };
    },
);
