import type { PlainRequest } from '@backroom/composition';
import { indicators } from '@backroom/core/analytics';
import { pairOf } from '../call/plan-call.ts';
import { UsageError } from '../failure.ts';
import type { KnownReport } from './known-reports.ts';

type QueryPair = readonly [name: string, value: string];

/**
 * Builds the request of a report from its typed parameters. Tables request `extended_info` by default, for the names of
 * what is counted.
 * @throws UsageError for unknown parameters
 */
export function planReport(
  { name, path, params }: KnownReport,
  words: readonly string[],
  isTable: boolean,
): PlainRequest {
  const query = words.map(pairOf).flatMap(([parameter, value]): readonly QueryPair[] => {
    const [head = ''] = parameter.split('[');
    if (!Object.hasOwn(params, head))
      throw new UsageError(`The report ${name} has no parameter ${head}; see backroom report ${name} --help.`);
    return spread(parameter, params[head]?.type === 'array' ? listIn(value) : value);
  });
  const isGiven = (parameter: string) => query.some(([key]) => key.split('[', 1)[0] === parameter);
  const added: QueryPair[] = [];
  if (isTable && 'extended_info' in params && !isGiven('extended_info')) added.push(['extended_info', 'true']);
  // All indicators by default.
  if ('stats' in params && !isGiven('stats')) added.push(['stats', indicators.map(({ stat }) => stat).join(',')]);
  return { method: 'GET', path, query: [...query, ...added] };
}

/** Parses a JSON array, as needed for nested lists; other texts are unchanged. */
function listIn(word: string): unknown {
  if (!word.startsWith('[')) return word;
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

/** A value as query parameters: `pairs[0][]=3&pairs[0][]=41`. */
const spread = (name: string, value: unknown): readonly QueryPair[] =>
  Array.isArray(value)
    ? value.flatMap((each, index) => spread(`${name}[${Array.isArray(each) ? index : ''}]`, each))
    : [[name, String(value)]];
