import type { Params } from './schema.ts';
import type { Method } from './request.ts';

/** Where each parameter stands: in the path when the path names it, else where the methods have theirs. */
export function placesOf(
  methods: readonly Method[],
  path: string,
  params: Params,
): { path: Params; query: Params; body: Params } {
  const inPath = new Set(variablesOf(path));
  const habit = methods.some((method) => method === 'GET' || method === 'DELETE') ? 'query' : 'body';
  const pick = (place: string) =>
    Object.fromEntries(
      Object.entries(params).filter(
        ([name, descriptor]) => (inPath.has(name) ? 'path' : (descriptor.in ?? habit)) === place,
      ),
    );
  return { path: pick('path'), query: pick('query'), body: pick('body') };
}

/** The names in braces of a path. */
export const variablesOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
