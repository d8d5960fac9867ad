import type { PlainRequest } from '@backroom/composition';
import { placesOf, type RouteView, type Schema, type Schemas } from '@backroom/core/interface';
import { isObject } from '@backroom/core/kernel';
import { UsageError } from '../failure.ts';
import { parseValue } from './parse-value.ts';

/** A call as typed on the command line. */
export interface TypedCall {
  /** `POST /items name=Chair`; the method is GET by default. */
  readonly words: readonly string[];
  /** The body as JSON; merged with the words. */
  readonly body?: string;
  /** Whether the body came from the standard input, where secrets are permitted. */
  readonly isPrivate: boolean;
  readonly ifMatch?: string;
  readonly key?: string;
}

export type FindRoute = (method: string, path: string) => RouteView | undefined;

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
const withoutBody = ['GET', 'HEAD', 'OPTIONS', 'DELETE'];

/**
 * Builds a request: each `name=value` becomes a query or body parameter of the type that the route declares.
 * @throws UsageError
 */
export function planCall(typed: TypedCall, findRoute: FindRoute): PlainRequest {
  const { method, path, query, rest } = addressOf(typed.words);
  const params = paramsFor(method, findRoute(method, path));
  const body = typed.body === undefined ? {} : readBody(typed.body);
  if (!typed.isPrivate) refuseSecrets(Object.keys(body), params.body);
  let hasBody = typed.body !== undefined;
  for (const word of rest) {
    const [name, value] = pairOf(word);
    refuseSecrets([name], { ...params.body, ...params.query });
    const [head = ''] = name.split('.');
    if (isInBody(name, head, params)) {
      setMember(body, name.split('.'), { value, descriptor: params.body[head] });
      hasBody = true;
    } else query.push([name, value]);
  }
  return { method, path, query, ...(hasBody && { body }), headers: headersOf(typed) };
}

/** The method, path, query and remaining words of a call. */
export function addressOf(words: readonly string[]): {
  readonly method: string;
  readonly path: string;
  readonly query: [string, string][];
  readonly rest: readonly string[];
} {
  const [first = '', second] = words;
  const hasMethod = methods.includes(first.toUpperCase());
  const address = hasMethod ? second : first;
  if (!address?.startsWith('/')) throw new UsageError('Usage: backroom call [method] /path [name=value …].');
  const [path = '', search = ''] = address.split(/\?(.*)/s);
  const query = [...new URLSearchParams(search)];
  return {
    method: hasMethod ? first.toUpperCase() : 'GET',
    path: decoded(path),
    query,
    rest: words.slice(hasMethod ? 2 : 1),
  };
}

interface LocatedParams {
  readonly query: Schemas;
  readonly body: Schemas;
  /** The location of unknown names, where the route refuses them. */
  readonly fallback: 'query' | 'body';
}

function paramsFor(method: string, route: RouteView | undefined): LocatedParams {
  const fallback = withoutBody.includes(method) ? 'query' : 'body';
  if (!route) return { query: {}, body: {}, fallback };
  const { query, body } = placesOf(route.methods, route.path, route.params);
  return { query, body, fallback };
}

function isInBody(name: string, head: string, { query, body, fallback }: LocatedParams): boolean {
  if (Object.hasOwn(query, name) || Object.hasOwn(query, head)) return false;
  return Object.hasOwn(body, head) || fallback === 'body';
}

/** Refuses secrets as arguments, which are public on the machine. */
function refuseSecrets(names: readonly string[], params: Schemas): void {
  const secret = names.find((name) => params[name]?.format === 'password');
  if (secret === undefined) return;
  throw new UsageError(
    `${secret} is never an argument: arguments of a process are public on this machine. Send it with --body -, from the standard input.`,
  );
}

/**
 * Splits `name=value`.
 * @throws UsageError
 */
export function pairOf(word: string): readonly [string, string] {
  const match = /^([^=]+)=(.*)$/s.exec(word);
  if (!match) throw new UsageError(`"${word}" is not of the form name=value.`);
  return [match[1] ?? '', match[2] ?? ''];
}

function readBody(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { ...value };
  } catch {
    // Reported below.
  }
  throw new UsageError('The body must be a JSON object.');
}

const forbidden = ['__proto__', 'constructor', 'prototype'];

/** Sets a member of the body by its path; `a.b.c` is nested. */
function setMember(
  body: Record<string, unknown>,
  path: readonly string[],
  word: { readonly value: string; readonly descriptor: Schema | undefined },
): void {
  const [name = '', ...deeper] = path;
  if (name === '' || forbidden.includes(name)) throw new UsageError(`"${name}" cannot be the name of a member.`);
  const { value, descriptor } = word;
  const before = body[name];
  if (deeper.length === 0) {
    const parsed = parseValue(value, descriptor);
    body[name] = Array.isArray(before) && Array.isArray(parsed) ? [...before, ...parsed] : parsed;
    return;
  }
  const inner = typeof before === 'object' && before !== null ? { ...before } : {};
  setMember(inner as Record<string, unknown>, deeper, { value, descriptor: descriptor?.properties?.[deeper[0] ?? ''] });
  body[name] = inner;
}

function headersOf({ ifMatch, key }: TypedCall): Record<string, string> {
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
