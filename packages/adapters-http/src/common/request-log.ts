import type { Log } from '@backroom/core';
import { INTERNAL_ERROR } from '@backroom/core/interface';

/** What may be known about a request once it is answered. Values of the query, bodies and tokens are not among it. */
export interface Answered {
  readonly method: string;
  /** The pattern, not the address; undefined where nothing is published. */
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly requestId: string | undefined;
  readonly userId: number | undefined;
  readonly ip: string | undefined;
}

/** Writes one line about an answered request; failures of ours are for somebody to look at. */
export function logRequest(log: Log, { milliseconds, ...facts }: Answered): void {
  const line = { ...facts, ms: Math.round(milliseconds * 10) / 10 };
  if (facts.status >= INTERNAL_ERROR) log.warn('request', line);
  else log.info('request', line);
}
