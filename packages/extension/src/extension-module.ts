import type { Access, EventName, EventOf } from '@backroom/core';
import type { InputOf, Method, Schema, Schemas } from '@backroom/core/interface';
import type { ExtensionContext } from './context.ts';

/** An event, delivered at least once and in order. */
export interface ExtensionEvent<K extends EventName = EventName> {
  /** The same at each delivery of the event, and greater than those of earlier events. */
  readonly id: number;
  readonly type: K;
  /** When the event was stored (RFC 3339). */
  readonly at: string;
  /** The members of the event, as JSON: times are RFC 3339 texts. */
  readonly data: Omit<EventOf<K>, 'type'>;
}

/** The caller of a route. */
export interface ExtensionCaller {
  readonly userId: number | null;
  readonly username: string | null;
}

/** One request to a route of the extension. */
export interface RouteCall<Params> {
  /** The validated parameters, by camelCase names. */
  readonly params: Params;
  readonly caller: ExtensionCaller;
}

/** Refusals that a route may answer with, by kind. */
type RouteRefusals = Readonly<Partial<Record<'invalid' | 'not-found' | 'conflict', readonly string[]>>>;

/** A route below `x/<slug>/v1`, listed in the site index and in the OpenAPI document. */
export interface ExtensionRoute<P extends Schemas = Schemas> {
  readonly methods: readonly Method[];
  /** Such as `/levels` or `/levels/{id}`. A variable is digits if its parameter is an integer, else letters, digits, `_` and `-`. */
  readonly path: string;
  readonly summary: string;
  /** Who may use it: `anyone`, `signed-in`, or a right. */
  readonly access: Exclude<Access, 'own-session'>;
  /** By names with underscores. Patterns are not permitted. */
  readonly params?: P;
  /** The answer, for the documentation. */
  readonly returns?: Schema;
  readonly refusals?: RouteRefusals;
  /** Answers within 5 seconds with a JSON-serialisable value of at most 1 MiB. */
  handle(call: RouteCall<InputOf<P>>, context: ExtensionContext): unknown;
}

/** An extension, as its entry module exports it by default. */
export interface ExtensionModule {
  /** Handlers of events by type. Each has 5 seconds; one that fails is called again for the same event. */
  readonly events?: { readonly [K in EventName]?: (event: ExtensionEvent<K>, context: ExtensionContext) => unknown };
  readonly routes?: readonly ExtensionRoute[];
  /** Called once when an administrator activates the extension; it stays inactive if this fails. */
  readonly activate?: (context: ExtensionContext) => unknown;
  /** Called once when an administrator deactivates the extension, which a failure does not prevent. */
  readonly deactivate?: (context: ExtensionContext) => unknown;
}
