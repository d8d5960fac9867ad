import type { Core } from '../core.ts';
import { DomainError } from '../kernel/errors.ts';
import { type Published, routeFor } from './match.ts';
import type { Exchange, Identify, InterfacePolicy, InterfaceRequest, Site } from './policy.ts';
import { createRouteTable, type LiveRoutes } from './route-table.ts';

/** Request dispatcher of one interface. */
export interface Dispatch<Q extends InterfaceRequest, S, R extends Published> {
  (request: Q, identify: Identify): Promise<S>;
  /** The route that matches a request, for logs and metrics. */
  routeOf(method: string, path: string): R | undefined;
  /** The response to a refusal or a failure. */
  refuse(error: unknown, request: Q): S;
}

/** Dependencies of a dispatcher. */
export interface DispatchOptions<Q extends InterfaceRequest, S, R extends Published, E extends Exchange<Q, R>> {
  readonly policy: InterfacePolicy<Q, S, R, E>;
  readonly routes: readonly R[];
  /** Routes that are added and removed at run time. */
  readonly liveRoutes?: LiveRoutes<R>;
  readonly core: Core;
  /** Receives unexpected errors, and outages with their causes. */
  readonly onFailure: (cause: unknown, request: Q) => void;
}

/**
 * Creates the dispatcher of an interface from its routes and its policy. Independent of the transport: HTTP, the command line,
 * an item of a batch.
 */
export function createDispatch<Q extends InterfaceRequest, S, R extends Published, E extends Exchange<Q, R>>({
  policy,
  routes,
  liveRoutes,
  core,
  onFailure,
}: DispatchOptions<Q, S, R, E>): Dispatch<Q, S, R> {
  const { addresses, find } = createRouteTable({ routes, liveRoutes, paths: policy.paths, publish: policy.publish });
  const refuse = (error: unknown, request: Q): S => {
    if (!(error instanceof DomainError)) {
      onFailure(error, request);
      return policy.presentFailure(error, request);
    }
    // The cause of an outage is logged for operators only. Causes of other refusals quote the request.
    if (error.kind === 'unavailable' && error.cause !== undefined) onFailure(error, request);
    return policy.presentRefusal(error, request);
  };
  const site: Site<Q, S, R> = { core, addresses, find, refuse };
  const steps = policy.steps(site);
  const dispatch = async (request: Q, identify: Identify): Promise<S> => {
    const exchange = policy.open(request, identify, core);
    let response: S | undefined;
    try {
      for (const step of steps) {
        const pending = step(exchange);
        // A step that has nothing to wait for costs no turn of the microtask queue.
        response = pending instanceof Promise ? await pending : pending;
        if (response !== undefined) break;
      }
      if (response === undefined) throw new TypeError('No step has answered.');
    } catch (error) {
      response = refuse(policy.refused ? await policy.refused(exchange, error) : error, exchange.request);
    }
    return policy.finish(exchange, response);
  };
  const routeOf = (method: string, path: string) => routeFor(find(path), method)?.route;
  return Object.assign(dispatch, { refuse, routeOf });
}
