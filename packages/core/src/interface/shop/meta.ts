import { isObject } from '../../kernel/reading/storable.ts';
import type { ShopRequest } from './request.ts';

/** Parameters common to all routes; read from the query only. */
export interface Meta {
  /** Effective method: on POST it may be overridden. */
  readonly method: string;
  readonly isMethodReplacedByHeader: boolean;
  readonly hasEnvelope: boolean;
  readonly hasCallback: boolean;
  readonly isPretty: boolean;
  /** Relations to embed: all of them, these, or none. */
  readonly embed: 'all' | readonly string[];
}

const method = /^[A-Za-z]{1,20}$/;

/** Parses the parameters common to all routes. */
export function readMeta(request: ShopRequest): Meta {
  const { method: sent } = request;
  const query = request.query.filter(([name]) => name.startsWith('_'));
  const values = new Map<string, string>(query);
  const bracketed = query.filter(([name]) => name.includes('[')).map(([name, value]) => [headOf(name), value] as const);
  const has = (name: string) => values.has(name) || bracketed.some(([head]) => head === name);
  const inQuery = values.get('_method');
  const inHeader = request.header('x-http-method-override');
  const replaced = sent === 'POST' ? (inQuery ?? inHeader) : undefined;
  const isReplaced = replaced !== undefined && method.test(replaced);
  return {
    method: isReplaced ? replaced.toUpperCase() : sent,
    isMethodReplacedByHeader: isReplaced && inQuery === undefined,
    hasEnvelope: has('_envelope'),
    hasCallback: has('_jsonp'),
    isPretty: values.has('_pretty') && !['0', 'false'].includes(values.get('_pretty') ?? ''),
    embed: readEmbed([
      ...bracketed.filter(([head]) => head === '_embed').map(([, value]) => value),
      ...query
        .filter(([name]) => name === '_embed')
        .map(([, value]) => value)
        .slice(-1),
    ]),
  };
}

/** `_embed[0]` → `_embed`. */
const headOf = (name: string): string => name.slice(0, name.indexOf('['));

const every = ['', '1', 'true'];
const none = ['0', 'false'];

/** Relations named by any of these values; all relations if none is named. */
function readEmbed(values: readonly string[]): Meta['embed'] {
  const wanted = values.filter((value) => !none.includes(value));
  const named = wanted.filter((value) => !every.includes(value));
  return wanted.length > 0 && named.length === 0 ? 'all' : named.flatMap(wordsIn);
}

/** Splits at commas and white space. */
export const wordsIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== '');

type Tree = Map<string, Tree>;

/** Compiles the projection given by `_fields`; undefined if it names no members. */
export function readFields(value: unknown): ((body: unknown) => unknown) | undefined {
  const names = (Array.isArray(value) ? value : [value])
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .flatMap((each) => wordsIn(String(each)));
  if (names.length === 0) return undefined;
  const wanted: Tree = new Map();
  for (const name of names) plant(wanted, name.split('.'));
  return (body) => (Array.isArray(body) ? body.map((each) => choose(each, wanted)) : choose(body, wanted));
}

/** A name selects its whole subtree, so deeper names do not narrow it. */
function plant(root: Tree, path: readonly string[]): void {
  let branch = root;
  for (const [index, name] of path.entries()) {
    const next = branch.get(name);
    if (next?.size === 0) return;
    const deeper: Tree = next ?? new Map();
    if (index === path.length - 1) deeper.clear();
    branch.set(name, deeper);
    branch = deeper;
  }
}

function choose(value: unknown, wanted: Tree): unknown {
  if (!isObject(value)) return value;
  const chosen: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const deeper = wanted.get(name);
    if (deeper?.size === 0) chosen.push([name, member]);
    else if (deeper && isObject(member)) chosen.push([name, choose(member, deeper)]);
    else if (deeper && Array.isArray(member)) chosen.push([name, member.map((each) => choose(each, deeper))]);
  }
  return Object.fromEntries(chosen);
}
