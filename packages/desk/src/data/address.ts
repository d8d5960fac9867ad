/** Parameters of an address as they stand there; a name that is there several times has several values. */
export type RawSearch = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The values of a parameter. */
export const listOf = (value: RawSearch[string]): readonly string[] => (value === undefined ? [] : [value].flat());

/** Takes a part of an address that was not understood: `page=0`. */
export type NoteFault = (part: string) => void;

/** Reads the first value of parameters; one that `parse` does not know is noted, and left out. */
export const partReader =
  (search: RawSearch, note: NoteFault = () => {}) =>
  <T>(key: string, parse: (text: string) => T | undefined): T | undefined => {
    const [text] = listOf(search[key]);
    const value = text === undefined ? undefined : parse(text);
    if (text !== undefined && value === undefined) note(`${key}=${text}`);
    return value;
  };

/** One of these words. */
export const among =
  <T extends string>(words: readonly T[]) =>
  (text: string): T | undefined =>
    words.find((each) => each === text);

export const readPage = (text: string): number | undefined => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined);

/** The id of a record. */
export const readId = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);

/** What is searched for; the server takes no NUL. */
export const readSearchText = (text: string): string | undefined =>
  text.includes('\0') ? undefined : text.slice(0, 200);

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
