import type { Core, Log } from '@backroom/core';
import { INTERNAL_ERROR, type RestRequest, type RestResponse } from '@backroom/core/interface';
import type { Middleware } from 'koa';
import type { ClientReader } from './client-address.ts';
import type { Cors } from './cors.ts';
import type { Metrics } from './metrics.ts';
import { Observation, type ObservedRequest } from './observe.ts';
import { type KoaRestRequest, readRequest } from './read-request.ts';
import { type Prepared, prepareAnswer, type RenderedPage, writeAnswer } from './write-answer.ts';

/** A request in progress, with the properties determined so far. */
export interface RequestContext extends ObservedRequest {
  readonly request: KoaRestRequest;
}

/** Handles the requests of one part of the application; refuses by throwing, at once or later. */
export type Entry = (call: RequestContext) => Promise<RestResponse | RenderedPage>;

/** Dependencies shared by all entries of an application. */
export interface HttpContext {
  readonly clientOf: ClientReader;
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly apiVersion: string;
  readonly cors: Cors | undefined;
  readonly log: Log | undefined;
  readonly metrics: Metrics | undefined;
  /** Runs the handling of a request, within its time limits. */
  readonly within: Core['runRequest'];
  /** The response to a refusal or a failure. */
  refuse(error: unknown, request: RestRequest): RestResponse | RenderedPage;
}

/** Creates Koa middleware from an entry below a prefix; requests outside the prefix are passed on. */
export const middlewareOf =
  (http: HttpContext, prefix: string, entry: Entry): Middleware =>
  async (context, next) => {
    const request = readRequest(context, { prefix, clientOf: http.clientOf });
    if (!request) return next();
    const call: RequestContext = { request, route: undefined, actor: undefined, status: INTERNAL_ERROR };
    const observation = new Observation(http, call);
    try {
      let prepared: Prepared;
      try {
        prepared = prepareAnswer(await http.within(() => entry(call)), request);
      } catch (error) {
        prepared = prepareAnswer(http.refuse(error, request), request);
      }
      call.status = prepared.status;
      writeAnswer(context, prepared, commonHeaders(http, call, prepared));
    } finally {
      observation.end();
    }
  };

function commonHeaders(
  { headers, apiVersion, cors }: HttpContext,
  { request, actor }: RequestContext,
  prepared: Prepared,
): Record<string, string> {
  const common: Record<string, string> = { ...headers, 'x-request-id': request.origin.requestId ?? '' };
  if (actor?.userId !== undefined) common['x-api-version'] = apiVersion;
  return cors ? Object.assign(common, cors(request, prepared.headers.allow)) : common;
}
