import type { PlainRequest } from '@backroom/composition';
import { type Descriptor, type Params, placesOf, type RouteView } from '@backroom/core/interface';
import { UsageError } from '../failure.ts';
import { readWord } from './read-word.ts';

/** What shall be asked, as it was typed. */
export interface Typed {
  /** `POST /items name=Chair`, the method only where it is not GET. */
  readonly words: readonly string[];
  /** The body, or the part of it that is not among the words. */
  readonly body?: string;
  /** Whether the body came from the standard input, where secrets may stand. */
  readonly isPrivate: boolean;
  readonly ifMatch?: string;
  readonly key?: string;
}

/** Finds the route of a method and a path. */
export type FindRoute = (method: string, path: string) => RouteView | undefined;

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
const withoutBody = ['GET', 'HEAD', 'OPTIONS', 'DELETE'];

/**
 * Makes a request of what was typed: each `name=value` goes where the route has that parameter, as the type it has there.
 * @throws UsageError
 */
export function planCall(typed: Typed, findRoute: FindRoute): PlainRequest {
  const { method, path, query, rest } = addressOf(typed.words);
  const places = placesFor(method, findRoute(method, path));
  const body = typed.body === undefined ? {} : readBody(typed.body);
  if (!typed.isPrivate) refuseSecrets(Object.keys(body), places.body);
  let hasBody = typed.body !== undefined;
  for (const word of rest) {
    const [name, value] = pairOf(word);
    refuseSecrets([name], { ...places.body, ...places.query });
    const [head = ''] = name.split('.');
    if (goesIntoBody(name, head, places)) {
      put(body, name.split('.'), { value, descriptor: places.body[head] });
      hasBody = true;
    } else query.push([name, value]);
  }
  return { method, path, query, ...(hasBody && { body }), headers: headersOf(typed) };
}

/** The method, the path and the pairs of what was typed. */
export function addressOf(words: readonly string[]): {
  readonly method: string;
  readonly path: string;
  readonly query: [string, string][];
  readonly rest: readonly string[];
} {
  const [first = '', second] = words;
  const hasMethod = methods.includes(first.toUpperCase());
  const address = hasMethod ? second : first;
  if (!address?.startsWith('/')) throw new UsageError('Say what to ask: backroom call [method] /path [name=value …].');
  const [path = '', search = ''] = address.split(/\?(.*)/s);
  const query = [...new URLSearchParams(search)];
  return {
    method: hasMethod ? first.toUpperCase() : 'GET',
    path: decoded(path),
    query,
    rest: words.slice(hasMethod ? 2 : 1),
  };
}

interface Places {
  readonly query: Params;
  readonly body: Params;
  /** Where a name goes that the route does not have: it shall be refused there. */
  readonly habit: 'query' | 'body';
}

function placesFor(method: string, route: RouteView | undefined): Places {
  const habit = withoutBody.includes(method) ? 'query' : 'body';
  if (!route) return { query: {}, body: {}, habit };
  const { query, body } = placesOf(route.methods, route.path, route.params);
  return { query, body, habit };
}

function goesIntoBody(name: string, head: string, { query, body, habit }: Places): boolean {
  if (Object.hasOwn(query, name) || Object.hasOwn(query, head)) return false;
  return Object.hasOwn(body, head) || habit === 'body';
}

/** Arguments can be read by everybody on the machine. */
function refuseSecrets(names: readonly string[], params: Params): void {
  const secret = names.find((name) => params[name]?.format === 'password');
  if (secret === undefined) return;
  throw new UsageError(
    `${secret} is never an argument: everybody can read the arguments of a process. Send it with --body -, from the standard input.`,
  );
}

/** The name and the value of a word `name=value`. */
export function pairOf(word: string): readonly [string, string] {
  const match = /^([^=]+)=(.*)$/s.exec(word);
  if (!match) throw new UsageError(`"${word}" is not of the form name=value.`);
  return [match[1] ?? '', match[2] ?? ''];
}

function readBody(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The same sentence for both.
  }
  throw new UsageError('The body must be a JSON object.');
}

const forbidden = ['__proto__', 'constructor', 'prototype'];

/** Puts a value into the body; `a.b.c` is a member of a member of a member. */
function put(
  body: Record<string, unknown>,
  path: readonly string[],
  word: { readonly value: string; readonly descriptor: Descriptor | undefined },
): void {
  const [name = '', ...deeper] = path;
  if (name === '' || forbidden.includes(name)) throw new UsageError(`"${name}" cannot be the name of a member.`);
  const { value, descriptor } = word;
  const before = body[name];
  if (deeper.length === 0) {
    const read = readWord(value, descriptor);
    body[name] = Array.isArray(before) && Array.isArray(read) ? [...before, ...read] : read;
    return;
  }
  const inner = typeof before === 'object' && before !== null ? { ...before } : {};
  put(inner as Record<string, unknown>, deeper, { value, descriptor: descriptor?.properties?.[deeper[0] ?? ''] });
  body[name] = inner;
}

function headersOf({ ifMatch, key }: Typed): Record<string, string> {
  const tag = ifMatch === undefined || ifMatch === '*' || ifMatch.includes('"') ? ifMatch : `"${ifMatch}"`;
  return { ...(tag !== undefined && { 'if-match': tag }), ...(key !== undefined && { 'idempotency-key': key }) };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
