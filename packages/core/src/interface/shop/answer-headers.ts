import type { Answer } from '../endpoint.ts';
import { createLinks, linkOf } from './links.ts';
import type { ShopNames } from './names.ts';
import { pagingHeaders } from './paging.ts';
import type { ShopRequest } from './request.ts';

/** Response headers derived from the result: `Location`, `ETag`, idempotent replay, and pagination of a list. */
export function headersOf(
  names: ShopNames,
  { request, given }: { readonly request: ShopRequest; readonly given: Readonly<Record<string, unknown>> },
  answer: Answer,
): Record<string, string> {
  const links = createLinks(request.baseUrl);
  const { page = 1, perPage = 10 } = given as { readonly page?: number; readonly perPage?: number };
  const { path, query } = request;
  return {
    ...(answer.location !== undefined && { Location: linkOf(links, names, { path: answer.location }) }),
    ...(answer.etag !== undefined && { ETag: `"${answer.etag}"` }),
    ...(answer.replayed && { 'Idempotent-Replayed': 'true' }),
    ...(answer.list &&
      pagingHeaders(
        {
          total: answer.list.total,
          page,
          perPage: answer.list.isWhole ? Math.max(1, answer.list.total) : perPage,
          path,
          query,
        },
        { links, headerPrefix: names.headerPrefix },
      )),
  };
}
