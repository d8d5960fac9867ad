import type { Core } from '../core.ts';
import type { Schemas } from '../kernel/schema.ts';
import { placesOf, variablesOf } from './address.ts';
import {
  type DirectEndpoint,
  type Endpoint,
  type EndpointSpec,
  endpoint,
  type MappedEndpoint,
  type PresenterCall,
  type PublishedRoute,
  type SessionCookie,
} from './endpoint.ts';
import type { InputOf } from './input.ts';
import { compileReader, type InputReader, type Unread } from './inventory/reader.ts';
import type { SpecialLimit } from './inventory/request-quota.ts';
import { type StreamedTable, streamTable, type TableParameters } from './inventory/table-answer.ts';
import type { Uploaded } from './inventory/upload.ts';
import type { LiveSource } from './live-source.ts';
import type { BodyKind } from './request.ts';

import { OK } from './status.ts';

/** What routes of the inventory interface have beside their parameters. */
export type RouteContext = Pick<Core, 'tables' | 'contributions'>;

/** An endpoint of the inventory interface. */
export interface Route extends Endpoint<RouteContext> {
  /** Known members of the body that are ignored. */
  readonly ignores: readonly string[];
  readonly accepts: readonly BodyKind[];
  /** Whether `If-Match` is supported. */
  readonly versioned: boolean;
  /** An additional rate limit of this route. */
  readonly limit?: SpecialLimit;
  /** Whether it is a health probe, which is exempt from all limits. */
  readonly isProbe: boolean;
  /** The input that holds changes or questions, each counted separately by the rate limits. */
  readonly lines?: string;
  /** Whether it serves browsers before they sign in, which get a nonce. */
  readonly identifiesBrowsers: boolean;
  /** Whether its output is a stream of events. */
  readonly follows: boolean;
  /** Whether it returns a table in the negotiated format. */
  readonly streams: boolean;
  readonly read: InputReader;
}

/** Declaration common to endpoints of every kind. */
interface CommonSpec<P extends Schemas, O, Params> extends EndpointSpec<P, O> {
  readonly ignores?: readonly string[];
  readonly accepts?: readonly BodyKind[];
  readonly versioned?: boolean;
  readonly limit?: SpecialLimit;
  /** `true` for a health probe, which is exempt from all limits. */
  readonly isProbe?: true;
  /** The parameter that holds changes or questions, each counted separately by the rate limits. */
  readonly lines?: keyof P & string;
  /** `true` if the output is a stream of events, which the interface sends as they come. */
  readonly follows?: true;
  /** `true` to identify a browser that has no session. */
  readonly identifiesBrowsers?: true;
  /** The cookie of the session after the request: a token, null to end it, undefined to leave it. */
  readonly cookie?: (output: O) => SessionCookie | null | undefined;
  readonly etag?: (output: O) => string;
  readonly replayed?: (output: O) => boolean;
  /** Replaces `present`: the table to stream; its parameters include `tableParams`. */
  readonly streams?: (output: O, call: PresenterCall<Params, RouteContext>) => StreamedTable<unknown>;
  /** Parameters of the next page of a cursor-paginated list. */
  readonly next?: (output: O, given: Params) => Readonly<Record<string, string>> | undefined;
}

interface Versions {
  readonly expectedVersions?: readonly number[];
}

interface DirectSpec<P extends Schemas, I, O>
  extends CommonSpec<P, O, InputOf<P>>,
    DirectEndpoint<InputOf<P>, I, O, RouteContext> {}
interface MappedSpec<P extends Schemas, I, O>
  extends CommonSpec<P, O, InputOf<P>>,
    MappedEndpoint<InputOf<P>, I, O, RouteContext, Versions & Uploaded & Partial<Unread>> {}

/** Declares one endpoint; compiles only if its parameters provide the use case's input. */
export function route<const P extends Schemas, I, O>(spec: DirectSpec<P, I, O>): Route;
export function route<const P extends Schemas, I, O>(spec: MappedSpec<P, I, O>): Route;
export function route<P extends Schemas, I, O>(spec: DirectSpec<P, I, O> | MappedSpec<P, I, O>): Route {
  const { methods, path, ignores = [], streams } = spec;
  const params: Schemas = spec.params ?? {};
  return {
    ...endpoint<RouteContext>(spec, {
      variables: variablePatterns(path, params),
      answerOf: spec.follows
        ? (output) => ({ status: OK, body: undefined, live: output as LiveSource })
        : streams &&
          ((output, call) =>
            tableAnswer(spec, streams(output as O, call as PresenterCall<InputOf<P>, RouteContext>), call)),
    }),
    ignores,
    accepts: spec.accepts ?? ['json'],
    versioned: spec.versioned ?? false,
    identifiesBrowsers: spec.identifiesBrowsers ?? false,
    follows: spec.follows ?? false,
    streams: streams !== undefined,
    ...(spec.limit && { limit: spec.limit }),
    isProbe: spec.isProbe ?? false,
    ...(spec.lines !== undefined && { lines: spec.lines }),
    read: compileReader({ ...placesOf(methods, path, params), ignored: ignores }),
  };
}

/** The answer that streams a table in the format of the request. */
const tableAnswer = (
  { status = OK }: { readonly status?: number },
  table: StreamedTable<unknown>,
  { given, around }: PresenterCall<unknown, RouteContext>,
) => ({ status, body: undefined, stream: streamTable(table, given as TableParameters, around.tables) });

/** Ids are digits; other variables use the pattern of their descriptor. */
const variablePatterns = (path: string, params: Schemas): Readonly<Record<string, string>> =>
  Object.fromEntries(
    variablesOf(path).map((name) => {
      const { type, pattern = '[^/]+' } = params[name] ?? {};
      return [name, type === 'integer' ? '[0-9]+' : pattern];
    }),
  );

/** Groups the endpoints of one part of an interface under a documentation heading. */
export const section = <R extends PublishedRoute>(tag: string, ...routes: readonly R[]): readonly R[] =>
  routes.map((each) => ({ ...each, tag }));
