import type { PlainRequest } from '@backroom/composition';
import { indicators } from '@backroom/core';
import { pairOf } from '../call/plan-call.ts';
import { UsageError } from '../failure.ts';
import type { KnownReport } from './known-reports.ts';

type Pair = readonly [name: string, value: string];

/**
 * Makes the request of a report of what was typed behind its name. A table needs what stands behind the numbers; it is asked
 * for unless somebody said otherwise.
 * @throws UsageError
 */
export function planReport(
  { name, path, params }: KnownReport,
  words: readonly string[],
  isTable: boolean,
): PlainRequest {
  const query = words.map(pairOf).flatMap(([parameter, value]): readonly Pair[] => {
    const [head = ''] = parameter.split('[');
    if (!Object.hasOwn(params, head))
      throw new UsageError(`The report ${name} has no parameter ${head}; see backroom report ${name} --help.`);
    return spread(parameter, params[head]?.type === 'array' ? listIn(value) : value);
  });
  const isSaid = (parameter: string) => query.some(([said]) => said.split('[', 1)[0] === parameter);
  const added: Pair[] = [];
  if (isTable && 'extended_info' in params && !isSaid('extended_info')) added.push(['extended_info', 'true']);
  // Whoever names none means all of them.
  if ('stats' in params && !isSaid('stats')) added.push(['stats', indicators.map(({ stat }) => stat).join(',')]);
  return { method: 'GET', path, query: [...query, ...added] };
}

/** A list that was written as JSON, for lists of lists; every other word stays as it is. */
function listIn(word: string): unknown {
  if (!word.startsWith('[')) return word;
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

/** A value as addresses carry it: `pairs[0][]=3&pairs[0][]=41`. */
const spread = (name: string, value: unknown): readonly Pair[] =>
  Array.isArray(value)
    ? value.flatMap((each, index) => spread(`${name}[${Array.isArray(each) ? index : ''}]`, each))
    : [[name, String(value)]];
