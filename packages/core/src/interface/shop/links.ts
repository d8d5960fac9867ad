import { publishedPath, type ShopNames } from './names.ts';

/** Address builder and parser of one site. */
export interface Links {
  /** Address of a published path, as in `self` links: slashes are not encoded. */
  to(path: string): string;
  /** Address of a published path with query arguments; fully encoded. */
  toWith(path: string, query: readonly (readonly [string, string])[]): string;
  /** Parses an address of this site into published path and arguments; undefined for any other address. */
  read(href: string): { readonly path: string; readonly query: readonly (readonly [string, string])[] } | undefined;
}

export function createLinks(baseUrl: string): Links {
  const entry = `${baseUrl}/index.php?rest_route=`;
  return {
    to: (path) => `${entry}${path}`,
    toWith: (path, query) =>
      [`${entry}${encodePart(path)}`, ...query.map((pair) => pair.map(encodePart).join('='))].join('&'),
    read(href) {
      if (!href.startsWith(entry)) return undefined;
      const [path = '', ...rest] = href.slice(entry.length).split('&');
      return { path: decodePart(path) ?? path, query: readQuery(rest.join('&')) };
    },
  };
}

/** Address of an internal path. */
export function linkOf(
  links: Links,
  names: ShopNames,
  { path, query = {} }: { readonly path: string; readonly query?: Readonly<Record<string, string>> | undefined },
): string {
  const pairs = Object.entries(query);
  const published = publishedPath(path, names);
  return pairs.length === 0 ? links.to(published) : links.toWith(published, pairs);
}

/** `encodeURIComponent` throws on lone surrogates, so they are replaced first. */
const encodePart = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Percent-decodes a text; undefined if it is malformed. */
export function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Parses a query; malformed encodings are kept as they are. */
export function readQuery(text: string): readonly (readonly [string, string])[] {
  return text
    .split('&')
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [name = '', ...value] = piece.split('=');
      const read = (part: string) => decodePart(part.replaceAll('+', ' ')) ?? part;
      return [read(name), read(value.join('='))] as const;
    });
}
