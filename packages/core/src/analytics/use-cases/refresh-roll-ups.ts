import { useCase } from '../../kernel/use-case.ts';
import { finishAnew } from '../finish-anew.ts';
import type { RecomputePorts } from '../recompute.ts';

/** Days per refresh, so that the work can be interrupted in between. */
const MOST_DAYS = 100;

/** Input of `refreshRollUps`; it stops when `mayGoOn` returns false. */
export interface RefreshRollUpsInput {
  readonly mayGoOn?: () => boolean;
}

/** Number of refreshed days, and the duration. */
export interface RefreshRollUpsReport {
  readonly days: number;
  readonly milliseconds: number;
}

/**
 * Continues pending recounts and rebuilds, then refreshes the roll-ups of marked days. Reports are correct without it,
 * but slower.
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
