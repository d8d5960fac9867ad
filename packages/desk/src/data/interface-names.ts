import { inventoryPath } from './send.ts';

/** Names of the shop interface, which are settings of the server. */
export interface InterfaceNames {
  readonly inventory_prefix: string;
  readonly pretty_prefix: string;
  readonly nonce_header: string;
  readonly total_header: string;
  /** Published namespace by internal one. */
  readonly namespaces: Readonly<Record<string, string>>;
}

let names: InterfaceNames = {
  inventory_prefix: '',
  pretty_prefix: 'cms-json',
  nonce_header: 'X-CMS-Nonce',
  total_header: 'X-CMS-Total',
  namespaces: {},
};

/** Takes over the names of the session document. */
export const useNames = (given: InterfaceNames): void => {
  names = given;
};

/** Header with the total of a list of the shop interface. */
export const totalHeader = (): string => names.total_header;

/** The address of a route of the shop interface, such as `/shop/v3/orders`. */
export function shopPath(path: string): string {
  const [plain = '', query] = path.split('?');
  return `${sitePath()}/${names.pretty_prefix}${publishedPath(plain)}${query === undefined ? '' : `?${query}`}`;
}

/** Path of the site: that of the inventory interface without its prefix. */
function sitePath(): string {
  const prefix = names.inventory_prefix.replace(/^\/?/, '/');
  return prefix === '/' ? inventoryPath() : inventoryPath().slice(0, -prefix.length);
}

/** Address of the site, as programs on other devices reach it. */
export const siteUrl = (): string => `${location.origin}${sitePath()}`;

/** A path of the shop interface under the published name of its namespace. */
export function publishedPath(path: string): string {
  const known = Object.keys(names.namespaces)
    .toSorted((a, b) => b.length - a.length)
    .find((each) => path === `/${each}` || path.startsWith(`/${each}/`));
  return known === undefined ? path : `/${names.namespaces[known]}${path.slice(known.length + 1)}`;
}
