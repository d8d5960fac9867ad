import { wordsIn } from '../../kernel/reading/projection.ts';
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
