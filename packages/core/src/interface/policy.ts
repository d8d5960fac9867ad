import type { Core } from '../core.ts';
import { type Actor, anonymous, type Origin } from '../kernel/actor.ts';
import type { DomainError } from '../kernel/errors.ts';
import type { Address, Match, Matcher, PathRules, Published } from './match.ts';

/**
 * Authenticates the caller of one request.
 * @throws DomainError for an invalid credential
 */
export type Identify = () => Promise<Actor>;

/** Members common to the requests of both interfaces. */
export interface InterfaceRequest {
  /** As sent, in upper case. */
  readonly method: string;
  /** The decoded path below the prefix of the interface. */
  readonly path: string;
  readonly origin: Origin;
}

/** Dispatcher services available to the steps of a policy. */
export interface Site<Q, S, R extends Published> {
  readonly core: Core;
  /** The same list until routes are added or removed. */
  addresses(): readonly Address<R>[];
  readonly find: Matcher<R>;
  /** The response to a refusal or a failure. */
  refuse(error: unknown, request: Q): S;
}

/** State of one request from arrival to response. */
export class Exchange<Q extends InterfaceRequest, R extends Published> {
  readonly request: Q;
  readonly identify: Identify;
  /** The caller; anonymous until a step has authenticated it. */
  actor: Actor;
  matches: readonly Match<R>[] = [];
  input: Record<string, unknown> = {};
  #route: R | undefined;

  constructor(request: Q, identify: Identify) {
    this.request = request;
    this.identify = identify;
    this.actor = { ...anonymous, origin: request.origin };
  }

  /** The selected route; available only to steps after the one that selects it. */
  get route(): R {
    if (!this.#route) throw new TypeError('No route has been chosen yet.');
    return this.#route;
  }

  set route(chosen: R) {
    this.#route = chosen;
  }
}

/** One step of request processing: responds, passes on to the next step (undefined), or refuses by throwing. */
export type Step<E, S> = (exchange: E) => Promise<S | undefined> | S | undefined;

/** Behaviour that differs between the interfaces. */
export interface InterfacePolicy<Q extends InterfaceRequest, S, R extends Published, E extends Exchange<Q, R>> {
  readonly name: string;
  readonly paths: PathRules;
  /** Maps a route to the names configured for the installation. */
  publish(route: R): R;
  open(request: Q, identify: Identify, core: Core): E;
  /** Processing steps in order; the last one always responds. */
  steps(site: Site<Q, S, R>): readonly Step<E, S>[];
  /** Maps an error to the one to respond with, if refusals are counted. */
  refused?(exchange: E, error: unknown): Promise<unknown>;
  presentRefusal(error: DomainError, request: Q): S;
  /** The response to an unexpected error, without any detail of it. */
  presentFailure(error: unknown, request: Q): S;
  /** Adds the headers common to every response of the interface. */
  finish(exchange: E, response: S): S;
}
