import type { Core } from '../core.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Page } from '../kernel/page.ts';
import type { Schema, Schemas } from '../kernel/schema.ts';
import type { Tables } from '../kernel/tables.ts';
import type { Access, DeclaredRefusals, UseCase } from '../kernel/use-case.ts';
import type { Ports } from '../ports.ts';
import { placesOf, variablesOf } from './address.ts';
import { answerOf } from './answer.ts';
import type { InputOf } from './input.ts';
import { compileReader, demandUnreadKept, type InputReader, type Unread } from './inventory/reader.ts';
import type { SpecialLimit } from './inventory/request-quota.ts';
import { begun, type StreamedBody, type StreamedTable, streamTable, type TableWish } from './inventory/table-answer.ts';
import type { Uploaded } from './inventory/upload.ts';
import type { Published } from './match.ts';
import type { BodyKind, Method } from './request.ts';
import { type CREATED, type NO_CONTENT, OK } from './status.ts';

/** Transport-independent result of an endpoint, rendered by the policy. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly etag?: string;
  readonly location?: string;
  /** Total count and next page of a list. */
  readonly list?: {
    readonly total: number;
    readonly next?: Readonly<Record<string, string>>;
    /** Whether the list is complete, not one page of it. */
    readonly isWhole?: true;
  };
  readonly replayed?: boolean;
  /** Replaces `body`. */
  readonly stream?: StreamedBody;
}

/** One published endpoint of either interface: metadata, and a reference to its use case. */
export interface PublishedRoute extends Published {
  readonly params: Schemas;
  readonly access: Access;
  readonly effect: 'read' | 'write';
  readonly summary: string;
  /** Section heading in the documentation. */
  readonly tag: string;
  readonly status: number;
  /** Response schema. */
  readonly returns: Schema | undefined;
  readonly isList: boolean;
  /** Whether `Idempotency-Key` is supported. */
  readonly once: boolean;
  /** Refusals of its use case and of its own, beside those that follow from its declaration. */
  readonly refusals: readonly DeclaredRefusals[];
}

export interface Route extends PublishedRoute {
  readonly params: Schemas;
  readonly returns: Schema | undefined;
  /** Known members of the body that are ignored. */
  readonly ignores: readonly string[];
  readonly accepts: readonly BodyKind[];
  /** Whether `If-Match` is supported. */
  readonly versioned: boolean;
  /** An additional rate limit of this route. */
  readonly limit?: SpecialLimit;
  /** Whether it is a health probe, which is exempt from all limits. */
  readonly isProbe: boolean;
  /** The input that is a list of changes, each counted separately by the rate limits. */
  readonly lines?: string;
  /** Whether it returns a table in the negotiated format. */
  readonly streams: boolean;
  readonly read: InputReader;
  /** Checks permission before anything of the request is parsed; throws if it is denied. */
  admit(core: Core, actor: Actor): Promise<undefined>;
  answer(core: Core, actor: Actor, input: Record<string, unknown>): Promise<Answer>;
}

/** Context of a presenter besides the output. */
export interface Presented<Given> {
  readonly actor: Actor;
  readonly given: Given;
}

/** Declaration common to endpoints of every kind. */
export interface CommonSpec<P extends Schemas, O, Given> {
  /** Usually one; several if the interface has synonyms. */
  readonly methods: readonly Method[];
  readonly path: string;
  readonly params?: P;
  readonly ignores?: readonly string[];
  readonly accepts?: readonly BodyKind[];
  readonly summary: string;
  /** 200 by default; 201 has a `Location`, 204 has no body. */
  readonly status?: typeof OK | typeof CREATED | typeof NO_CONTENT;
  /** Overrides the status depending on the output. */
  readonly statusOf?: (output: O) => number;
  readonly returns?: Schema;
  /** Refusals of the route itself, beside those of its use case. */
  readonly refusals?: DeclaredRefusals;
  readonly versioned?: boolean;
  readonly limit?: SpecialLimit;
  /** `true` for a health probe, which is exempt from all limits. */
  readonly isProbe?: true;
  /** The parameter that is a list of changes, each counted separately by the rate limits. */
  readonly lines?: keyof P & string;
  /** Redacts a body that is stored for idempotent replays: everything but secrets. */
  readonly keep?: (body: unknown) => unknown;
  readonly etag?: (output: O) => string;
  readonly location?: (output: O) => string;
  readonly replayed?: (output: O) => boolean;
  /** Replaces `present`: the table to stream; its parameters include `tableParams`. */
  readonly streams?: (output: O, call: Presented<Given>) => StreamedTable<unknown>;
  /** Parameters of the next page of a cursor-paginated list. */
  readonly next?: (output: O, given: Given) => Readonly<Record<string, string>> | undefined;
}

/** Presenter of the output; pages are presented entry by entry. */
type Present<O, Given> =
  O extends Page<infer E>
    ? (entry: E, call: Presented<Given>) => unknown
    : (output: O, call: Presented<Given>) => unknown;

interface Versions {
  readonly expectedVersions?: readonly number[];
}

/** Members of a use case's input that the declared parameters do not provide. */
type Misfit<Given, Wanted> = {
  [K in keyof Wanted]-?: K extends keyof Given
    ? Pick<Given, K> extends Pick<Wanted, K>
      ? never
      : K
    : {} extends Pick<Wanted, K>
      ? never
      : K;
}[keyof Wanted] &
  string;

/** An endpoint whose parameters match the input of its use case. */
interface DirectSpec<P extends Schemas, I, O> extends CommonSpec<P, O, InputOf<P>> {
  readonly useCase: InputOf<P> extends I
    ? UseCase<Ports, I, O>
    : `parameter does not fit the use case: ${Misfit<InputOf<P>, I>}`;
  readonly input?: undefined;
  readonly present?: Present<NoInfer<O>, InputOf<P>>;
}
/** An endpoint that maps its parameters to the input of its use case. */
interface MappedSpec<P extends Schemas, I, O> extends CommonSpec<P, O, InputOf<P>> {
  readonly useCase: UseCase<Ports, I, O>;
  readonly input: (given: InputOf<P> & Versions & Uploaded & Partial<Unread>, tables: Tables) => I;
  readonly present?: Present<NoInfer<O>, InputOf<P>>;
}

/** Declares one endpoint; compiles only if its parameters provide the use case's input. */
export function route<const P extends Schemas, I, O>(spec: DirectSpec<P, I, O>): Route;
export function route<const P extends Schemas, I, O>(spec: MappedSpec<P, I, O>): Route;
export function route<P extends Schemas, I, O>(spec: DirectSpec<P, I, O> | MappedSpec<P, I, O>): Route {
  const useCase = spec.useCase as UseCase<Ports, I, O>;
  const params: Schemas = spec.params ?? {};
  const ignores = spec.ignores ?? [];
  return {
    methods: spec.methods,
    path: spec.path,
    variables: variablePatterns(spec.path, params),
    params,
    ignores,
    accepts: spec.accepts ?? ['json'],
    access: useCase.access,
    effect: useCase.effect,
    refusals: [useCase.refusals ?? {}, spec.refusals ?? {}],
    summary: spec.summary,
    tag: '',
    status: spec.status ?? OK,
    returns: spec.returns,
    versioned: spec.versioned ?? false,
    once: spec.methods.includes('POST') && useCase.repeats !== 'none',
    streams: spec.streams !== undefined,
    isList: 'page' in params && 'per_page' in params,
    ...(spec.limit && { limit: spec.limit }),
    isProbe: spec.isProbe ?? false,
    ...(spec.lines !== undefined && { lines: spec.lines }),
    read: compileReader({ ...placesOf(spec.methods, spec.path, params), ignored: ignores }),
    admit: (core, actor) => core.admit(useCase, actor),
    answer: (core, actor, given) => answer({ spec, useCase, core, actor }, given as InputOf<P> & Versions & Uploaded),
  };
}

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

interface Call<P extends Schemas, I, O> {
  readonly spec: DirectSpec<P, I, O> | MappedSpec<P, I, O>;
  readonly useCase: UseCase<Ports, I, O>;
  readonly core: Core;
  readonly actor: Actor;
}

async function answer<P extends Schemas, I, O>(
  { spec, useCase, core, actor }: Call<P, I, O>,
  given: InputOf<P> & Versions & Uploaded,
): Promise<Answer> {
  const { tables } = core;
  const input = spec.input ? spec.input(given, tables) : (given as I);
  demandUnreadKept(given, input);
  const { answer, replayed } = await core.runOnce(useCase, actor, {
    input,
    present: (output) => presented(spec, output, { actor, given, tables }),
    keep: (full: Answer) => (spec.keep ? { ...full, body: spec.keep(full.body) } : full),
  });
  if (answer.stream) return { ...answer, stream: await begun(answer.stream) };
  return replayed ? { ...answer, replayed } : answer;
}

/** Presents an output; a table is streamed in the format of the request. */
function presented<P extends Schemas, O, Given>(
  spec: CommonSpec<P, O, Given> & { readonly present?: unknown },
  output: O,
  { tables, ...call }: Presented<Given> & { readonly tables: Tables },
): Answer {
  const present = spec.present as ((value: unknown, call: Presented<Given>) => unknown) | undefined;
  if (!spec.streams)
    return answerOf(spec, output, {
      show: (value) => (present ? present(value, call) : value),
      next: spec.next?.(output, call.given),
    });
  const status = spec.statusOf?.(output) ?? spec.status ?? OK;
  const stream = streamTable(spec.streams(output, call), call.given as TableWish, tables);
  return { status, body: undefined, stream };
}
