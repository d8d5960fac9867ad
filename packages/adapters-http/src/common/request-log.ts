import type { Log } from '@backroom/core';
import { INTERNAL_ERROR } from '@backroom/core/interface';

/** Loggable properties of a finished request. They exclude query values, bodies and tokens. */
export interface Answered {
  readonly method: string;
  /** Path pattern, not the address; undefined if no route matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly requestId: string | undefined;
  readonly userId: number | undefined;
  readonly ip: string | undefined;
}

/** Writes one line per request; internal failures as warnings. */
export function logRequest(log: Log, answered: Answered): void {
  const { method, route, status, requestId, userId, ip, milliseconds } = answered;
  const line = { method, route, status, requestId, userId, ip, ms: Math.round(milliseconds * 10) / 10 };
  if (status >= INTERNAL_ERROR) log.warn('request', line);
  else log.info('request', line);
}
