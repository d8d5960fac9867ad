import { setImmediate } from 'node:timers/promises';
import { type PausingWork, WorkPacer, type YieldTurn } from '@backroom/core';

/** Gives the event loop of Node a turn: timers, sockets and other requests. */
export const yieldTurn: YieldTurn = () => setImmediate();

/** Does work on a body of any permitted size, with a yield after each `UNITS_PER_TURN` members or fields. */
export const paced = <T>(work: PausingWork<T>): Promise<T> => new WorkPacer(yieldTurn).run(work);
