import type { Schema, Schemas } from '../../kernel/schema.ts';
import { checkVariables, variablesOf } from '../address.ts';
import { type DirectEndpoint, type Endpoint, type EndpointSpec, endpoint, type MappedEndpoint } from '../endpoint.ts';
import type { InputOf } from '../input.ts';
import type { OwnRefusal } from '../openapi/own-refusal.ts';
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
/** Refusal of creating routes. */
export const cannotCreate: ShopRefusal = {
  code: 'shop_rest_cannot_create',
  message: 'You are not allowed to do this.',
};

/** Forms of a body besides JSON, by name. */
export type Formats = Readonly<Record<string, (body: unknown) => TextBody>>;

/** An endpoint of the shop interface; endpoints with the same path form one route of the index. */
export interface ShopRoute extends Endpoint<LinkContext> {
  readonly namespace: string;
  readonly refusal: ShopRefusal;
  /** The refusal for one request, where it depends on the parameters. */
  refusalFor(given: Record<string, unknown>): ShopRefusal;
  /** The form of refusals by the use case, where clients of the route expect their own. */
  readonly refused: OwnRefusal | undefined;
  /** Statuses of good answers beside `status`. */
  readonly otherStatuses: readonly number[];
  /** Whether it may be an item of a batch. */
  readonly batch: boolean;
  /** Whether `If-Match` is supported. */
  readonly versioned: boolean;
  /** Whether its answers contain secrets: never stored by caches, also those to anonymous callers, and never compressed. */
  readonly hasSecrets: boolean;
  /** Milliseconds during which the same request returns the same object; 0 for none. */
  readonly lasts: number;
  /** Maximum bytes of a form with files, for callers with permission; 0 for the usual limit of bodies. */
  readonly uploadBytes: number;
  /** Other forms of the body, refusals included, by the value of the query parameter `format`; of GET only. */
  readonly formats: Formats;
  readonly read: ShopReader;
  /** Refuses parameters that were read and that the use case would refuse for their form; nothing for most routes. */
  readonly check: (given: Readonly<Record<string, unknown>>) => void;
}

type Variables = Readonly<Record<string, string>>;
interface CommonSpec<P extends Schemas, V extends Variables, O> extends EndpointSpec<P, O> {
  /** The namespace whose index lists it; by default the longest namespace that is a prefix of the path. */
  readonly namespace?: string;
  /** Published pattern of each path variable. */
  readonly variables?: V;
  /** Defaults to `rest_forbidden`. */
  readonly refusal?: ShopRefusal;
  /** Refusal depending on the parameters of the request. */
  readonly refusalOf?: (given: InputOf<P, V>) => ShopRefusal;
  /** Allows it as an item of a batch, shown in the index. */
  readonly batch?: boolean;
  /** Supports `If-Match`: the tags reach the input as `expectedTags`. */
  readonly versioned?: boolean;
  /** Refuses parameters that the use case would refuse for their form, before any item of a batch runs. */
  readonly check?: (given: InputOf<P, V>) => void;
  /** The entity tag of the output. */
  readonly etag?: (output: O) => string;
  /** Further statuses of good answers, by `statusOf`. */
  readonly otherStatuses?: readonly number[];
  /** The form of refusals by the use case, where clients of the route expect their own. */
  readonly refused?: OwnRefusal;
  /** Total count of a list in the output, if the output is not a page; `isWhole` if the list is complete. */
  readonly listOf?: (output: O) => { readonly total: number; readonly isWhole?: true };
  /**
   * Milliseconds during which the same request may return the same object, in any cached form; as long as nothing changes,
   * the same object is returned after that, too.
   */
  readonly lasting?: number;
  /** Other forms of the body by the value of the query parameter `format`. */
  readonly formats?: Formats;
  /** Answers contain secrets: caches must not store them, also those to anonymous callers, and they are never compressed. */
  readonly hasSecrets?: true;
  /** Maximum bytes of a form with files, for callers with permission. */
  readonly uploadBytes?: number;
}

interface DirectSpec<P extends Schemas, V extends Variables, I, O>
  extends CommonSpec<P, V, O>,
    DirectEndpoint<InputOf<P, V>, I, O, LinkContext> {}
interface MappedSpec<P extends Schemas, V extends Variables, I, O>
  extends CommonSpec<P, V, O>,
    MappedEndpoint<InputOf<P, V>, I, O, LinkContext> {}

/** The members of a route that concern its refusals. */
const refusalsOf = <P extends Schemas, V extends Variables, O>(spec: CommonSpec<P, V, O>) => ({
  refusal: spec.refusal ?? forbidden,
  refusalFor: (given: unknown) => spec.refusalOf?.(given as InputOf<P, V>) ?? spec.refusal ?? forbidden,
  refused: spec.refused,
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
  const {
    path,
    params = {},
    variables = {},
  }: Pick<CommonSpec<Schemas, Variables, O>, 'path' | 'params' | 'variables'> = spec;
  checkDeclaration(spec, params, variables);
  return {
    ...endpoint<LinkContext>(spec, { variables }),
    namespace: spec.namespace ?? namespaceOf(path),
    ...refusalsOf(spec),
    batch: spec.batch ?? false,
    versioned: spec.versioned ?? false,
    otherStatuses: spec.otherStatuses ?? [],
    hasSecrets: spec.hasSecrets ?? false,
    lasts: spec.lasting ?? 0,
    uploadBytes: spec.uploadBytes ?? 0,
    formats: spec.formats ?? {},
    read: compileShopReader(params, variablesOf(path)),
    check: (given) => spec.check?.(given as InputOf<P, V>),
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
