import type { Core } from '../../core.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Page } from '../../kernel/page.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import type { DeclaredRefusals, UseCase } from '../../kernel/use-case.ts';
import type { Ports } from '../../ports.ts';
import { checkVariables, variablesOf } from '../address.ts';
import { answerOf } from '../answer.ts';
import type { InputOf } from '../input.ts';
import type { Method } from '../request.ts';
import type { Answer, PublishedRoute } from '../route.ts';
import { type CREATED, type MULTI_STATUS, type NO_CONTENT, OK } from '../status.ts';
import type { LinkContext } from './link-context.ts';
import { namespaceOf } from './names.ts';
import { checkKeywords } from './published-keywords.ts';
import { compileShopReader, type ShopReader } from './reading/reader.ts';
import type { TextBody } from './text-body.ts';

/** Refusal of a route in place of `rest_forbidden`. */
export interface ShopRefusal {
  readonly code: string;
  readonly message: string;
}

/** Refusal of reading routes. */
export const cannotView: ShopRefusal = { code: 'shop_rest_cannot_view', message: 'You are not allowed to view this.' };
/** Refusal of writing routes. */
export const cannotUpdate: ShopRefusal = {
  code: 'shop_rest_cannot_update',
  message: 'You are not allowed to change this.',
};

/** A refusal that a route may present in its own form. */
export interface PresentedRefusal {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

/** Forms of a body besides JSON, by name. */
export type Formats = Readonly<Record<string, (body: unknown) => TextBody>>;

/** An endpoint of the shop interface; endpoints with the same path form one route of the index. */
export interface ShopRoute extends PublishedRoute {
  readonly namespace: string;
  readonly useCase: UseCase<Ports, never, unknown>;
  readonly refusal: ShopRefusal;
  /** The refusal for one request, where it depends on the parameters. */
  refusalFor(given: Record<string, unknown>): ShopRefusal;
  /** Body of a refusal by the use case, where clients of the route expect their own; undefined for the usual one. */
  refused(refusal: PresentedRefusal): unknown;
  /** Statuses of good answers beside `status`. */
  readonly otherStatuses: readonly number[];
  /** Whether it may be an item of a batch. */
  readonly batch: boolean;
  /** Whether caches must not store its answers, also those to anonymous callers. */
  readonly isPrivate: boolean;
  /** Milliseconds during which the same request returns the same object; 0 for none. */
  readonly lasts: number;
  /** Other forms of the body, refusals included, by the value of the query parameter `format`; of GET only. */
  readonly formats: Formats;
  readonly read: ShopReader;
  answer(core: Core, actor: Actor, asked: RouteRequest): Promise<Answer>;
}

/** Parameters and context of a request. */
export interface RouteRequest {
  readonly given: Record<string, unknown>;
  readonly around: LinkContext;
}

/** Context of a presenter besides the output. */
export interface ShopPresented<Given> {
  readonly actor: Actor;
  readonly given: Given;
  readonly around: LinkContext;
}

type Variables = Readonly<Record<string, string>>;
interface CommonSpec<P extends Schemas, V extends Variables, O> {
  /** The namespace whose index lists it; by default the longest namespace that is a prefix of the path. */
  readonly namespace?: string;
  /** Several if one endpoint serves all of them: `['POST', 'PUT', 'PATCH']`. */
  readonly methods: readonly Method[];
  readonly path: string;
  /** Published pattern of each path variable. */
  readonly variables?: V;
  readonly params?: P;
  readonly summary: string;
  /** Defaults to `rest_forbidden`. */
  readonly refusal?: ShopRefusal;
  /** Refusal depending on the parameters of the request. */
  readonly refusalOf?: (given: InputOf<P, V>) => ShopRefusal;
  /** Refusals of the route itself, beside those of its use case. */
  readonly refusals?: DeclaredRefusals;
  /** Allows it as an item of a batch, shown in the index. */
  readonly batch?: boolean;
  readonly status?: typeof OK | typeof CREATED | typeof NO_CONTENT | typeof MULTI_STATUS;
  /** Further statuses of good answers, by `statusOf`. */
  readonly otherStatuses?: readonly number[];
  /** Overrides the status depending on the output. */
  readonly statusOf?: (output: O) => number;
  /** Body of a refusal by the use case, where clients of the route expect their own; undefined for the usual one. */
  readonly refused?: (refusal: PresentedRefusal) => unknown;
  /** Response schema: `schema` of `OPTIONS`, documentation, tests. */
  readonly returns?: Schema;
  /** Internal path for the `Location` header. */
  readonly location?: (output: O) => string;
  /** Total count of a list in the output, if the output is not a page; `isWhole` if the list is complete. */
  readonly listOf?: (output: O) => { readonly total: number; readonly isWhole?: true };
  /**
   * Milliseconds during which the same request may return the same object, in any cached form; as long as nothing changes,
   * the same object is returned after that, too.
   */
  readonly lasting?: number;
  /** Other forms of the body by the value of the query parameter `format`. */
  readonly formats?: Formats;
  /** Answers contain secrets: caches must not store them, also those to anonymous callers. */
  readonly isPrivate?: true;
  /** Redacts a body that is stored for idempotent replays: everything but secrets. */
  readonly keep?: (body: unknown) => unknown;
}

/** Presenter of the output; pages are presented entry by entry. */
type Present<O, Given> =
  O extends Page<infer E>
    ? (entry: E, call: ShopPresented<Given>) => unknown
    : (output: O, call: ShopPresented<Given>) => unknown;

type Show<Given> = (value: unknown, call: ShopPresented<Given>) => unknown;

interface DirectSpec<P extends Schemas, V extends Variables, I, O> extends CommonSpec<P, V, O> {
  readonly useCase: InputOf<P, V> extends I
    ? UseCase<Ports, I, O>
    : 'the parameters do not give the use case what it asks for';
  readonly input?: undefined;
  readonly present?: Present<NoInfer<O>, InputOf<P, V>>;
}
interface MappedSpec<P extends Schemas, V extends Variables, I, O> extends CommonSpec<P, V, O> {
  readonly useCase: UseCase<Ports, I, O>;
  readonly input: (given: InputOf<P, V>, around: LinkContext) => I;
  readonly present?: Present<NoInfer<O>, InputOf<P, V>>;
}

/** The statuses of good answers of a route. */
const statusesOf = <P extends Schemas, V extends Variables, O>(spec: CommonSpec<P, V, O>) => ({
  status: spec.status ?? OK,
  otherStatuses: spec.otherStatuses ?? [],
});

/** The members of a route that concern its refusals. */
const refusalsOf = <P extends Schemas, V extends Variables, O>(spec: CommonSpec<P, V, O>) => ({
  refusal: spec.refusal ?? forbidden,
  refusalFor: (given: unknown) => spec.refusalOf?.(given as InputOf<P, V>) ?? spec.refusal ?? forbidden,
  refused: (refusal: PresentedRefusal) => spec.refused?.(refusal),
});

const forbidden: ShopRefusal = { code: 'rest_forbidden', message: 'You are not allowed to do that.' };

/**
 * Declares one endpoint of the shop interface; compiles only if its parameters provide the use case's input.
 * @example
 * shopRoute({
 *   methods: ['GET'], path: '/shop-admin/options', summary: 'Read options.',
 *   params: { options: { type: 'string', published: false } },
 *   useCase: readOptions, refusal: cannotView,
 * })
 */
export function shopRoute<I, O, const P extends Schemas = {}, const V extends Variables = {}>(
  spec: DirectSpec<P, V, I, O>,
): ShopRoute;
export function shopRoute<I, O, const P extends Schemas = {}, const V extends Variables = {}>(
  spec: MappedSpec<P, V, I, O>,
): ShopRoute;
export function shopRoute<I, O, P extends Schemas = {}, V extends Variables = {}>(
  spec: DirectSpec<P, V, I, O> | MappedSpec<P, V, I, O>,
): ShopRoute {
  const useCase = spec.useCase as UseCase<Ports, I, O>;
  const { params = {}, variables = {} }: { readonly params?: Schemas; readonly variables?: Variables } = spec;
  checkDeclaration(spec, params, variables);
  return {
    namespace: spec.namespace ?? namespaceOf(spec.path),
    methods: spec.methods,
    path: spec.path,
    variables,
    params,
    useCase: useCase as UseCase<Ports, never, unknown>,
    access: useCase.access,
    effect: useCase.effect,
    refusals: [useCase.refusals ?? {}, spec.refusals ?? {}],
    ...refusalsOf(spec),
    batch: spec.batch ?? false,
    summary: spec.summary,
    tag: '',
    ...statusesOf(spec),
    returns: spec.returns,
    isList: 'page' in params && 'per_page' in params,
    isPrivate: spec.isPrivate ?? false,
    lasts: spec.lasting ?? 0,
    formats: spec.formats ?? {},
    once: spec.methods.includes('POST') && useCase.repeats !== 'none',
    read: compileShopReader(params, variablesOf(spec.path)),
    async answer(core, actor, { given, around }) {
      const known = given as InputOf<P, V>;
      const input = spec.input ? spec.input(known, around) : (known as I);
      const show = (value: unknown) =>
        spec.present ? (spec.present as Show<InputOf<P, V>>)(value, { actor, given: known, around }) : value;
      const present = (output: O) => answerOf(spec, output, { show });
      const keep = (full: Answer) => (spec.keep ? { ...full, body: spec.keep(full.body) } : full);
      const { answer, replayed } = await core.runOnce(useCase, actor, { input, present, keep });
      return replayed ? { ...answer, replayed } : answer;
    },
  };
}

/** Refuses unknown keywords, and variables that do not fit the path. */
function checkDeclaration(
  { path, returns }: { readonly path: string; readonly returns?: Schema },
  params: Schemas,
  variables: Variables,
): void {
  checkVariables(path, variables);
  checkKeywords(path, { ...params, ...(returns && { returns }) });
}
