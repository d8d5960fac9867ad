import type { Log } from '@backroom/core';
import type { TrustedProxies } from './client-address.ts';
import type { Metrics } from './metrics.ts';

/** Options of both interfaces; all optional. */
export interface InterfaceOptions {
  /** Defaults to no proxy: the client is the peer of the connection. */
  readonly trustProxy?: TrustedProxies;
  /** Public base address; with `https:`, browsers are instructed to use HTTPS only (HSTS). */
  readonly publicUrl?: string;
  /** Origins allowed by CORS; by default none besides the site itself. */
  readonly corsOrigins?: readonly string[];
  /** Receives one line per request, and failures unless they are handled otherwise. */
  readonly log?: Log;
  readonly metrics?: Metrics;
}
