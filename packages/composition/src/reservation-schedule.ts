import type { Application } from './compose.ts';

/** So often it is looked for what orders have held too long, in milliseconds. */
const PERIOD = 60_000;

/** What lets go of goods that orders have held too long, while the server runs. */
export interface ReservationSchedule {
  /** Begins no more, and waits for what is running. */
  end(): Promise<void>;
}

/** Begins to let go of what has expired, and does so again once a minute. */
export function startReservationSchedule(application: Application, period = PERIOD): ReservationSchedule {
  let hasEnded = false;
  const look = async () => {
    if (hasEnded) return;
    try {
      const items = await application.core.inventory.expireReservations(await application.actor('system'), {});
      if (items > 0) application.log.info('reservations expired', { items });
    } catch (cause) {
      if (!hasEnded) application.log.error('reservations not expired', cause);
    }
  };
  let running = look();
  const timer = setInterval(() => {
    running = running.then(look);
  }, period);
  timer.unref();
  return {
    async end() {
      hasEnded = true;
      clearInterval(timer);
      await running;
    },
  };
}
