import { setImmediate } from 'node:timers/promises';
import type { YieldTurn } from '@backroom/core';

/** Gives the event loop of Node a turn: timers, sockets and other work. */
export const yieldTurn: YieldTurn = () => setImmediate();
