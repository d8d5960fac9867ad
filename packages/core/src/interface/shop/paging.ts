import { linkHeader } from '../link-header.ts';
import type { Links } from './links.ts';

/** A page of a list, with the parameters of its request. */
export interface PagedList {
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
}

/** Total count, page count, and links to the previous and next page if short enough. */
export function pagingHeaders(
  { total, page, perPage, path, query }: PagedList,
  { links, headerPrefix }: { readonly links: Links; readonly headerPrefix: string },
): Readonly<Record<string, string>> {
  const pages = perPage > 0 ? Math.ceil(total / perPage) : 0;
  const others = query.filter(([name]) => name !== 'page');
  const to = (number: number, relation: string) =>
    `<${links.toWith(path, [...others, ['page', String(number)]])}>; rel="${relation}"`;
  const ways = [
    ...(page > 1 && pages > 0 ? [to(Math.min(page - 1, pages), 'prev')] : []),
    ...(page < pages ? [to(page + 1, 'next')] : []),
  ];
  const link = linkHeader(ways);
  return {
    [`${headerPrefix}Total`]: String(total),
    [`${headerPrefix}TotalPages`]: String(pages),
    ...(link !== undefined && { Link: link }),
  };
}
