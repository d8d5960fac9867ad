import type { Core } from '../core.ts';
import { type Actor, nobody } from '../kernel/actor.ts';
import { DomainError } from '../kernel/errors.ts';
import type { Call, InterfacePolicy } from './inventory/policy.ts';
import { openRequestQuota, type RequestQuota, unlimitedQuota } from './inventory/request-quota.ts';
import { createMatcher, type Match } from './match.ts';
import type { Method, RestRequest, RestResponse } from './request.ts';
import type { Answer, Route } from './route.ts';
import { INTERNAL_ERROR, NO_CONTENT } from './status.ts';

/** Tells who is asking; refuses whoever shows a credential that does not hold. */
export type Identify = () => Promise<Actor>;

/** One request in, one answer out. */
export interface Dispatch {
  (request: RestRequest, identify: Identify): Promise<RestResponse>;
  /** The route that a request is for, for logs and measurements. */
  routeOf(method: string, path: string): Route | undefined;
  /** The answer that a refusal or failure gets on this interface. */
  refuse(error: unknown, request: RestRequest): RestResponse;
}

/** Answers requests from a route table, whoever brings them: HTTP, the command line, or another request. */
export function createDispatch({ policy, routes, core, onFailure }: DispatchOptions): Dispatch {
  const matchPath = createMatcher(routes);
  const refuse = (error: unknown, request: RestRequest): RestResponse => {
    if (error instanceof DomainError) {
      // The caller of an outage learns that there is one, whoever runs the system learns why. Other refusals have causes
      // that quote what the caller sent.
      if (error.kind === 'unavailable' && error.cause !== undefined) onFailure(error, request);
      return presentRefusal(policy, error, request);
    }
    onFailure(error, request);
    const hidden = new DomainError('unavailable', 'internal_error', 'Something went wrong on our side.');
    return presentRefusal(policy, hidden, request, INTERNAL_ERROR);
  };
  const dispatch = async (request: RestRequest, identify: Identify): Promise<RestResponse> => {
    const quota = policy.isLimited ? openRequestQuota(core.limits, request) : unlimitedQuota;
    const match = matchPath(request.path);
    try {
      if (!match) throw new DomainError('not-found', 'not_found', 'There is nothing at that address.');
      if (request.method === 'OPTIONS')
        return { status: NO_CONTENT, headers: { allow: match.allow.join(', ') }, body: undefined };
      const turnAway = tellOf(core);
      const { route, actor } = await choose(match, { request, identify, quota }).catch(
        turnAway({ ...nobody, origin: request.origin }),
      );
      const start: Call = { core, route, actor, request, variables: match.variables, input: {}, quota };
      const call = await follow(policy, start).catch(turnAway(actor));
      return counted(present(policy, await route.answer(core, call.actor, call.input), request), quota);
    } catch (error) {
      const refusal = await quota.end(error, routeFor(match, request.method));
      return counted(refuse(refusal, request), quota);
    }
  };
  const routeOf = (method: string, path: string) => routeFor(matchPath(path), method);
  return Object.assign(dispatch, { refuse, routeOf });
}

/** What a dispatcher is made of. */
export interface DispatchOptions {
  readonly policy: InterfacePolicy;
  readonly routes: readonly Route[];
  readonly core: Core;
  /** Hears of every failure that is not a refusal, and of outages and their causes. */
  readonly onFailure: (cause: unknown, request: RestRequest) => void;
}

const routeFor = (match: Match | undefined, method: string): Route | undefined =>
  match?.routes.get((method === 'HEAD' ? 'GET' : method) as Method);

/** A request before it is known who sent it. */
interface Arrival {
  readonly request: RestRequest;
  readonly identify: Identify;
  readonly quota: RequestQuota;
}

/**
 * Finds the route and who is asking: credentials are verified before anything is counted, so that a valid one never meets
 * the limit of those without. A path without such a method is refused only to people who have signed in.
 */
async function choose(match: Match, arrival: Arrival): Promise<{ route: Route; actor: Actor }> {
  const { request, identify, quota } = arrival;
  const route = routeFor(match, request.method);
  if (route?.access === 'anyone') return { route, actor: await identify().catch(orNobody(request)) };
  const actor = await identify();
  if (route) return { route, actor };
  if (actor.userId === undefined) throw new DomainError('unauthenticated', 'missing_token', 'Sign in first.');
  await quota.charge(actor, undefined);
  throw new DomainError('method-not-allowed', 'method_not_allowed', 'The address does not have that method.', {
    allow: match.allow,
  });
}

/** Whoever shows a credential that does not hold is nobody, but still comes from somewhere. */
const orNobody =
  ({ origin }: RestRequest) =>
  (error: unknown): Actor => {
    if (error instanceof DomainError && error.kind === 'unauthenticated') return { ...nobody, origin };
    throw error;
  };

async function follow(policy: InterfacePolicy, start: Call): Promise<Call> {
  let call = start;
  for (const step of policy.steps) call = await step(call);
  return call;
}

/** Has it written that somebody was turned away before a use case was asked, and refuses as before. */
const tellOf =
  (core: Core) =>
  (actor: Actor) =>
  async (refusal: unknown): Promise<never> => {
    await core.turnedAway(actor, refusal);
    throw refusal;
  };

const counted = (response: RestResponse, quota: RequestQuota): RestResponse => ({
  ...response,
  headers: { ...response.headers, ...quota.headers() },
});

function present(policy: InterfacePolicy, answer: Answer, request: RestRequest): RestResponse {
  const cacheControl = policy.cacheControl(request.path);
  const headers: Record<string, string> = {
    'cache-control': cacheControl,
    // For caches that know nothing else; answers with tokens have to say it (RFC 6749, 5.1).
    ...(cacheControl === 'no-store' && { pragma: 'no-cache' }),
    ...policy.headers(answer, request),
    ...(answer.etag !== undefined && { etag: `"${answer.etag}"` }),
    ...(answer.location !== undefined && { location: `${request.prefix}${answer.location}` }),
    ...(answer.replayed && { 'idempotent-replayed': 'true' }),
  };
  if (!answer.stream) return { status: answer.status, headers, body: answer.body };
  const { contentType, fileName, chunks } = answer.stream;
  headers['content-disposition'] = `attachment; filename="${fileName}"`;
  return { status: answer.status, headers, body: undefined, contentType, chunks };
}

function presentRefusal(
  policy: InterfacePolicy,
  error: DomainError,
  request: RestRequest,
  status = policy.status[error.kind],
): RestResponse {
  const { retryAfter, allow } = error.details;
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(Array.isArray(allow) && { allow: allow.join(', ') }),
      ...(error.kind === 'unauthenticated' && { 'www-authenticate': challenge(error.code) }),
    },
    body: policy.presentError(error, { status, request }),
    contentType: policy.errorType,
  };
}

/** How to sign in (RFC 6750, 3). */
const challenge = (code: string): string =>
  `Bearer realm="inventory"${code === 'invalid_token' ? ', error="invalid_token"' : ''}`;
