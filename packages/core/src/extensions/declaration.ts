import type { EventName } from '../kernel/events/events.ts';
import { compilerOf } from '../kernel/reading/compile.ts';
import { sentenceOf } from '../kernel/reading/rest-words.ts';
import { readWith } from '../kernel/reading/steps.ts';
import { strict } from '../kernel/reading/strict.ts';
import type { Schema, Schemas } from '../kernel/schema.ts';
import type { Access } from '../kernel/use-case.ts';
import { declarationFormat } from './declaration-format.ts';
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

/** A marketing channel that an extension declares. */
export interface DeclaredChannel {
  /** The slug of the extension, or one that begins with it. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly settingsUrl: string;
}

/** A parameter of reports that an extension declares: it stands for one pair of `attribute_is`. */
export interface DeclaredReportFilter {
  readonly param: string;
  readonly attribute: string;
  readonly description: string;
  /** The permitted values; any text without them. */
  readonly values?: readonly string[];
}

/** What an extension contributes to the server, without its functions. */
export interface ExtensionDeclaration {
  /** Types of the events that it handles. */
  readonly events: readonly EventName[];
  readonly routes: readonly DeclaredRoute[];
  /** Tasks of onboarding, which their context reads. */
  readonly tasks: readonly object[];
  /** Whether it says which tasks are complete. */
  readonly completesTasks: boolean;
  readonly channels: readonly DeclaredChannel[];
  /** Payment and shipping suggestions, which their context reads. */
  readonly suggestions: Readonly<Partial<Record<'payments' | 'shipping', readonly object[]>>>;
  /** Options for clients, by name. */
  readonly options: Schemas;
  /** Settings that an administrator changes, by name. */
  readonly settings: Schemas;
  /** Kinds of background jobs. */
  readonly jobs: readonly string[];
  readonly reportFilters: readonly DeclaredReportFilter[];
}

const read = compilerOf(strict)(declarationFormat);

type SentDeclaration = ExtensionDeclaration & { readonly members: readonly string[] };

/** The extension that declares, and the types of events that exist. */
export interface DeclaringExtension {
  readonly slug: string;
  readonly knownEvents: ReadonlySet<string>;
}

/**
 * Reads the declaration that the process of an extension sends.
 * @throws DomainError `extension_declaration_invalid` that names the first faulty member
 */
export function readDeclaration(sent: unknown, { slug, knownEvents }: DeclaringExtension): ExtensionDeclaration {
  const result = readWith(read, sent, 'first');
  if ('faults' in result) {
    const [first] = result.faults;
    throw declarationInvalid(first ? sentenceOf(first.fault, ['extension', ...first.path]) : 'it is no object');
  }
  const { members, ...declaration } = result.value as SentDeclaration;
  const unknown = declaration.events.find((type) => !knownEvents.has(type));
  if (unknown !== undefined) throw declarationInvalid(`there is no event ${JSON.stringify(unknown)}`);
  checkSchemas(declaration);
  checkNames(slug, declaration);
  return { ...declaration, completesTasks: members.includes('completedTasks') };
}

const SETTINGS_PATH = '/settings';

function checkSchemas({ routes, options, settings }: ExtensionDeclaration): void {
  for (const { path, params, returns } of routes) {
    checkParameters(`${path} params`, params);
    if (returns) checkParameters(`${path} returns`, { returns });
  }
  if (Object.keys(settings).length > 0 && routes.some(({ path }) => path === SETTINGS_PATH))
    throw declarationInvalid('the path /settings is that of its settings');
  checkParameters('options', options);
  checkParameters('settings', settings);
  for (const name of Object.keys(options))
    if (options[name]?.type === undefined) throw declarationInvalid(`${name} has no type`);
  for (const [name, { type, default: fallback }] of Object.entries(settings))
    if (type === undefined || fallback === undefined)
      throw declarationInvalid(`the setting ${name} has no type or no default`);
}

/** Names that share a space with those of the core and of other extensions begin with the slug. */
function checkNames(slug: string, { options, channels, reportFilters, tasks }: ExtensionDeclaration): void {
  const underscored = slug.replaceAll('-', '_');
  const demand = (name: string, prefix: string, isAlone = false): void => {
    if (name.startsWith(prefix) || (isAlone && name === slug)) return;
    throw declarationInvalid(`the name ${JSON.stringify(name.slice(0, 100))} does not begin with ${prefix}`);
  };
  for (const name of Object.keys(options)) demand(name, `shop_${underscored}_`);
  for (const { param } of reportFilters) demand(param, `${underscored}_`);
  for (const { slug: name } of channels) demand(name, `${slug}-`, true);
  for (const { id } of tasks as readonly { readonly id?: unknown }[]) demand(String(id), `${slug}-`);
  for (const names of [channels.map((each) => each.slug), reportFilters.map(({ param }) => param)])
    if (new Set(names).size < names.length) throw declarationInvalid('two channels or report filters have one name');
}
