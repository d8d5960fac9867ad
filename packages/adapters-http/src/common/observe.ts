import type { Actor, Log } from '@backroom/core';
import type { RestRequest } from '@backroom/core/interface';
import type { Metrics } from './metrics.ts';
import { logRequest } from './request-log.ts';

/** A request in progress, with the properties determined so far. */
export interface ObservedRequest {
  readonly request: Pick<RestRequest, 'method' | 'origin'>;
  /** Path pattern of the matched route. */
  route: string | undefined;
  actor: Actor | undefined;
  status: number;
}

/** Receivers of what is observed. */
interface Observers {
  readonly log: Log | undefined;
  readonly metrics: Metrics | undefined;
}

/** Measures and logs the answering of a request, from its creation to its end, whether it succeeds or not. */
export class Observation {
  readonly #observers: Observers;
  readonly #call: ObservedRequest;
  readonly #since = performance.now();

  constructor(observers: Observers, call: ObservedRequest) {
    this.#observers = observers;
    this.#call = call;
    observers.metrics?.began();
  }

  end(): void {
    const { log, metrics } = this.#observers;
    const { request, route, actor, status } = this.#call;
    const { requestId, ip } = request.origin;
    const milliseconds = performance.now() - this.#since;
    const answered = { method: request.method, route, status, milliseconds, requestId, userId: actor?.userId, ip };
    metrics?.ended(answered);
    if (log) logRequest(log, answered);
  }
}
