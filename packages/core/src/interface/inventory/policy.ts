import type { Core } from '../../core.ts';
import type { Actor, Once } from '../../kernel/actor.ts';
import { DomainError, type ErrorKind, type FieldProblem } from '../../kernel/errors.ts';
import { parseEntityTags } from '../conditional.ts';
import { linkHeader } from '../link-header.ts';
import { invalidOnceKey, onceKeyIn } from '../once-key.ts';
import type { RestRequest } from '../request.ts';
import type { Answer, Route } from '../route.ts';
import { snake } from '../schema.ts';
import { commonStatus } from '../status.ts';
import { preferredFormat } from './negotiate.ts';
import { chargeCaller, chargeLines, type RequestQuota } from './request-quota.ts';
import { readInput } from './unread.ts';

/** One request on its way to its use case. */
export interface Call {
  readonly core: Core;
  readonly route: Route;
  readonly actor: Actor;
  readonly request: RestRequest;
  readonly variables: Readonly<Record<string, string>>;
  readonly input: Record<string, unknown>;
  readonly quota: RequestQuota;
}

/** One check on the way; it refuses by throwing. */
export type Step = (call: Call) => Promise<Call> | Call;

/** How one published interface behaves where the interfaces differ. */
export interface InterfacePolicy {
  readonly name: string;
  /** Whether requests are counted and refused when there are too many. */
  readonly isLimited: boolean;
  /** The order of checks. */
  readonly steps: readonly Step[];
  readonly status: Readonly<Record<ErrorKind, number>>;
  readonly errorType: string;
  presentError(error: DomainError, context: { readonly status: number; readonly request: RestRequest }): unknown;
  /** Headers of an answer besides those of every answer. */
  headers(answer: Answer, request: RestRequest): Record<string, string>;
  /** What caches may do with answers below a path. */
  cacheControl(path: string): string;
}

/** Refuses whoever may not use the route. */
export const checkAccess: Step = async (call) => {
  await call.route.admit(call.core, call.actor);
  return call;
};

/** Reads parameters from path, query and body, and refuses what is wrong with them all at once. */
export const readParameters: Step = async (call) => {
  const { route, request, variables } = call;
  const takesBody = route.methods.some((method) => method === 'POST' || method === 'PUT' || method === 'PATCH');
  const body = takesBody ? await request.body(route.accepts) : { kind: 'none' as const };
  if (body.kind === 'none' && needsBody(route)) {
    throw new DomainError('invalid', 'body_required', 'The request needs a body.');
  }
  const members = body.kind === 'none' || body.kind === 'upload' ? {} : body.value;
  const input = readInput(route, { path: variables, query: request.query, body: members });
  return { ...call, input: body.kind === 'upload' ? { ...input, upload: body.upload } : input };
};

/** Finds out in which form a whole table is wanted. */
export const chooseFormat: Step = (call) => {
  const { route, request, input } = call;
  if (!route.streams || input.format !== undefined) return call;
  return { ...call, input: { ...input, format: preferredFormat(request.header('accept')) } };
};

const needsBody = (route: Route): boolean =>
  route.accepts.includes('csv') ||
  (route.methods.some((method) => method !== 'GET' && method !== 'DELETE') &&
    Object.entries(route.params).some(
      ([name, { required, in: place }]) => required && place !== 'query' && !route.path.includes(`{${name}}`),
    ));

/** Notes which versions the caller is willing to change (RFC 9110, 13.1.1). */
export const readPreconditions =
  ({ required }: { readonly required: boolean }): Step =>
  (call) => {
    if (!call.route.versioned) return call;
    const header = call.request.header('if-match');
    if (header === undefined) {
      if (!required) return call;
      throw new DomainError('precondition-required', 'precondition_required', 'Send the version you read in If-Match.');
    }
    if (header.trim() === '*') return call;
    const expectedVersions = parseEntityTags(header).map((tag) => Number(tag.split('.')[0]));
    return { ...call, input: { ...call.input, expectedVersions } };
  };

/** Gives the actor the caller's wish that this happens at most once. */
export const readOnce: Step = (call) => {
  const { route, request } = call;
  const header = request.header('idempotency-key');
  if (header === undefined || !route.once) return call;
  const key = onceKeyIn(header);
  if (key === undefined) throw new DomainError('invalid', 'validation_failed', invalidOnceKey);
  // A file is read by the use case, so what it says is known only there.
  const once: Once = {
    key,
    route: `POST ${route.path}`,
    get fingerprint() {
      return request.fingerprint();
    },
  };
  return { ...call, actor: { ...call.actor, once } };
};

/** Rules of the inventory interface that an installation decides. */
export interface InventoryOptions {
  readonly requireIfMatch: boolean;
}

const privatePaths = ['/users', '/ldap-config', '/test-ldap', '/audit'];

/** The inventory interface: permission before parameters, problem documents (RFC 9457). */
export const inventoryPolicy = ({ requireIfMatch }: InventoryOptions): InterfacePolicy => ({
  name: 'inventory',
  isLimited: true,
  steps: [
    chargeCaller,
    checkAccess,
    readParameters,
    chooseFormat,
    readPreconditions({ required: requireIfMatch }),
    readOnce,
    chargeLines,
  ],
  status: { ...commonStatus, invalid: 422 },
  errorType: 'application/problem+json',
  presentError: (error, { status, request }) => {
    const { fields, retryAfter: _, allow: __, allowance: ___, ...details } = error.details;
    return {
      ...details,
      type: `urn:inventory:problem:${error.code}`,
      title: titleOf(error.code),
      status,
      detail: error.message,
      instance: `${request.prefix}${request.path}`,
      code: error.code,
      request_id: request.origin.requestId,
      ...(fields && { errors: fields.map(presentField) }),
    };
  },
  headers: (answer, request) => (answer.list ? listHeaders(answer.list, request) : {}),
  cacheControl: (path) =>
    privatePaths.some((each) => path === each || path.startsWith(`${each}/`)) ? 'no-store' : 'private, no-cache',
});

/** `insufficient_stock` → `Insufficient stock`. */
function titleOf(code: string): string {
  if (code === 'invalid_credentials') return 'Username or password is incorrect.';
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
}

function presentField({ path, in: place, code, message, isForeign }: FieldProblem): unknown {
  const names = path.map((part, index) =>
    typeof part === 'number' || (isForeign && index === path.length - 1) ? part : snake(part),
  );
  const field = names.reduce<string>(
    (whole, part) => (typeof part === 'number' ? `${whole}[${part}]` : whole === '' ? part : `${whole}.${part}`),
    '',
  );
  const pointer = names.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { field, ...(place ? { in: place } : { pointer }), code, message };
}

/** Totals and the ways to other parts of a list (RFC 8288). */
function listHeaders({ total, next }: NonNullable<Answer['list']>, request: RestRequest): Record<string, string> {
  const parameters = new Map(request.query);
  const page = Number(parameters.get('page') ?? 1);
  const perPage = Number(parameters.get('per_page') ?? 100);
  const pages = Math.ceil(total / perPage);
  const to = (changes: Readonly<Record<string, string>>) => {
    const query = new Map([...parameters, ...Object.entries(changes)]);
    const others = 'page' in changes ? ['before_id', 'after_id'] : ['page'];
    for (const name of others) query.delete(name);
    return `<${request.prefix}${request.path}?${[...query].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}>`;
  };
  const isKeyset = parameters.has('before_id') || parameters.has('after_id');
  const links = [
    `${to({ page: '1' })}; rel="first"`,
    ...(page > 1 && !isKeyset ? [`${to({ page: String(Math.min(page - 1, Math.max(pages, 1))) })}; rel="prev"`] : []),
    ...(next ? [`${to(next)}; rel="next"`] : []),
    ...(!next && page < pages && !isKeyset ? [`${to({ page: String(page + 1) })}; rel="next"`] : []),
    `${to({ page: String(Math.max(pages, 1)) })}; rel="last"`,
  ];
  const link = linkHeader(links);
  return { 'x-total-count': String(total), 'x-total-pages': String(pages), ...(link !== undefined && { link }) };
}
