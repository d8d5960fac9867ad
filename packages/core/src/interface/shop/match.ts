import type { Method } from '../request.ts';
import { namesIn, patternExpression } from './address.ts';
import type { ShopRoute } from './route.ts';

/** A published path and its endpoints, in the order in which they were declared. */
export interface ShopAddress {
  /** As it is published. */
  readonly path: string;
  readonly endpoints: readonly ShopRoute[];
}

/** What is published at a path, and the variables of the path. */
export interface ShopMatch {
  readonly address: ShopAddress;
  readonly variables: Readonly<Record<string, string>>;
}

/** Endpoints by path, as a table of routes is published. */
export function addressesOf(routes: readonly ShopRoute[]): readonly ShopAddress[] {
  const byPath = new Map<string, ShopRoute[]>();
  for (const route of routes) {
    const endpoints = byPath.get(route.path);
    if (endpoints) endpoints.push(route);
    else byPath.set(route.path, [route]);
  }
  return [...byPath].map(([path, endpoints]) => ({ path, endpoints }));
}

interface Candidate {
  readonly order: number;
  readonly address: ShopAddress;
  readonly expression: RegExp;
}

/**
 * Finds what is published at a path, whatever its case. Plain paths take one look; of those with variables only the ones
 * are tried that begin and end alike and are as long, so that it does not matter how many routes there are.
 */
export function createShopMatcher(addresses: readonly ShopAddress[]): (path: string) => readonly ShopMatch[] {
  const plain = new Map<string, ShopAddress>();
  const byShape = new Map<string, Candidate[]>();
  for (const [order, address] of addresses.entries()) {
    const { path, endpoints } = address;
    if (namesIn(path).length === 0) {
      plain.set(path.toLowerCase(), address);
      continue;
    }
    const shape = shapeOf(path.toLowerCase(), path.indexOf('{'));
    const candidate = { order, address, expression: patternExpression(path, endpoints[0]?.variables ?? {}) };
    byShape.set(shape, [...(byShape.get(shape) ?? []), candidate]);
  }
  return (path) => {
    const known = plain.get(path.toLowerCase());
    return [...(known ? [{ address: known, variables: {} }] : []), ...tryPatterns(path, byShape)];
  };
}

const VARIABLE = '{}';

/** How a path begins, how many segments it has, and how it ends. */
function shapeOf(path: string, end: number): string {
  const segments = path.split('/');
  const last = segments.at(-1) ?? '';
  return `${path.slice(0, end)} ${segments.length} ${last.includes('{') ? VARIABLE : last}`;
}

/** Paths that are longer have no route, and are not looked through. */
const longest = 2_000;

function tryPatterns(path: string, byShape: ReadonlyMap<string, readonly Candidate[]>): readonly ShopMatch[] {
  const lower = path.toLowerCase();
  const { length } = path.length > longest ? [] : lower.split('/');
  const last = lower.slice(lower.lastIndexOf('/') + 1);
  const candidates: Candidate[] = [];
  for (let end = lower.indexOf('/'); end >= 0 && length > 0; end = lower.indexOf('/', end + 1)) {
    const beginning = `${lower.slice(0, end + 1)} ${length} `;
    candidates.push(...(byShape.get(beginning + last) ?? []), ...(byShape.get(beginning + VARIABLE) ?? []));
  }
  return candidates
    .sort((a, b) => a.order - b.order)
    .flatMap(({ address, expression }) => {
      const match = expression.exec(path);
      return match ? [{ address, variables: { ...match.groups } }] : [];
    });
}

/** The endpoint that answers a method, among everything published at a path; HEAD is answered by GET. */
export function endpointFor(
  matches: readonly ShopMatch[],
  method: string,
): { readonly match: ShopMatch; readonly route: ShopRoute } | undefined {
  const wanted = (method === 'HEAD' ? 'GET' : method) as Method;
  for (const match of matches) {
    const route = match.address.endpoints.find(({ methods }) => methods.includes(wanted));
    if (route) return { match, route };
  }
  return undefined;
}
