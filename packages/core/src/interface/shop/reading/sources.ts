import { atOnce, type PausingWork } from '../../../kernel/concurrency/work-pacer.ts';
import { isObject } from '../../../kernel/reading/storable.ts';
import { parseEntityTags } from '../../conditional.ts';
import type { ShopBody, ShopRequest } from '../request.ts';

type SourceMembers = Readonly<Record<string, unknown>>;

/** Parameter sources of a request, in order of precedence. */
export interface ParameterSources {
  readonly variables: Readonly<Record<string, string>>;
  readonly json: SourceMembers;
  readonly form: SourceMembers;
  readonly query: SourceMembers;
  /** A header by its lower-case name; without it there are no headers. */
  readonly header?: (name: string) => string | undefined;
  /** The body as received: any JSON value, or the fields of a form. */
  readonly whole: unknown;
}

const nothing: SourceMembers = {};

/** Collects the parameter sources of a request. */
export const gatherSources = (...parts: Parameters<typeof gatheringSources>): ParameterSources =>
  atOnce(gatheringSources(...parts));

/** The same in slices that yield to the event loop: a form may have hundreds of thousands of fields. */
export function* gatheringSources(
  variables: ParameterSources['variables'],
  query: readonly (readonly [string, string])[],
  body: ShopBody,
): PausingWork<ParameterSources> {
  const rest = { variables, query: query.length === 0 ? nothing : gatherPairs(query) };
  switch (body.kind) {
    case 'none':
      return { ...rest, json: nothing, form: nothing, whole: undefined };
    case 'json':
      return { ...rest, json: isObject(body.value) ? body.value : nothing, form: nothing, whole: body.value };
    case 'form': {
      const form = yield* gatheringPairs(body.fields);
      return { ...rest, json: nothing, form, whole: form };
    }
    case 'both':
      return { ...rest, json: body.value, form: body.value, whole: body.value };
  }
}

/** Looks up a parameter in path, body, then query; undefined if absent. */
export function valueIn(sent: ParameterSources, name: string): unknown {
  for (const source of [sent.variables, sent.json, sent.form, sent.query]) {
    if (Object.hasOwn(source, name)) return source[name];
  }
  return undefined;
}

/** Looks up a parameter that is sent as a header: `device_token` is `Device-Token` or `Device_Token`. */
export const headerIn = ({ header }: ParameterSources, name: string): string | undefined =>
  header?.(name.replaceAll('_', '-')) ?? header?.(name);

/** Maximum bracket depth of names: `a[b][c][d]`. */
const deepest = 5;
const bracketed = /^([^[]+)((?:\[[^\]]*\])+)$/;

/** Parses bracketed names: `ids[]=1&ids[]=2` is a list, `device[os]=x` an object; the last of equal names wins. */
export const gatherPairs = (pairs: readonly (readonly [string, unknown])[]): SourceMembers =>
  atOnce(gatheringPairs(pairs));

function* gatheringPairs(pairs: readonly (readonly [string, unknown])[]): PausingWork<SourceMembers> {
  const root = new Map<string, unknown>();
  for (const [name, value] of pairs) {
    const [, head = name, brackets = ''] = name.includes('[') ? (bracketed.exec(name) ?? []) : [];
    const keys = [...brackets.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '');
    if (keys.length <= deepest) put(root, [head, ...keys], value);
    yield 1;
  }
  return (yield* plain(root)) as SourceMembers;
}

type Branch = Map<string, unknown>;

function put(root: Branch, path: readonly string[], value: unknown): void {
  let branch = root;
  for (const key of path.slice(0, -1)) {
    const name = key === '' ? String(branch.size) : key;
    const next = branch.get(name);
    const deeper: Branch = next instanceof Map ? next : new Map();
    branch.set(name, deeper);
    branch = deeper;
  }
  const last = path.at(-1) ?? '';
  branch.set(last === '' && path.length > 1 ? String(branch.size) : last, value);
}

/** SourceMembers numbered consecutively from 0 become a list. */
function* plain(branch: Branch, isRoot = true): PausingWork<unknown> {
  const entries: [string, unknown][] = [];
  let isList = !isRoot;
  for (const [name, member] of branch) {
    isList &&= name === String(entries.length);
    entries.push([name, member instanceof Map ? yield* plain(member, false) : member]);
    yield 1;
  }
  return yield* isList ? listOf(entries) : objectOf(entries);
}

function* listOf(entries: readonly (readonly [string, unknown])[]): PausingWork<unknown[]> {
  const list: unknown[] = [];
  for (const [, member] of entries) {
    list.push(member);
    yield 1;
  }
  return list;
}

function* objectOf(entries: readonly (readonly [string, unknown])[]): PausingWork<SourceMembers> {
  const object: Record<string, unknown> = {};
  for (const [name, member] of entries) {
    if (name !== '__proto__') object[name] = member;
    yield 1;
  }
  return object;
}

/** The precondition of a change from `If-Match` (RFC 9110, 13.1.1), as `expectedTags`. */
export function preconditionIn({ header }: Pick<ShopRequest, 'header'>): { readonly expectedTags?: readonly string[] } {
  const given = header('if-match');
  return given === undefined || given.trim() === '*' ? {} : { expectedTags: parseEntityTags(given) };
}
