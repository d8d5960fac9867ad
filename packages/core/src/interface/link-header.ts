/** Most characters of a `Link` header, all ASCII: clients limit the size of headers, and links repeat the query of the request. */
export const LONGEST_LINK = 2_048;

/** Links of an answer as the value of the header; undefined where there are none, or where they are longer than `LONGEST_LINK`. */
export function linkHeader(links: readonly string[]): string | undefined {
  const value = links.join(', ');
  return value === '' || value.length > LONGEST_LINK ? undefined : value;
}
