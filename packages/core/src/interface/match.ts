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

/** A tree of path segments; a segment with a variable is an edge of its own, whatever its text. */
interface SegmentNode<R extends Published> {
  readonly literals: Map<string, SegmentNode<R>>;
  variable: SegmentNode<R> | undefined;
  readonly candidates: Candidate<R>[];
}

const emptyNode = <R extends Published>(): SegmentNode<R> => ({
  literals: new Map(),
  variable: undefined,
  candidates: [],
});

/** Maximum length of paths that are matched against patterns. */
const LONGEST_PATH = 2_000;

/**
 * Indexes the addresses of an interface. Literal paths take one look-up, patterns one step per segment, so the cost does
 * not grow with the number of routes.
 */
export function createMatcher<R extends Published>(addresses: readonly Address<R>[], rules: PathRules): Matcher<R> {
  const fold = rules.isCaseSensitive ? (path: string) => path : (path: string) => path.toLowerCase();
  const plain = new Map<string, Match<R>>();
  const root = emptyNode<R>();
  for (const [order, address] of addresses.entries()) {
    const { path, routes } = address;
    if (variablesOf(path).length === 0) {
      plain.set(fold(path), { address, variables: {} });
      continue;
    }
    const expression = patternExpression(path, routes[0]?.variables ?? {}, rules.isCaseSensitive ? '' : 'i');
    insert(root, fold(path).split('/'), { order, address, expression });
  }
  const find = (path: string): readonly Match<R>[] => {
    const trimmed = rules.plain(path);
    if (trimmed === undefined) return [];
    const folded = fold(trimmed);
    const known = plain.get(folded);
    const matches = known ? [known] : [];
    for (const { address, expression } of candidatesFor(folded, root)) {
      const match = expression.exec(trimmed);
      if (match) matches.push({ address, variables: { ...match.groups } });
    }
    return matches;
  };
  // A request asks twice in a row: for its labels in logs and metrics, and for its route.
  let last: { readonly path: string; readonly matches: readonly Match<R>[] } = { path: '', matches: find('') };
  return (path) => {
    if (path !== last.path) last = { path, matches: find(path) };
    return last.matches;
  };
}

function insert<R extends Published>(root: SegmentNode<R>, segments: readonly string[], candidate: Candidate<R>): void {
  let node = root;
  for (const segment of segments) {
    const known = segment.includes('{') ? node.variable : node.literals.get(segment);
    const next = known ?? emptyNode<R>();
    if (segment.includes('{')) node.variable = next;
    else node.literals.set(segment, next);
    node = next;
  }
  node.candidates.push(candidate);
}

/** Candidates in declaration order. */
function candidatesFor<R extends Published>(path: string, root: SegmentNode<R>): readonly Candidate<R>[] {
  if (path.length > LONGEST_PATH) return [];
  const segments = path.split('/');
  const found: Candidate<R>[] = [];
  const follow = (node: SegmentNode<R> | undefined, depth: number): void => {
    if (!node) return;
    if (depth === segments.length) found.push(...node.candidates);
    else {
      follow(node.literals.get(segments[depth] ?? ''), depth + 1);
      follow(node.variable, depth + 1);
    }
  };
  follow(root, 0);
  return found.sort((a, b) => a.order - b.order);
}
