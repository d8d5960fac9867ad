import type { RestResponse } from './request.ts';
import { NOT_MODIFIED, OK } from './status.ts';

/** The opaque parts of the strong entity tags in a header; weak ones never match a change (RFC 9110, 8.8.3). */
export const parseEntityTags = (header: string): readonly string[] =>
  [...header.matchAll(/(W\/)?"([^"]*)"/g)].filter(([, weak]) => !weak).map((match) => match[2] ?? '');

/** The response, or 304 if the client's cached copy is still valid (RFC 9110, 13.1.2). */
export function unlessFresh(response: RestResponse, ifNoneMatch: string | undefined): RestResponse {
  const tag = response.headers.etag;
  if (response.status !== OK || tag === undefined || ifNoneMatch === undefined) return response;
  if (!isFresh(tag, ifNoneMatch)) return response;
  const { 'content-type': _, ...headers } = response.headers;
  return { status: NOT_MODIFIED, headers, body: undefined };
}

/** Whether an `If-None-Match` header contains an entity tag, by weak comparison. */
export const isFresh = (tag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch === tag ||
  ifNoneMatch.trim() === '*' ||
  ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
