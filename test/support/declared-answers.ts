import { readFileSync } from 'node:fs';
import { describeInventory, describeShop } from '@backroom/composition';
import {
  createDispatch,
  defaultShopNames,
  inventoryPolicy,
  inventoryRoutes,
  type Method,
  shopPolicy,
  shopRoutes,
} from '@backroom/core/interface';
import type { ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { type Part, resolved } from './api-document.ts';

/** An answer with the operation that it belongs to. */
export interface OperationAnswer {
  /** As in the document, with variables in braces. */
  readonly path: string;
  readonly method: string;
  readonly status: number;
  readonly body: unknown;
}

/** A check of answers: a line for each fault. */
export type AnswerCheck = (answer: OperationAnswer) => readonly string[];

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Part }>>;
}

/** Checks good answers against the schemas that an OpenAPI document declares; members that it does not have are faults. */
export function declaredShapes(document: object): AnswerCheck {
  const ajv = new Ajv2020.default({ strict: false, validateFormats: false, allErrors: true });
  // Quantities beyond 2^53 units have no exact remainder in floating point.
  ajv.removeKeyword('multipleOf');
  const paths = (document as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }).paths;
  ajv.addSchema(closed(document) as object, 'api');
  const compiled = new Map<string, ValidateFunction>();
  return ({ path, method, status, body }) => {
    const name = method.toLowerCase();
    const operation = paths[path]?.[name];
    if (!operation || status < 200 || status >= 300) return [];
    const declared = operation.responses[status];
    const place = `${method} ${path} ${status}`;
    if (!declared) return [`${place}: the status is not declared`];
    if (!declared.content?.['application/json']) return [];
    const parts = ['paths', path, name, 'responses', String(status), 'content', 'application/json', 'schema'];
    const validate = compiled.get(place) ?? ajv.compile({ $ref: `api#/${parts.map(encodedPart).join('/')}` });
    compiled.set(place, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message = '', params }) => `${place}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** A part of a JSON Pointer in a fragment (RFC 6901). */
const encodedPart = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Forbids members that are not listed, so that an answer with more than its schema has is a fault. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)]));
  const isShape = 'properties' in part && 'type' in part && !('additionalProperties' in part);
  return isShape ? { ...inner, additionalProperties: false } : inner;
}

/** The codes of a refusal that a response declares. */
export const declaredCodes = (document: object, response: unknown): readonly string[] => {
  const { description } = resolved(document, response) as { readonly description?: string };
  return [...(description ?? '').matchAll(/`([a-z0-9_]+)`/g)].map(([, code = '']) => code);
};

/** Codes of a refusal that may have the code of its only field instead. */
const ofFields: readonly string[] = ['validation_failed', 'rest_invalid_param'];

/** Checks the codes of 4xx answers against those that an OpenAPI document declares for the operation and the status. */
export function declaredRefusals(document: object, isFieldCode: (code: string) => boolean): AnswerCheck {
  const paths = (document as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }).paths;
  return ({ path, method, status, body }) => {
    const operation = paths[path]?.[method.toLowerCase()];
    const { code } = (body ?? {}) as { readonly code?: string };
    if (!operation || code === undefined || status < 400 || status >= 500) return [];
    const response = operation.responses[status];
    const codes = response ? declaredCodes(document, response) : [];
    const isOfField = codes.some((each) => ofFields.includes(each)) && isFieldCode(code);
    if (codes.includes(code) || isOfField) return [];
    return [
      `${method} ${path} ${status}: ${code} is not declared; add it to \`refusals\` of the use case or of the route`,
    ];
  };
}

/** A request as a server gets it, and its answer. */
export interface ServedAnswer {
  readonly method: string;
  /** Path and query below the prefix of the inventory interface. */
  readonly url: string;
  readonly isOverridden: boolean;
  readonly status: number;
  readonly body: unknown;
}

/** The dispatchers only match routes here; they never run one. */
const unused = { core: {} as never, onFailure: () => {} };
const PRETTY = `/${defaultShopNames.prettyPrefix}`;
/** Parameters with which a good answer has other members. */
const projections = /^(?:_|fields(?:\[|$))/;

/** A check of the answers of a server by the declarations of its routes. */
interface ServedCheck {
  (served: ServedAnswer): readonly string[];
  /** The path of the route of the shop interface that a request reaches, with variables in braces. */
  shopPathOf(method: string, url: string): string | undefined;
}

let shared: ServedCheck | undefined;

/** The check of answers of a server with default names. */
export const declaredAnswers = (): ServedCheck => {
  shared ??= createDeclaredAnswers();
  return shared;
};

function createDeclaredAnswers(): ServedCheck {
  const names = defaultShopNames;
  const inventory = createDispatch({
    ...unused,
    policy: inventoryPolicy({ requireIfMatch: false }),
    routes: inventoryRoutes({ publicDocs: false }),
  });
  const shop = createDispatch({ ...unused, policy: shopPolicy({ names }), routes: shopRoutes(names) });
  const inventoryDocument = describeInventory({ publicUrl: undefined, inventoryPrefix: '', publicDocs: false })();
  const checks = {
    inventory: checksOf(inventoryDocument as object),
    shop: checksOf(describeShop({ publicUrl: undefined, shopNames: names })() as object),
  };
  const check = ({ method, url, isOverridden, status, body }: ServedAnswer) => {
    const { pathname, searchParams } = new URL(url, 'http://server');
    const shopPath = shopPathIn(pathname, searchParams);
    if (isOverridden || [...searchParams.keys()].some((name) => projections.test(name))) return [];
    const route = shopPath === undefined ? inventory.routeOf(method, pathname) : shop.routeOf(method, shopPath);
    if (!route?.methods.includes(method as Method)) return [];
    const answer = { path: route.path, method, status, body };
    return checks[shopPath === undefined ? 'inventory' : 'shop'].flatMap((each) => each(answer));
  };
  const shopPathOf = (method: string, url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://server');
    const path = shopPathIn(pathname, searchParams);
    const route = path === undefined ? undefined : shop.routeOf(method, path);
    return route?.methods.includes(method as Method) ? route.path : undefined;
  };
  return Object.assign(check, { shopPathOf });
}

function checksOf(document: object): readonly AnswerCheck[] {
  const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const [, fields = ''] = page.split('## Fields');
  return [declaredShapes(document), declaredRefusals(document, (code) => fields.includes(`\`${code}\``))];
}

/** The path of the shop interface in an address; undefined for one of the inventory interface. */
function shopPathIn(pathname: string, query: URLSearchParams): string | undefined {
  if (pathname === '/index.php') return query.get('rest_route') ?? '/';
  if (pathname !== PRETTY && !pathname.startsWith(`${PRETTY}/`)) return undefined;
  return decodeURIComponent(pathname.slice(PRETTY.length)) || '/';
}
