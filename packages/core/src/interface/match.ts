import { variablesOf } from './places.ts';
import type { Method } from './request.ts';
import type { Route } from './route.ts';

/** A path that is published: its routes by method, and the variables of the address. */
export interface Match {
  readonly routes: ReadonlyMap<Method, Route>;
  readonly variables: Readonly<Record<string, string>>;
  /** Methods for an `Allow` header. */
  readonly allow: readonly string[];
}

interface Address {
  readonly pattern: RegExp;
  readonly routes: Map<Method, Route>;
}

/** Finds what is published at a path: plain paths by one look, those with variables among the few that begin alike. */
export function createMatcher(routes: readonly Route[]): (path: string) => Match | undefined {
  const plain = new Map<string, Address>();
  const byFirstSegment = new Map<string, Address[]>();
  const known = new Map<string, Address>();
  for (const route of routes) {
    const address = known.get(route.path) ?? { pattern: patternOf(route), routes: new Map() };
    if (!known.has(route.path)) {
      known.set(route.path, address);
      if (variablesOf(route.path).length === 0) plain.set(route.path, address);
      else
        byFirstSegment.set(firstSegment(route.path), [
          ...(byFirstSegment.get(firstSegment(route.path)) ?? []),
          address,
        ]);
    }
    for (const method of route.methods) address.routes.set(method, route);
  }
  return (path) => {
    const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const exact = plain.get(trimmed);
    if (exact) return matchOf(exact, {});
    for (const address of byFirstSegment.get(firstSegment(trimmed)) ?? []) {
      const match = address.pattern.exec(trimmed);
      if (match) return matchOf(address, { ...match.groups });
    }
    return undefined;
  };
}

const firstSegment = (path: string): string => path.split('/', 2)[1] ?? '';

function matchOf({ routes }: Address, variables: Record<string, string>): Match {
  const methods = [...routes.keys()];
  const allow = [...methods, ...(routes.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return { routes, variables, allow };
}

/** A path as a pattern: ids are digits, other variables whatever their descriptor's pattern says. */
function patternOf({ path, params }: Route): RegExp {
  const source = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const descriptor = params[name];
    const form = descriptor?.type === 'integer' ? '[0-9]+' : (descriptor?.pattern ?? '[^/]+');
    return `(?<${name}>${form})`;
  });
  return new RegExp(`^${source}$`);
}
