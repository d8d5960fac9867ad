import type { Core } from '../../core.ts';
import { type Actor, demand } from '../../kernel/actor.ts';
import { unpaced, WorkPacer, type YieldTurn } from '../../kernel/concurrency/work-pacer.ts';
import { DomainError } from '../../kernel/errors.ts';
import { readFields } from '../../kernel/reading/projection.ts';
import { type Match, type Matcher, routeFor } from '../match.ts';
import { NO_CONTENT } from '../status.ts';
import { headersOf } from './answer-headers.ts';
import { withOnce } from './idempotency.ts';
import type { LinkContext } from './link-context.ts';
import { createLinks, linkOf } from './links.ts';
import type { ShopNames } from './names.ts';
import { withReportFilters } from './reading/contributed-filters.ts';
import { gatheringSources, type ParameterSources, preconditionIn, valueIn } from './reading/sources.ts';
import { inWordsOf, noRoute, presentRefusal } from './refusals.ts';
import { anonymousBody, type BodyLimits, responseOf, type ShopRequest, type ShopResponse } from './request.ts';
import type { ShopRoute } from './route.ts';
import type { ShopIndex } from './site-index.ts';

/** Dependencies of request processing. */
export interface ShopParts {
  readonly core: Core;
  readonly names: ShopNames;
  readonly find: Matcher<ShopRoute>;
  readonly indexAt: (baseUrl: string) => ShopIndex;
  /** Creates the batch executor of a sender. */
  readonly itemsOf: (sender: Actor, outer: ShopRequest) => LinkContext['items'];
  /** The response to a refusal or a failure. */
  refuse(error: unknown, request: ShopRequest): ShopResponse;
  /** Yields to the event loop while long bodies are parsed; without it they are parsed synchronously. */
  readonly yieldTurn?: YieldTurn;
}

/** A request with a known route and valid parameters. */
export interface ReadyCall {
  readonly route: ShopRoute;
  readonly request: ShopRequest;
  readonly sent: ParameterSources;
  readonly given: Record<string, unknown>;
}

/** A request with the candidate routes of its path and its caller. */
export interface RouteRequest {
  readonly matches: readonly Match<ShopRoute>[];
  readonly request: ShopRequest;
  readonly actor: Actor;
}

/**
 * Parses a request for one of these routes; permission is not checked yet.
 * @throws DomainError `rest_no_route`, `payload_too_large`, and the errors of the reader
 */
export async function readCall(
  { core, yieldTurn }: ShopParts,
  { matches, request, actor }: RouteRequest,
): Promise<ReadyCall> {
  const found = routeFor(matches, request.method);
  if (!found) throw noRoute();
  const { route, match } = found;
  const body = hasBody(request.method) ? await request.body(limitsFor(actor, route)) : ({ kind: 'none' } as const);
  const pacer = yieldTurn ? new WorkPacer(yieldTurn) : unpaced();
  const gathered = await pacer.run(gatheringSources(match.variables, request.query, body));
  const sent = { ...gathered, header: (name: string) => request.header(name) };
  return { route, request, sent, given: route.read(withReportFilters(sent, route.params, core.contributions())) };
}

const limitsFor = (actor: Actor, { access, uploadBytes }: ShopRoute): Partial<BodyLimits> => {
  if (actor.via === 'anonymous') return anonymousBody;
  return uploadBytes > 0 && isAdmitted(actor, access) ? { uploadBytes } : {};
};

const hasBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

/** Executes a request: checks permission, runs the use case, then applies the `_fields` projection. */
export async function perform(parts: ShopParts, actor: Actor, call: ReadyCall): Promise<ShopResponse> {
  try {
    return await answerTo(parts, actor, call);
  } catch (error) {
    return refusalOf(parts, call, inWordsOf(error, call.route.refusalFor(call.given)));
  }
}

async function answerTo(parts: ShopParts, actor: Actor, call: ReadyCall): Promise<ShopResponse> {
  const { route, request, sent, given } = call;
  if (route.effect === 'write' && isLookingOnly(request)) return lookOnly(parts, actor, call);
  const around = surroundingsOf(parts, actor, request);
  const asked = { ...given, ...(call.route.versioned && preconditionIn(call.request)) };
  const answer = await route.answer(parts.core, withOnce(actor, call), { given: asked, around });
  const choose = readFields(valueIn(sent, '_fields'));
  return responseOf({
    status: answer.status,
    headers: headersOf(parts.names, call, answer),
    body: choose ? choose(answer.body) : answer.body,
    lasts: choose ? 0 : route.lasts,
    isPrivate: route.hasSecrets,
    hasSecrets: route.hasSecrets,
  });
}

/** The refusal in the form of the route; throws the error if the route has no form of its own for it. */
function refusalOf(parts: ShopParts, { route }: ReadyCall, error: unknown): ShopResponse {
  if (!(error instanceof DomainError)) throw error;
  const response = presentRefusal(error, parts.names);
  const { code, message } = error;
  const body = route.refused({ code, message, status: response.status });
  if (body === undefined) throw error;
  return { ...response, body };
}

/** Whether a client asks without wanting the effect: HEAD, or a browser that fetches a link in advance. */
const isLookingOnly = (request: ShopRequest): boolean =>
  request.method === 'HEAD' ||
  (request.method === 'GET' &&
    ['sec-purpose', 'purpose', 'x-moz'].some((name) => /\bprefetch\b/i.test(request.header(name) ?? '')));

/** Checks permission and answers without content; nothing is done. */
async function lookOnly({ core }: ShopParts, actor: Actor, { route, given }: ReadyCall): Promise<ShopResponse> {
  await core.admit(route.useCase, actor).catch((error: unknown) => {
    throw inWordsOf(error, route.refusalFor(given));
  });
  return responseOf({ status: NO_CONTENT, body: undefined, isPrivate: true });
}

/** Methods of a path that this caller may use. */
export function allowedMethods(matches: readonly Match<ShopRoute>[], actor: Actor): readonly string[] {
  const [first] = matches;
  const allowed = first?.address.routes.filter(({ access }) => isAdmitted(actor, access)) ?? [];
  return [...new Set(allowed.flatMap(({ methods }) => methods))];
}

/** The same as an `Allow` header; empty if there are none. */
export function allowHeader(matches: readonly Match<ShopRoute>[], actor: Actor): Readonly<Record<string, string>> {
  const methods = allowedMethods(matches, actor);
  return methods.length === 0 ? {} : { Allow: methods.join(', ') };
}

function isAdmitted(actor: Actor, access: ShopRoute['access']): boolean {
  if (access === 'anyone') return true;
  if (actor.userId === undefined) return false;
  try {
    demand(actor, access);
    return true;
  } catch {
    return false;
  }
}

function surroundingsOf(parts: ShopParts, actor: Actor, request: ShopRequest): LinkContext {
  const { names, indexAt, itemsOf } = parts;
  const { baseUrl } = request;
  const links = createLinks(baseUrl);
  return {
    baseUrl,
    names,
    link: (path, query) => linkOf(links, names, { path, query }),
    index: indexAt(baseUrl),
    items: itemsOf(actor, request),
    sent: {
      method: request.method,
      path: request.path,
      get target() {
        return targetOf(request);
      },
      digest: () => request.fingerprint(),
    },
  };
}

function targetOf({ path, query }: ShopRequest): string {
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  const pairs = query.map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
