/** Maximum characters of a `Link` header, all ASCII: clients limit header sizes, and links repeat the query of the request. */
export const LONGEST_LINK = 2_048;

/** Joins links to a header value; undefined if there are none or they exceed `LONGEST_LINK`. */
export function linkHeader(links: readonly string[]): string | undefined {
  const value = links.join(', ');
  return value === '' || value.length > LONGEST_LINK ? undefined : value;
}
