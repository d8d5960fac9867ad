import type { Core } from '../../core.ts';
import { type Actor, anonymous, type IdempotencyKey } from '../../kernel/actor.ts';
import { DomainError } from '../../kernel/errors.ts';
import { parseEntityTags } from '../conditional.ts';
import { invalidIdempotencyKey, readIdempotencyKey } from '../idempotency-key.ts';
import { type Match, routeFor } from '../match.ts';
import { Exchange, type Identify, type Step } from '../policy.ts';
import type { RequestBody, RestRequest, RestResponse } from '../request.ts';
import type { Route } from '../route.ts';
import { NO_CONTENT } from '../status.ts';
import { preferredFormat } from './negotiate.ts';
import { readInput } from './reader.ts';
import { RequestQuota } from './request-quota.ts';
import { presentAnswer } from './responses.ts';

/** Exchange of the inventory interface, with its rate-limit accounting. */
export class InventoryExchange extends Exchange<RestRequest, Route> {
  readonly core: Core;
  readonly quota: RequestQuota;
  /** Whether a refusal is one of a request that no use case has seen. */
  isInAdmission = false;

  constructor(request: RestRequest, identify: Identify, core: Core) {
    super(request, identify);
    this.core = core;
    this.quota = new RequestQuota(core.limits, request);
  }

  /** The route of the path and method; undefined if there is none. */
  get matchingRoute(): Route | undefined {
    return routeFor(this.matches.slice(0, 1), this.request.method)?.route;
  }
}

export type InventoryStep = Step<InventoryExchange, RestResponse>;

function allowedMethods(match: Match<Route>): readonly string[] {
  const methods = [...new Set(match.address.routes.flatMap((route) => route.methods))];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

/** Matches the path; unpublished paths are 404, also for anonymous callers. */
export const findPath =
  (find: (path: string) => readonly Match<Route>[]): InventoryStep =>
  (exchange) => {
    exchange.matches = find(exchange.request.path);
    const [match] = exchange.matches;
    if (!match) throw new DomainError('not-found', 'not_found', 'There is nothing at that address.');
    if (exchange.request.method !== 'OPTIONS') return undefined;
    return { status: NO_CONTENT, headers: { allow: allowedMethods(match).join(', ') }, body: undefined };
  };

/**
 * Authenticates the caller and selects the route. Credentials are verified before anything is counted, so valid ones are
 * exempt from the limit of anonymous callers. 405 is for authenticated callers only.
 */
export const identifyCaller: InventoryStep = async (exchange) => {
  const { identify, quota, matchingRoute: route, request } = exchange;
  const actor = await (route?.access === 'anyone' ? identify().catch(orAnonymous(request)) : identify());
  if (!route) {
    if (actor.userId === undefined) throw new DomainError('unauthenticated', 'missing_token', 'Sign in first.');
    await quota.charge(actor, undefined);
    throw new DomainError('method-not-allowed', 'method_not_allowed', 'The address does not have that method.', {
      allow: exchange.matches.slice(0, 1).flatMap(allowedMethods),
    });
  }
  exchange.actor = actor;
  exchange.route = route;
  return undefined;
};

const orAnonymous =
  ({ origin }: RestRequest) =>
  (error: unknown): Actor => {
    const isCredential =
      error instanceof DomainError && (error.kind === 'unauthenticated' || error.code === 'rest_cookie_invalid_nonce');
    if (isCredential) return { ...anonymous, origin };
    throw error;
  };

/** Begins the steps whose refusals have an audit record, because no use case runs before they end. */
export const beginAdmission: InventoryStep = (exchange) => {
  exchange.isInAdmission = true;
  return undefined;
};

export const endAdmission: InventoryStep = (exchange) => {
  exchange.isInAdmission = false;
  return undefined;
};

/** Charges the request to the rate limits of its user. */
export const chargeCaller: InventoryStep = ({ quota, actor, route }) => quota.charge(actor, route);

/** Charges the lines of a batch to the rate limits; the first line is covered by the request itself. */
export const chargeLines: InventoryStep = ({ quota, actor, route, input }) => {
  const lines = route.lines === undefined ? undefined : input[route.lines];
  if (typeof lines !== 'object' || lines === null) return undefined;
  return quota.chargeLines(actor, { route, more: Object.keys(lines).length - 1 });
};

export const checkAccess: InventoryStep = ({ route, core, actor }) => core.admit(route.useCase, actor);

/** Parses the parameters of path, query and body, and reports all errors in one refusal. */
export const readParameters: InventoryStep = (exchange) => {
  const { route, request } = exchange;
  const takesBody = route.methods.some((method) => method === 'POST' || method === 'PUT' || method === 'PATCH');
  return takesBody
    ? request.body(route.accepts).then((body) => readInputOf(exchange, body))
    : readInputOf(exchange, { kind: 'none' });
};

function readInputOf(exchange: InventoryExchange, body: RequestBody): undefined {
  const { route, request, matches } = exchange;
  if (body.kind === 'none' && needsBody(route)) {
    throw new DomainError('invalid', 'body_required', 'The request needs a body.');
  }
  const members = body.kind === 'none' || body.kind === 'upload' ? {} : body.value;
  const input = readInput(route, { path: matches[0]?.variables ?? {}, query: request.query, body: members });
  exchange.input = body.kind === 'upload' ? { ...input, upload: body.upload } : input;
  return undefined;
}

/** Whether requests without a body are refused. */
export const needsBody = (route: Route): boolean =>
  route.accepts.includes('csv') ||
  (route.methods.some((method) => method !== 'GET' && method !== 'DELETE') &&
    Object.entries(route.params).some(
      ([name, { required, in: place }]) => required && place !== 'query' && !route.path.includes(`{${name}}`),
    ));

export const chooseFormat: InventoryStep = (exchange) => {
  const { route, request, input } = exchange;
  if (route.streams && input.format === undefined)
    exchange.input = { ...input, format: preferredFormat(request.header('accept')) };
  return undefined;
};

/** Reads the expected versions of a change from `If-Match` (RFC 9110, 13.1.1). */
export const readPreconditions =
  ({ required }: { readonly required: boolean }): InventoryStep =>
  (exchange) => {
    if (!exchange.route.versioned) return undefined;
    const header = exchange.request.header('if-match');
    if (header === undefined) {
      if (!required) return undefined;
      throw new DomainError('precondition-required', 'precondition_required', 'Send the version you read in If-Match.');
    }
    if (header.trim() === '*') return undefined;
    const expectedVersions = parseEntityTags(header).map((tag) => Number(tag.split('.')[0]));
    exchange.input = { ...exchange.input, expectedVersions };
    return undefined;
  };

export const readOnce: InventoryStep = (exchange) => {
  const { route, request, actor } = exchange;
  const header = request.header('idempotency-key');
  if (header === undefined || !route.once) return undefined;
  const key = readIdempotencyKey(header);
  if (key === undefined) throw new DomainError('invalid', 'validation_failed', invalidIdempotencyKey);
  // The digest of an uploaded file is available only after the use case has read it.
  const once: IdempotencyKey = {
    key,
    route: `POST ${route.path}`,
    get fingerprint() {
      return request.fingerprint();
    },
  };
  exchange.actor = { ...actor, once };
  return undefined;
};

/** Runs the use case and presents its output. */
export const answer: InventoryStep = ({ route, core, actor, input, request }) =>
  route.answer(core, actor, { given: input, around: core }).then((answered) => presentAnswer(answered, request, route));
