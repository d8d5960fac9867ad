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

/** Measures and logs the answering of a request, whether it succeeds or not. */
export async function observed(
  { log, metrics }: { readonly log: Log | undefined; readonly metrics: Metrics | undefined },
  call: ObservedRequest,
  answer: () => Promise<void>,
): Promise<void> {
  const since = performance.now();
  metrics?.began();
  try {
    await answer();
  } finally {
    const { request, route, actor, status } = call;
    const { requestId, ip } = request.origin;
    const milliseconds = performance.now() - since;
    const answered = { method: request.method, route, status, milliseconds, requestId, userId: actor?.userId, ip };
    metrics?.ended(answered);
    if (log) logRequest(log, answered);
  }
}
