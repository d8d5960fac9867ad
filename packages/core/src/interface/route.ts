import type { Core } from '../core.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Page } from '../kernel/page.ts';
import type { Schema, Schemas } from '../kernel/schema.ts';
import type { Tables } from '../kernel/tables.ts';
import type { Access, UseCase } from '../kernel/use-case.ts';
import type { Ports } from '../ports.ts';
import { placesOf, variablesOf } from './address.ts';
import { tell } from './inventory/answer.ts';
import { compileReader, demandUnreadKept, type Reader, type Unread } from './inventory/reader.ts';
import type { SpecialLimit } from './inventory/request-quota.ts';
import { begun, type StreamedBody, type Table } from './inventory/table-answer.ts';
import type { Uploaded } from './inventory/upload.ts';
import type { Published } from './match.ts';
import type { BodyKind, Method } from './request.ts';
import type { Descriptor, InputOf, Params } from './schema.ts';
import { type CREATED, type NO_CONTENT, OK } from './status.ts';

/** What an endpoint has to say; the policy decides how. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly etag?: string;
  readonly location?: string;
  /** Length and next part of a list. */
  readonly list?: {
    readonly total: number;
    readonly next?: Readonly<Record<string, string>>;
    /** Whether it is told as a whole. */
    readonly isWhole?: true;
  };
  readonly replayed?: boolean;
  /** In place of `body`. */
  readonly stream?: StreamedBody;
}

/** One published endpoint of either interface: data, and a pointer to the use case that answers it. */
export interface PublishedRoute extends Published {
  readonly params: Schemas;
  readonly access: Access;
  readonly effect: 'read' | 'write';
  readonly summary: string;
  /** Heading in the documentation. */
  readonly tag: string;
  readonly status: number;
  /** The shape of the answer. */
  readonly returns: Schema | undefined;
  readonly isList: boolean;
  /** Whether `Idempotency-Key` is understood. */
  readonly once: boolean;
}

/** An endpoint of the inventory interface. */
export interface Route extends PublishedRoute {
  readonly params: Params;
  readonly returns: Descriptor | undefined;
  /** Members of the body that are known and dropped. */
  readonly ignores: readonly string[];
  readonly accepts: readonly BodyKind[];
  /** Whether `If-Match` is understood. */
  readonly versioned: boolean;
  /** A limit of its own, besides those of every route. */
  readonly limit?: SpecialLimit;
  /** Whether it is a health probe, which no limit counts or refuses. */
  readonly isProbe: boolean;
  /** The input that is a list of changes, each of which counts for itself. */
  readonly lines?: string;
  /** Whether it answers with a whole table, in the form that the caller likes. */
  readonly streams: boolean;
  readonly read: Reader;
  /** Refuses whoever may not use it, before anything of the request is read. */
  admit(core: Core, actor: Actor): Promise<void>;
  answer(core: Core, actor: Actor, input: Record<string, unknown>): Promise<Answer>;
}

/** What a presenter may know beside the output. */
export interface Presented<Given> {
  readonly actor: Actor;
  readonly given: Given;
}

/** What endpoints of every kind say about themselves. */
export interface CommonSpec<P extends Params, O, Given> {
  /** Usually one; several where the interface has names for the same thing. */
  readonly methods: readonly Method[];
  readonly path: string;
  readonly params?: P;
  readonly ignores?: readonly string[];
  readonly accepts?: readonly BodyKind[];
  readonly summary: string;
  /** 200 unless given; 201 says where the new object is, 204 says nothing. */
  readonly status?: typeof OK | typeof CREATED | typeof NO_CONTENT;
  /** The status of one answer where it depends on what came out. */
  readonly statusOf?: (output: O) => number;
  readonly returns?: Descriptor;
  readonly versioned?: boolean;
  readonly limit?: SpecialLimit;
  /** `true` for a health probe, which no limit counts or refuses. */
  readonly isProbe?: true;
  /** The parameter that is a list of changes, each of which counts for itself. */
  readonly lines?: keyof P & string;
  /** What of a body may be kept for a repeated request: everything but secrets. */
  readonly keep?: (body: unknown) => unknown;
  readonly etag?: (output: O) => string;
  readonly location?: (output: O) => string;
  readonly replayed?: (output: O) => boolean;
  /** In place of `present`: the table that is sent while it is read; its parameters are `tableParams` and others. */
  readonly streams?: (output: O, call: Presented<Given>) => Table<unknown>;
  /** The parameters of the next part of a list that is not paged by number. */
  readonly next?: (output: O, given: Given) => Readonly<Record<string, string>> | undefined;
}

/** The output presented as it is published; a page entry by entry. */
type Present<O, Given> =
  O extends Page<infer E>
    ? (entry: E, call: Presented<Given>) => unknown
    : (output: O, call: Presented<Given>) => unknown;

interface Versions {
  readonly expectedVersions?: readonly number[];
}

/** The members of a use case's input that the declared parameters do not give it. */
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

/** An endpoint whose parameters are just what its use case asks for. */
interface DirectSpec<P extends Params, I, O> extends CommonSpec<P, O, InputOf<P>> {
  readonly useCase: InputOf<P> extends I
    ? UseCase<Ports, I, O>
    : `parameter does not fit the use case: ${Misfit<InputOf<P>, I>}`;
  readonly input?: undefined;
  readonly present?: Present<NoInfer<O>, InputOf<P>>;
}
/** An endpoint that says how its parameters become what its use case asks for. */
interface MappedSpec<P extends Params, I, O> extends CommonSpec<P, O, InputOf<P>> {
  readonly useCase: UseCase<Ports, I, O>;
  readonly input: (given: InputOf<P> & Versions & Uploaded & Partial<Unread>, tables: Tables) => I;
  readonly present?: Present<NoInfer<O>, InputOf<P>>;
}

/** Declares one endpoint. It does not compile unless its parameters give the use case what it asks for. */
export function route<const P extends Params, I, O>(spec: DirectSpec<P, I, O>): Route;
export function route<const P extends Params, I, O>(spec: MappedSpec<P, I, O>): Route;
export function route<P extends Params, I, O>(spec: DirectSpec<P, I, O> | MappedSpec<P, I, O>): Route {
  const useCase = spec.useCase as UseCase<Ports, I, O>;
  const params: Params = spec.params ?? {};
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
    summary: spec.summary,
    tag: '',
    status: spec.status ?? OK,
    returns: spec.returns,
    versioned: spec.versioned ?? false,
    once: spec.methods.includes('POST') && useCase.repeats !== 'none',
    streams: spec.streams !== undefined,
    isList: 'page' in params && 'per_page' in params,
    ...{ ...(spec.limit && { limit: spec.limit }), isProbe: spec.isProbe ?? false },
    ...(spec.lines !== undefined && { lines: spec.lines }),
    read: compileReader({ ...placesOf(spec.methods, spec.path, params), ignored: ignores }),
    admit: (core, actor) => core.admit(useCase, actor),
    answer: (core, actor, given) => answer({ spec, useCase, core, actor }, given as InputOf<P> & Versions & Uploaded),
  };
}

/** Ids are digits; other variables have the pattern of their descriptor. */
const variablePatterns = (path: string, params: Params): Readonly<Record<string, string>> =>
  Object.fromEntries(
    variablesOf(path).map((name) => {
      const { type, pattern = '[^/]+' } = params[name] ?? {};
      return [name, type === 'integer' ? '[0-9]+' : pattern];
    }),
  );

/** The endpoints of one part of an interface, under its heading in the documentation. */
export const section = <R extends PublishedRoute>(tag: string, ...routes: readonly R[]): readonly R[] =>
  routes.map((each) => ({ ...each, tag }));

interface Call<P extends Params, I, O> {
  readonly spec: DirectSpec<P, I, O> | MappedSpec<P, I, O>;
  readonly useCase: UseCase<Ports, I, O>;
  readonly core: Core;
  readonly actor: Actor;
}

async function answer<P extends Params, I, O>(
  { spec, useCase, core, actor }: Call<P, I, O>,
  given: InputOf<P> & Versions & Uploaded,
): Promise<Answer> {
  const { tables } = core;
  const input = spec.input ? spec.input(given, tables) : (given as I);
  demandUnreadKept(given, input);
  const { answer: told, replayed } = await core.runOnce(useCase, actor, {
    input,
    present: (output) => tell(spec, output, { actor, given, tables }),
    keep: (full: Answer) => (spec.keep ? { ...full, body: spec.keep(full.body) } : full),
  });
  if (told.stream) return { ...told, stream: await begun(told.stream) };
  return replayed ? { ...told, replayed } : told;
}
