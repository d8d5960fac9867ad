import { procedure } from '../../kernel/use-case.ts';
import type { AnalyticsPorts } from '../ports.ts';

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
 * Goes on with a rebuild that was begun, and brings the sums of days that have changed up to date. Reports are right
 * without it, only slower.
 */
export const refreshRollUps = procedure(
  'manage_system',
  ({ facts, clock }: AnalyticsPorts) =>
    async (_, { mayGoOn = () => true }: RefreshRollUpsInput): Promise<RefreshRollUpsReport> => {
      const since = clock.now().getTime();
      while (mayGoOn() && (await facts.goOnRebuilding()));
      let days = 0;
      while (mayGoOn()) {
        const refreshed = await facts.refresh(MOST_DAYS);
        if (refreshed === 0) break;
        days += refreshed;
      }
      return { days, milliseconds: clock.now().getTime() - since };
    },
);
