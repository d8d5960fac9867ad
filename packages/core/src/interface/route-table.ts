import {
  type Address,
  addressesOf,
  createMatcher,
  type Match,
  type Matcher,
  type PathRules,
  type Published,
} from './match.ts';

/** Routes that may change while the server runs: the same list until they do. */
export type LiveRoutes<R> = () => readonly R[];

/** The addresses of an interface. */
export interface RouteTable<R extends Published> {
  /** The same list until the routes change. */
  addresses(): readonly Address<R>[];
  readonly find: Matcher<R>;
}

/** Dependencies of a table. */
export interface TableOptions<R extends Published> {
  readonly routes: readonly R[];
  /** Found only where no fixed route matches. */
  readonly liveRoutes: LiveRoutes<R> | undefined;
  readonly paths: PathRules;
  publish(route: R): R;
}

/** Creates a table of fixed routes, and of live ones, which are consulted last: they cost nothing where a fixed one matches. */
export function createRouteTable<R extends Published>(options: TableOptions<R>): RouteTable<R> {
  const { routes, liveRoutes, paths, publish } = options;
  const fixed = addressesOf(routes.map(publish));
  const findFixed = createMatcher(fixed, paths);
  if (!liveRoutes) return { addresses: () => fixed, find: findFixed };
  const none: readonly R[] = [];
  let known = { routes: none, addresses: fixed, find: (_: string): readonly Match<R>[] => [] };
  const current = () => {
    const live = liveRoutes();
    if (live === known.routes) return known;
    const added = addressesOf(live.map(publish));
    known = { routes: live, addresses: [...fixed, ...added], find: createMatcher(added, paths) };
    return known;
  };
  return {
    addresses: () => current().addresses,
    find: (path) => {
      const matches = findFixed(path);
      return matches.length > 0 ? matches : current().find(path);
    },
  };
}
