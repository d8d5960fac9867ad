import type { Schemas } from '../kernel/schema.ts';
import type { Method } from './request.ts';

/** Names of the variables in a path such as `/items/{id}`. */
export const variablesOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** Parameters by location: in the path if the path has such a variable, else the descriptor's `in`, else the methods' default. */
export function placesOf(
  methods: readonly Method[],
  path: string,
  params: Schemas,
): { path: Schemas; query: Schemas; body: Schemas } {
  const inPath = new Set(variablesOf(path));
  const usual = methods.some((method) => method === 'GET' || method === 'DELETE') ? 'query' : 'body';
  const pick = (place: string) =>
    Object.fromEntries(
      Object.entries(params).filter(
        ([name, descriptor]) => (inPath.has(name) ? 'path' : (descriptor.in ?? usual)) === place,
      ),
    );
  return { path: pick('path'), query: pick('query'), body: pick('body') };
}

/**
 * Checks that each variable of a path has exactly one pattern.
 * @throws TypeError
 */
export function checkVariables(path: string, variables: Readonly<Record<string, string>>): void {
  const inPath = variablesOf(path);
  const wrong = [
    ...inPath.filter((name) => !Object.hasOwn(variables, name)),
    ...Object.keys(variables).filter((name) => !inPath.includes(name)),
  ];
  if (wrong.length > 0) throw new TypeError(`${path}: each variable has one pattern; look at ${wrong.join(', ')}.`);
}

/** The path with named groups, as published: `/tasks/(?P<id>[a-z]+)/hide`. */
export const patternText = (path: string, variables: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => `(?P<${name}>${variables[name]})`);

/** An expression that matches whole paths. */
export function patternExpression(path: string, variables: Readonly<Record<string, string>>, flags: string): RegExp {
  const source = path
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name === undefined ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${name}>${variables[name]})`;
    })
    .join('');
  return new RegExp(`^${source}$`, flags);
}
