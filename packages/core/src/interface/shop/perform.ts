import type { Actor } from '../../kernel/actor.ts';
import { DomainError } from '../../kernel/errors.ts';
import { readFields } from '../../kernel/reading/projection.ts';
import type { Matcher } from '../match.ts';
import { NO_CONTENT } from '../status.ts';
import { headersOf } from './answer-headers.ts';
import { withOnce } from './idempotency.ts';
import type { LinkContext } from './link-context.ts';
import { createLinks, linkOf } from './links.ts';
import type { ShopNames } from './names.ts';
import type { CallReading, ReadyCall } from './reading/read-call.ts';
import { preconditionIn, valueIn } from './reading/sources.ts';
import { inWordsOf, presentRefusal } from './refusals.ts';
import { responseOf, type ShopRequest, type ShopResponse } from './request.ts';
import type { ShopRoute } from './route.ts';
import type { ShopIndex } from './site-index.ts';

/** Dependencies of request processing. */
export interface ShopParts extends CallReading {
  readonly names: ShopNames;
  readonly find: Matcher<ShopRoute>;
  readonly indexAt: (baseUrl: string) => ShopIndex;
  /** Creates the batch executor of a sender. */
  readonly itemsOf: (sender: Actor, outer: ShopRequest) => LinkContext['items'];
  /** The response to a refusal or a failure. */
  refuse(error: unknown, request: ShopRequest): ShopResponse;
}

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
  const asked = { ...given, ...(route.versioned && preconditionIn(request)) };
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
  const body = route.refused?.body({ code, message, status: response.status });
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

function surroundingsOf(parts: ShopParts, actor: Actor, request: ShopRequest): LinkContext {
  const { names, indexAt, itemsOf } = parts;
  const { baseUrl } = request;
  const links = createLinks(baseUrl);
  return {
    baseUrl,
    names,
    link: (path, query) => linkOf(links, names, { path, query }),
    index: indexAt(baseUrl),
    contributions: parts.core.contributions(),
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
