import type { Application } from '../compose.ts';
import { loggingFirstFailure, repeat, type Schedule } from './schedule.ts';

/**
 * Poll interval (ms): a change of one process takes effect in the others within two seconds, of which starting an extension
 * takes more than one on a busy machine.
 */
const PERIOD = 500;

/** Loads and unloads extensions as their rows say. */
export const startExtensionSchedule = ({ extensions, log }: Application, period = PERIOD): Schedule =>
  repeat(
    loggingFirstFailure(log, 'extensions not followed', () => extensions.follow()),
    { period },
  );
