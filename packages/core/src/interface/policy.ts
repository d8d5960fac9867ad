import type { Core } from '../core.ts';
import { type Actor, anonymous, type Origin } from '../kernel/actor.ts';
import type { DomainError } from '../kernel/errors.ts';
import type { Address, Match, Matcher, PathRules, Published } from './match.ts';

/**
 * Authenticates the caller of one request.
 * @throws DomainError for an invalid credential
 */
export type Identify = () => Promise<Actor>;

/** The members that requests of both interfaces have. */
export interface InterfaceRequest {
  /** As sent, in capitals. */
  readonly method: string;
  /** The decoded path below the prefix of the interface. */
  readonly path: string;
  readonly origin: Origin;
}

/** What a dispatcher lends to the steps of its policy. */
export interface Site<Q, S, R extends Published> {
  readonly core: Core;
  readonly addresses: readonly Address<R>[];
  readonly find: Matcher<R>;
  /** The answer to a refusal or a failure. */
  refuse(error: unknown, request: Q): S;
}

/** The state of one request from its arrival to its answer. */
export class Exchange<Q extends InterfaceRequest, R extends Published> {
  readonly request: Q;
  readonly identify: Identify;
  /** Who asks; an anonymous caller until a step has authenticated one. */
  actor: Actor;
  matches: readonly Match<R>[] = [];
  input: Record<string, unknown> = {};
  #route: R | undefined;

  constructor(request: Q, identify: Identify) {
    this.request = request;
    this.identify = identify;
    this.actor = { ...anonymous, origin: request.origin };
  }

  /** The route that answers; only for steps behind the one that chooses it. */
  get route(): R {
    if (!this.#route) throw new TypeError('No route has been chosen yet.');
    return this.#route;
  }

  set route(chosen: R) {
    this.#route = chosen;
  }
}

/** One step towards the answer: it answers, leaves that to the next, or refuses by throwing. */
export type Step<E, S> = (exchange: E) => Promise<S | undefined> | S | undefined;

/** How one interface behaves where the interfaces differ. */
export interface InterfacePolicy<Q extends InterfaceRequest, S, R extends Published, E extends Exchange<Q, R>> {
  readonly name: string;
  readonly paths: PathRules;
  /** A route under the names of the installation. */
  publish(route: R): R;
  open(request: Q, identify: Identify, core: Core): E;
  /** The order of checks; the last step always answers. */
  steps(site: Site<Q, S, R>): readonly Step<E, S>[];
  /** The error to answer with in place of this one, where refusals are counted. */
  refused?(exchange: E, error: unknown): Promise<unknown>;
  presentRefusal(error: DomainError, request: Q): S;
  /** The answer to an unexpected error, without any detail of it. */
  presentFailure(error: unknown, request: Q): S;
  /** Adds what every answer of the interface has. */
  finish(exchange: E, response: S): S;
}
