import { DomainError, type FieldProblem } from '@backroom/core';
import { compileReader, type Schemas } from '@backroom/core/interface';

/** What a reader makes of a request: the input of a use case, or the refusal. */
export type Read =
  | { readonly input: Record<string, unknown> }
  | { readonly code: string; readonly fields: readonly FieldProblem[] };

/** A parameter of a query in its written form: `a=1&b=2`. */
export const queryOf = (text: string): readonly (readonly [string, string])[] => [...new URLSearchParams(text)];

/** Reads a query, written out or in pairs. */
export const readQuery = (params: Schemas, given: string | readonly (readonly [string, string])[]): Read => {
  const query = typeof given === 'string' ? queryOf(given) : given;
  return attempt(() =>
    compileReader({ path: {}, query: params, body: {}, ignored: [] })({ path: {}, query, body: {} }),
  );
};

/** Reads a body; some of its members may be ignored. */
export const readBody = (
  params: Schemas,
  body: Readonly<Record<string, unknown>>,
  ignored: readonly string[] = [],
): Read => attempt(() => compileReader({ path: {}, query: {}, body: params, ignored })({ path: {}, query: [], body }));

/** Reads the variables of a path. */
export const readPath = (params: Schemas, path: Readonly<Record<string, string>>): Read =>
  attempt(() => compileReader({ path: params, query: {}, body: {}, ignored: [] })({ path, query: [], body: {} }));

/** The codes of a refusal with the members that they are about: `name: required`. */
export const faultsOf = (read: Read): readonly string[] =>
  'input' in read ? [] : read.fields.map(({ path, code }) => `${path.join('.')}: ${code}`);

function attempt(work: () => Record<string, unknown>): Read {
  try {
    return { input: work() };
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, fields: error.details.fields ?? [] };
    throw error;
  }
}
