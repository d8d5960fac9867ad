import { patternExpression, variablesOf } from './address.ts';
import type { Method } from './request.ts';

/** The part of a route used for matching requests. */
export interface Published {
  readonly methods: readonly Method[];
  /** With variables in braces. */
  readonly path: string;
  /** A regular expression for each variable; none matches a slash. */
  readonly variables: Readonly<Record<string, string>>;
}

/** A path and its routes in declaration order. */
export interface Address<R extends Published> {
  readonly path: string;
  readonly routes: readonly R[];
}

/** An address that matches a path, with the values of its variables. */
export interface Match<R extends Published> {
  readonly address: Address<R>;
  readonly variables: Readonly<Record<string, string>>;
}

/** Path matching rules of an interface. */
export interface PathRules {
  readonly isCaseSensitive: boolean;
  /** The path without insignificant trailing slashes; undefined if it cannot match. */
  plain(path: string): string | undefined;
}

/** Finds the addresses that match a path: literal ones first, then those with variables in declaration order. */
export type Matcher<R extends Published> = (path: string) => readonly Match<R>[];

export function addressesOf<R extends Published>(routes: readonly R[]): readonly Address<R>[] {
  const byPath = new Map<string, R[]>();
  for (const route of routes) {
    const known = byPath.get(route.path);
    if (known) known.push(route);
    else byPath.set(route.path, [route]);
  }
  return [...byPath].map(([path, grouped]) => ({ path, routes: grouped }));
}

/** Selects the route for a method among all that match a path; GET routes also serve HEAD. */
export function routeFor<R extends Published>(
  matches: readonly Match<R>[],
  method: string,
): { readonly match: Match<R>; readonly route: R } | undefined {
  const wanted = (method === 'HEAD' ? 'GET' : method) as Method;
  for (const match of matches) {
    const route = match.address.routes.find(({ methods }) => methods.includes(wanted));
    if (route) return { match, route };
  }
  return undefined;
}

interface Candidate<R extends Published> {
  readonly order: number;
  readonly address: Address<R>;
  readonly expression: RegExp;
}

/** Maximum length of paths that are matched against patterns. */
const LONGEST_PATH = 2_000;
const VARIABLE = '{}';

/**
 * Indexes the addresses of an interface. Literal paths take one look-up; patterns are indexed by the text before their first variable, the number
 * of segments and the last segment, so the cost does not grow with the number of routes.
 */
export function createMatcher<R extends Published>(addresses: readonly Address<R>[], rules: PathRules): Matcher<R> {
  const fold = rules.isCaseSensitive ? (path: string) => path : (path: string) => path.toLowerCase();
  const plain = new Map<string, Match<R>>();
  const byShape = new Map<string, Candidate<R>[]>();
  for (const [order, address] of addresses.entries()) {
    const { path, routes } = address;
    if (variablesOf(path).length === 0) {
      plain.set(fold(path), { address, variables: {} });
      continue;
    }
    const shape = shapeOf(fold(path), path.indexOf('{'));
    const expression = patternExpression(path, routes[0]?.variables ?? {}, rules.isCaseSensitive ? '' : 'i');
    byShape.set(shape, [...(byShape.get(shape) ?? []), { order, address, expression }]);
  }
  return (path) => {
    const trimmed = rules.plain(path);
    if (trimmed === undefined) return [];
    const folded = fold(trimmed);
    const known = plain.get(folded);
    const others = candidatesFor(folded, byShape).flatMap(({ address, expression }) => {
      const match = expression.exec(trimmed);
      return match ? [{ address, variables: { ...match.groups } }] : [];
    });
    return known ? [known, ...others] : others;
  };
}

function shapeOf(path: string, end: number): string {
  const segments = path.split('/');
  const last = segments.at(-1) ?? '';
  return `${path.slice(0, end)} ${segments.length} ${last.includes('{') ? VARIABLE : last}`;
}

function candidatesFor<R extends Published>(
  path: string,
  byShape: ReadonlyMap<string, readonly Candidate<R>[]>,
): readonly Candidate<R>[] {
  if (path.length > LONGEST_PATH) return [];
  const { length } = path.split('/');
  const last = path.slice(path.lastIndexOf('/') + 1);
  const candidates: Candidate<R>[] = [];
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
    const beginning = `${path.slice(0, end + 1)} ${length} `;
    candidates.push(...(byShape.get(beginning + last) ?? []), ...(byShape.get(beginning + VARIABLE) ?? []));
  }
  return candidates.sort((a, b) => a.order - b.order);
}
