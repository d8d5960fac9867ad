import type { RestResponse } from './request.ts';
import { NOT_MODIFIED, OK } from './status.ts';

/** Content encodings in which an answer has an entity tag of its own (RFC 9110, 8.8.3.3). */
export type ContentEncoding = 'br' | 'gzip';

/** The entity tag of an answer in an encoding: `"7"` → `"7-gzip"`. */
export const taggedFor = (encoding: ContentEncoding, tag: string): string => tag.replace(/"$/, `-${encoding}"`);

const withoutEncoding = (tag: string): string => tag.replace(/-(?:br|gzip)"$/, '"');

/** The opaque parts of the strong entity tags in a header; weak ones never match a change (RFC 9110, 8.8.3). */
export const parseEntityTags = (header: string): readonly string[] =>
  [...header.matchAll(/(W\/)?("[^"]*")/g)]
    .filter(([, weak]) => !weak)
    .map(([, , tag = '']) => withoutEncoding(tag).slice(1, -1));

/** The response, or 304 if the client's cached copy is still valid, in any encoding (RFC 9110, 13.1.2). */
export function unlessFresh(response: RestResponse, ifNoneMatch: string | undefined): RestResponse {
  const tag = response.headers.etag;
  if (response.status !== OK || tag === undefined || ifNoneMatch === undefined) return response;
  const known = knownTag(tag, ifNoneMatch);
  if (known === undefined) return response;
  const { 'content-type': _, ...headers } = response.headers;
  return { status: NOT_MODIFIED, headers: { ...headers, etag: known }, body: undefined };
}

/** Whether an `If-None-Match` header contains an entity tag, by weak comparison and in any encoding. */
export const isFresh = (tag: string, ifNoneMatch: string): boolean => knownTag(tag, ifNoneMatch) !== undefined;

/** The tag in `If-None-Match` that stands for this one, in the client's encoding; undefined if there is none. */
export function knownTag(tag: string, ifNoneMatch: string): string | undefined {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return tag;
  const tags = ifNoneMatch.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return tags.find((each) => withoutEncoding(each) === withoutEncoding(tag));
}
