import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Answered } from './request-log.ts';

/** What one application counts about itself, in a registry of its own. */
export interface Metrics {
  /** For programs that count more than requests. */
  readonly registry: Registry;
  /** Notes that a request has come in. */
  began(): void;
  /** Notes that a request is answered. */
  ended(answered: Answered): void;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const labelNames = ['method', 'route', 'status_class'] as const;

/** Starts counting requests, and what the process itself uses. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from reading a request to having its answer.',
    labelNames,
    buckets,
    registers: [registry],
  });
  const series = new Map<string, Histogram.Internal<(typeof labelNames)[number]>>();
  /** Looking up the labels costs more than observing does, so it is done once for each set of them. */
  const seriesOf = ({ method, route = 'none', status }: Answered) => {
    const key = `${method} ${status} ${route}`;
    const known = series.get(key);
    if (known) return known;
    const fresh = durations.labels(method, route, `${Math.floor(status / 100)}xx`);
    series.set(key, fresh);
    return fresh;
  };
  return {
    registry,
    began: () => inFlight.inc(),
    ended: (answered) => {
      inFlight.dec();
      seriesOf(answered).observe(answered.milliseconds / 1000);
    },
  };
}
