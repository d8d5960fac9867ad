import { setImmediate } from 'node:timers/promises';
import { type PausingWork, WorkPacer, type YieldTurn } from '@backroom/core/kernel';

/** Yields to Node's event loop: timers, sockets and other requests. */
export const yieldTurn: YieldTurn = () => setImmediate();

/** Processes a body of any permitted size, with a yield after each `UNITS_PER_TURN` members or fields. */
export const paced = <T>(work: PausingWork<T>): Promise<T> => new WorkPacer(yieldTurn).run(work);
