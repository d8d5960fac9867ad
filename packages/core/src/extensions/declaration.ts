import { allCapabilities } from '../kernel/capability.ts';
import type { EventName } from '../kernel/events/events.ts';
import { compilerOf } from '../kernel/reading/compile.ts';
import { sentenceOf } from '../kernel/reading/rest-words.ts';
import { readWith } from '../kernel/reading/steps.ts';
import { strict } from '../kernel/reading/strict.ts';
import type { Schema, Schemas } from '../kernel/schema.ts';
import type { Access } from '../kernel/use-case.ts';
import { declarationInvalid } from './errors.ts';
import { checkParameters } from './parameter-schemas.ts';

/** A route that an extension declares. */
export interface DeclaredRoute {
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[];
  /** Below `/x/<slug>/v1`, with variables in braces. */
  readonly path: string;
  readonly summary: string;
  readonly access: Exclude<Access, 'own-session'>;
  readonly params: Schemas;
  /** The schema of the answer. */
  readonly returns?: Schema;
  /** Codes that the route may refuse with, by kind. */
  readonly refusals: Readonly<Partial<Record<'invalid' | 'not-found' | 'conflict', readonly string[]>>>;
}

/** What an extension contributes to the server, without its functions. */
export interface ExtensionDeclaration {
  /** Types of the events that it handles. */
  readonly events: readonly EventName[];
  readonly routes: readonly DeclaredRoute[];
}

/** Members of a declaration that have a meaning. */
const knownMembers = ['events', 'routes', 'activate', 'deactivate'];
const MOST_ROUTES = 50;

const codes: Schema = { type: 'array', maxItems: 20, items: { type: 'string', pattern: '^[a-z][a-z0-9_]{1,63}$' } };
const routeFormat: Schema = {
  type: 'object',
  properties: {
    methods: {
      type: 'array',
      items: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      required: true,
    },
    path: {
      type: 'string',
      maxLength: 200,
      pattern: '^(/([a-z0-9][a-z0-9_-]*|\\{[a-z][a-z0-9_]*\\}))+$',
      required: true,
    },
    summary: { type: 'string', minLength: 1, maxLength: 200, required: true },
    access: { type: 'string', enum: ['anyone', 'signed-in', ...allCapabilities], required: true },
    params: { type: 'object', default: {} },
    returns: { type: 'object' },
    refusals: { type: 'object', properties: { invalid: codes, 'not-found': codes, conflict: codes }, default: {} },
  },
};
const format: Schema = {
  type: 'object',
  properties: {
    members: { type: 'array', items: { type: 'string', enum: knownMembers }, maxItems: 50, required: true },
    events: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 100, required: true },
    routes: { type: 'array', items: routeFormat, maxItems: MOST_ROUTES, required: true },
  },
};
const read = compilerOf(strict)(format);

/**
 * Reads the declaration that the process of an extension sends.
 * @param knownEvents the types of events that exist
 * @throws DomainError `extension_declaration_invalid` that names the first faulty member
 */
export function readDeclaration(sent: unknown, knownEvents: ReadonlySet<string>): ExtensionDeclaration {
  const result = readWith(read, sent, 'first');
  if ('faults' in result) {
    const [first] = result.faults;
    throw declarationInvalid(first ? sentenceOf(first.fault, ['extension', ...first.path]) : 'it is no object');
  }
  const { events, routes } = result.value as ExtensionDeclaration;
  const unknown = events.find((type) => !knownEvents.has(type));
  if (unknown !== undefined) throw declarationInvalid(`there is no event ${JSON.stringify(unknown)}`);
  for (const { path, params, returns } of routes) {
    checkParameters(`${path} params`, params);
    if (returns) checkParameters(`${path} returns`, { returns });
  }
  return { events, routes };
}
