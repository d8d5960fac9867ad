import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Answered } from './request-log.ts';

/** Metrics of one application, in a registry of its own. */
export interface Metrics {
  /** For programs that register further metrics. */
  readonly registry: Registry;
  /** Counts an incoming request. */
  began(): void;
  /** Records a finished request. */
  ended(answered: Answered): void;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const labelNames = ['method', 'route', 'status_class'] as const;

/** Creates the metrics of requests and of the process. */
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
  /** Resolving labels costs more than observing, so it is cached per label set. */
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
