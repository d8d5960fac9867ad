import type { Actor, Core, Log } from '@backroom/core';
import { INTERNAL_ERROR, type RestRequest, type RestResponse } from '@backroom/core/rest';
import type { Middleware } from 'koa';
import type { ClientReader } from './client-address.ts';
import type { Cors } from './cors.ts';
import type { Metrics } from './metrics.ts';
import { type KoaRestRequest, readRequest } from './read-request.ts';
import { type Answered, logRequest } from './request-log.ts';
import { type Page, type Prepared, prepareAnswer, writeAnswer } from './write-answer.ts';

/** A request being answered, and what has been found out about it so far. */
export interface Visit {
  readonly request: KoaRestRequest;
  /** The pattern of what was asked for. */
  route: string | undefined;
  actor: Actor | undefined;
}

/** Answers the requests of one part of the interface; it refuses by throwing. */
export type Entry = (visit: Visit) => Promise<RestResponse | Page>;

/** What all entries of an application have in common. */
export interface House {
  readonly clientOf: ClientReader;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly apiVersion: string;
  readonly cors: Cors | undefined;
  readonly log: Log | undefined;
  readonly metrics: Metrics | undefined;
  /** Does the work of a request, within its time limits. */
  readonly within: Core['runRequest'];
  /** Makes an answer of a refusal or a failure. */
  refuse(error: unknown, request: RestRequest): RestResponse;
}

/** Makes Koa middleware of an entry below a prefix; whatever is outside the prefix is passed on. */
export const attend =
  (house: House, prefix: string, entry: Entry): Middleware =>
  async (context, next) => {
    const request = readRequest(context, { prefix, clientOf: house.clientOf });
    if (!request) return next();
    const visit: Visit = { request, route: undefined, actor: undefined };
    const since = performance.now();
    let status = INTERNAL_ERROR;
    house.metrics?.began();
    try {
      const prepared = await answerVisit(house, visit, entry);
      status = prepared.status;
      writeAnswer(context, prepared, commonHeaders(house, visit, prepared));
    } finally {
      note(house, visit, { status, milliseconds: performance.now() - since });
    }
  };

async function answerVisit({ refuse, within }: House, visit: Visit, entry: Entry): Promise<Prepared> {
  const { request } = visit;
  try {
    return prepareAnswer(await within(() => entry(visit)), request);
  } catch (error) {
    return prepareAnswer(refuse(error, request), request);
  }
}

function commonHeaders(
  { headers, apiVersion, cors }: House,
  { request, actor }: Visit,
  prepared: Prepared,
): Record<string, string> {
  return {
    ...headers,
    'x-request-id': request.origin.requestId ?? '',
    ...(actor?.userId !== undefined && { 'x-api-version': apiVersion }),
    ...cors?.(request, prepared.headers.allow),
  };
}

function note(
  { log, metrics }: House,
  { request, route, actor }: Visit,
  outcome: Pick<Answered, 'status' | 'milliseconds'>,
): void {
  const { requestId, ip } = request.origin;
  const answered = { method: request.method, route, ...outcome, requestId, userId: actor?.userId, ip };
  metrics?.ended(answered);
  if (log) logRequest(log, answered);
}
