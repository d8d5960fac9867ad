import type { Application } from '../compose.ts';
import { repeat, type Schedule } from './schedule.ts';

/** So often it is looked for what orders have held too long, in milliseconds. */
const PERIOD = 60_000;

/** Begins to let go of what orders have held too long, and does so again once a minute. */
export const startReservationSchedule = ({ core, actor, log }: Application, period = PERIOD): Schedule =>
  repeat(
    async (hasEnded) => {
      try {
        const items = await core.inventory.expireReservations(await actor('system'), {});
        if (items > 0) log.info('reservations expired', { items });
      } catch (cause) {
        if (!hasEnded()) log.error('reservations not expired', cause);
      }
    },
    { period },
  );
