import { DomainError } from '@backroom/core';
import type { Method } from '@backroom/core/interface';
import { isObject } from '@backroom/core/kernel';
import type { OutboundMethod, OutboundRequest } from '@backroom/core/outbound';
import type { InterfaceCall } from './interface-calls.ts';

const PATH_LENGTH = 2_000;
const URL_LENGTH = 4_000;
const KEY_LENGTH = 200;
const IDEMPOTENCY_KEY_LENGTH = 255;
const HEADERS = 50;
const HEADER_LENGTH = 4_000;

/** The extension has sent a request with a faulty member. */
const invalid = (member: string): DomainError =>
  new DomainError(
    'invalid',
    'extension_request_invalid',
    `The request of the extension has a wrong member: ${member}.`,
  );

type AskMembers = Readonly<Record<string, unknown>>;

function membersOf(input: unknown, member: string): AskMembers {
  if (isObject(input)) return input;
  throw invalid(member);
}

function textOf(value: unknown, member: string, longest: number): string {
  if (typeof value === 'string' && value.length <= longest) return value;
  throw invalid(member);
}

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies readonly Method[];
const outboundMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] satisfies readonly OutboundMethod[];

function methodIn(value: unknown, known: readonly string[]): string {
  if (typeof value === 'string' && known.includes(value)) return value;
  throw invalid('method');
}

/**
 * Reads a request to an interface.
 * @throws DomainError `extension_request_invalid`
 */
export function readInterfaceCall(input: unknown): InterfaceCall {
  const { method, path, query = {}, body, idempotencyKey } = membersOf(input, 'request');
  const route = textOf(path, 'path', PATH_LENGTH);
  if (!route.startsWith('/') || /[?#]/.test(route)) throw invalid('path');
  return {
    method: methodIn(method, methods) as Method,
    path: route,
    query: Object.entries(membersOf(query, 'query')).map(([name, value]) => {
      if (!['string', 'number', 'boolean'].includes(typeof value)) throw invalid(`query ${name.slice(0, 50)}`);
      return [name, String(value)];
    }),
    body,
    idempotencyKey:
      idempotencyKey === undefined ? undefined : textOf(idempotencyKey, 'idempotencyKey', IDEMPOTENCY_KEY_LENGTH),
  };
}

/**
 * Reads a request to another server.
 * @throws DomainError `extension_request_invalid`
 */
export function readFetch(input: unknown): Omit<OutboundRequest, 'purpose'> {
  const { url, method = 'GET', headers = {}, body } = membersOf(input, 'request');
  const given = Object.entries(membersOf(headers, 'headers'));
  if (given.length > HEADERS) throw invalid('headers');
  const read = given.map(([name, value]) => {
    const text = textOf(value, 'headers', HEADER_LENGTH);
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name) || /[\r\n\0]/.test(text)) throw invalid('headers');
    return [name.toLowerCase(), text] as const;
  });
  return {
    url: textOf(url, 'url', URL_LENGTH),
    method: methodIn(method, outboundMethods) as OutboundMethod,
    headers: Object.fromEntries(read),
    ...(body !== undefined && { body: textOf(body, 'body', Number.MAX_SAFE_INTEGER) }),
  };
}

/**
 * Reads a submitted job.
 * @throws DomainError `extension_request_invalid`
 */
export function readJobRequest(input: unknown): { readonly kind: string; readonly input: object } {
  const { kind, input: given = {} } = membersOf(input, 'request');
  return { kind: textOf(kind, 'kind', KEY_LENGTH), input: membersOf(given, 'input') };
}

/** A request to the key-value store of an extension. */
export type StoreRequest =
  | { readonly action: 'get' | 'delete'; readonly key: string }
  | { readonly action: 'set'; readonly key: string; readonly value: unknown }
  | { readonly action: 'keys'; readonly prefix: string };

/**
 * Reads a request to the key-value store.
 * @throws DomainError `extension_request_invalid`
 */
export function readStoreRequest(input: unknown): StoreRequest {
  const { action, key, value, prefix = '' } = membersOf(input, 'request');
  if (action === 'keys') return { action, prefix: storable(prefix, 'prefix') };
  if (action === 'get' || action === 'delete') return { action, key: keyIn(key) };
  if (action !== 'set') throw invalid('action');
  if (value === undefined) throw invalid('value');
  return { action, key: keyIn(key), value };
}

/** Keys that the server has for itself, such as that of the settings. */
export const isReserved = (key: string): boolean => key.startsWith('$');

function keyIn(value: unknown): string {
  const key = storable(value, 'key');
  if (key === '' || isReserved(key)) throw invalid('key');
  return key;
}

/** A text that the database can store: without the character of code zero and lone surrogates. */
function storable(value: unknown, member: string): string {
  const text = textOf(value, member, KEY_LENGTH);
  if (text.includes('\0') || !text.isWellFormed()) throw invalid(member);
  return text;
}
