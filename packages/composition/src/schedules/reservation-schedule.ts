import type { Application } from '../compose.ts';
import { repeat, type Schedule } from './schedule.ts';

/** In milliseconds. */
const PERIOD = 60_000;

/** Expires overdue stock reservations of unpaid orders. */
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
