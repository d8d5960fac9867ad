import type { Core } from '../core.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Page } from '../kernel/page.ts';
import type { Schema, Schemas } from '../kernel/schema.ts';
import type { Access, DeclaredRefusals, UseCase } from '../kernel/use-case.ts';
import type { Ports } from '../ports.ts';
import { type AnswerSpec, answerOf } from './answer.ts';
import { demandUnreadKept } from './inventory/reader.ts';
import { begun, type StreamedBody } from './inventory/table-answer.ts';
import type { LiveSource } from './live-source.ts';
import type { Published } from './match.ts';
import type { Method } from './request.ts';
import { type CREATED, type MULTI_STATUS, type NO_CONTENT, OK } from './status.ts';

/** The content of the cookie of a browser session. */
export interface SessionCookie {
  readonly content: string;
  /** How long it lasts. */
  readonly seconds: number;
}

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
  /** The token that the cookie of the session gets; null ends the session. */
  readonly cookie?: SessionCookie | null;
  /** Events in place of `body`, sent as they come. */
  readonly live?: LiveSource;
  /** Replaces `body`. */
  readonly stream?: StreamedBody;
}

/** One published endpoint of either interface: metadata, and its use case. */
export interface PublishedRoute extends Published {
  readonly params: Schemas;
  readonly useCase: UseCase<Ports, never, unknown>;
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

/** Parameters of a request by the use case's names, and what its interface provides beside them. */
export interface EndpointCall<Around> {
  readonly given: Record<string, unknown>;
  readonly around: Around;
}

/** An endpoint that runs its use case and presents the output. */
export interface Endpoint<Around> extends PublishedRoute {
  answer(core: Core, actor: Actor, call: EndpointCall<Around>): Promise<Answer>;
  /** The input of its use case. */
  inputOf(call: EndpointCall<Around>): unknown;
  /** The answer to an output of its use case. */
  present(output: unknown, call: PresenterCall<unknown, Around>): Answer;
}

/** Context of a presenter besides the output. */
export interface PresenterCall<Params, Around> {
  readonly actor: Actor;
  readonly given: Params;
  readonly around: Around;
}

/** Members of a declaration that mean the same in both interfaces. */
export interface EndpointSpec<P extends Schemas, O> {
  /** Several if one endpoint serves all of them: `['POST', 'PUT', 'PATCH']`. */
  readonly methods: readonly Method[];
  readonly path: string;
  readonly params?: P;
  readonly summary: string;
  /** 200 by default; 201 has a `Location`, 204 has no body. */
  readonly status?: typeof OK | typeof CREATED | typeof NO_CONTENT | typeof MULTI_STATUS;
  /** Overrides the status depending on the output. */
  readonly statusOf?: (output: O) => number;
  /** Response schema: documentation, `schema` of `OPTIONS`, tests. */
  readonly returns?: Schema;
  /** Refusals of the route itself, beside those of its use case. */
  readonly refusals?: DeclaredRefusals;
  /** Internal path for the `Location` header. */
  readonly location?: (output: O) => string;
  /** Redacts a body that is stored for idempotent replays: everything but secrets. */
  readonly keep?: (body: unknown) => unknown;
}

/** Presenter of the output; pages are presented entry by entry. */
export type Presenter<O, Params, Around> =
  O extends Page<infer E>
    ? (entry: E, call: PresenterCall<Params, Around>) => unknown
    : (output: O, call: PresenterCall<Params, Around>) => unknown;

/** Members of a use case's input that the declared parameters do not provide. */
type MissingMembers<Params, Input> = {
  [K in keyof Input]-?: K extends keyof Params
    ? Pick<Params, K> extends Pick<Input, K>
      ? never
      : K
    : {} extends Pick<Input, K>
      ? never
      : K;
}[keyof Input] &
  string;

/** Names of parameters that the input of the use case does not have; `context` of the shop interface chooses members of answers. */
type Unused<Params, I> = string extends keyof Params
  ? never
  : Exclude<keyof Params, 'context' | (I extends unknown ? keyof I : never)> & string;

/** Members of an endpoint whose parameters match the input of its use case. */
export interface DirectEndpoint<Params, I, O, Around> {
  readonly useCase: Params extends I
    ? [Unused<Params, I>] extends [never]
      ? UseCase<Ports, I, O>
      : `parameter is not used by the use case: ${Unused<Params, I>}`
    : `parameter does not fit the use case: ${MissingMembers<Params, I>}`;
  readonly input?: undefined;
  readonly present?: Presenter<NoInfer<O>, Params, Around>;
}

/** Members of an endpoint that maps its parameters, and what its interface adds to them, to the input of its use case. */
export interface MappedEndpoint<Params, I, O, Around, Added = {}> {
  readonly useCase: UseCase<Ports, I, O>;
  readonly input: (given: Params & Added, around: Around) => I;
  readonly present?: Presenter<NoInfer<O>, Params, Around>;
}

/** A declaration of either interface: the types of its parameters and its use case are checked by the typed fronts. */
interface AnySpec<Around> extends Omit<EndpointSpec<Schemas, unknown>, 'status'>, AnswerSpec<Around> {
  readonly useCase: UseCase<Ports, unknown, unknown>;
  readonly input?: (given: unknown, around: Around) => unknown;
}

/** What a front adds to a declaration. */
interface Additions<Around> {
  /** A pattern for each variable of the path. */
  readonly variables: Readonly<Record<string, string>>;
  /** Replaces the presentation of the output as a body. */
  readonly answerOf?: ((output: unknown, call: PresenterCall<unknown, Around>) => Answer) | undefined;
}

/** Builds an endpoint from its declaration, for the typed fronts `route` and `shopRoute`. */
export function endpoint<Around>(declared: object, { variables, ...other }: Additions<Around>): Endpoint<Around> {
  const spec = declared as AnySpec<Around>;
  const { useCase, params = {} } = spec;
  const answerTo = other.answerOf ?? ((output, call) => answerOf(spec, output, call));
  const inputOf = ({ given, around }: EndpointCall<Around>) => (spec.input ? spec.input(given, around) : given);
  const keep = (full: Answer) => (spec.keep ? { ...full, body: spec.keep(full.body) } : full);
  return {
    methods: spec.methods,
    path: spec.path,
    variables,
    params,
    useCase,
    access: useCase.access,
    effect: useCase.effect,
    refusals: [useCase.refusals ?? {}, spec.refusals ?? {}],
    summary: spec.summary,
    tag: '',
    status: spec.status ?? OK,
    returns: spec.returns,
    isList: 'page' in params && 'per_page' in params,
    once: spec.methods.includes('POST') && useCase.repeats !== 'none',
    inputOf,
    present: answerTo,
    async answer(core, actor, { given, around }) {
      const input = inputOf({ given, around });
      demandUnreadKept(given, input);
      const present = (output: unknown) => answerTo(output, { actor, given, around });
      const { answer, replayed } = await core.runOnce(useCase, actor, { input, present, keep });
      if (answer.stream) return { ...answer, stream: await begun(answer.stream) };
      return replayed ? { ...answer, replayed } : answer;
    },
  };
}
