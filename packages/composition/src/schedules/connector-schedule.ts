import type { Application } from '../compose.ts';
import { loggingFirstFailure, repeat, type Schedule } from './schedule.ts';

/** Poll interval (ms). */
const PERIOD = 60_000;

/** Submits the heartbeat to the other site when the last one is 23 hours old. */
export const startConnectorSchedule = ({ core, actor, log }: Application, period = PERIOD): Schedule =>
  repeat(
    loggingFirstFailure(log, 'heartbeat not submitted', async () => {
      await core.connector.sendHeartbeatWhenDue(await actor('system'), {});
    }),
    { period },
  );
