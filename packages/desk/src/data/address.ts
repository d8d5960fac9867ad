/** Parameters of an address as they stand there; a name that is there several times has several values. */
export type RawSearch = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The values of a parameter. */
export const listOf = (value: RawSearch[string]): readonly string[] => (value === undefined ? [] : [value].flat());

/** Reads the query of an address; nothing in it is taken for JSON. */
export function parseSearch(query: string): RawSearch {
  const found: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URLSearchParams(query)) {
    const known = found[key];
    found[key] = known === undefined ? value : [known, value].flat();
  }
  return { ...found };
}

/** Writes the query of an address so that people can read it: `:`, `,`, `/` and `.` stay as they are. */
export function stringifySearch(search: RawSearch): string {
  const parts = Object.entries(search).flatMap(([key, value]) =>
    listOf(value).map((each) => `${readable(key)}=${readable(each)}`),
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

const readable = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/%(?:3A|2C|2F|40)/g, (code) => decodeURIComponent(code));
