import { setImmediate } from 'node:timers/promises';
import type { YieldTurn } from '@backroom/core/kernel';

/** Yields to the event loop: timers, sockets and other work. */
export const yieldTurn: YieldTurn = () => setImmediate();
