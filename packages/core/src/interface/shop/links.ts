import { publishedPath, type ShopNames } from './names.ts';

/** Makes addresses of one site. */
export interface Links {
  /** The address of a published path, as `self` links have it: slashes stay as they are. */
  to(path: string): string;
  /** The address of a published path with further arguments; everything is encoded. */
  toWith(path: string, query: readonly (readonly [string, string])[]): string;
  /** The published path that an address of this site is for, and its arguments; undefined for any other address. */
  read(href: string): { readonly path: string; readonly query: readonly (readonly [string, string])[] } | undefined;
}

/** Makes and reads the addresses below a base address. */
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

/** The address of one of our own paths. */
export function linkOf(
  links: Links,
  names: ShopNames,
  { path, query = {} }: { readonly path: string; readonly query?: Readonly<Record<string, string>> | undefined },
): string {
  const pairs = Object.entries(query);
  const published = publishedPath(path, names);
  return pairs.length === 0 ? links.to(published) : links.toWith(published, pairs);
}

/** What no text can have has no code either. */
const encodePart = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Decodes percent signs; undefined where they do not make sense. */
export function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Reads a query; what cannot be decoded stays as it is. */
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
