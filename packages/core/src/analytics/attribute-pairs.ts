import type { Attribute } from '../commerce/index.ts';
import { invalidField } from '../kernel/errors.ts';
import type { Pair } from './engine/conditions.ts';

/** Maximum attribute pairs per filter. */
const MOST_PAIRS = 100;

/** Unparsed attribute pairs by parameter name. */
export type SentPairs = Readonly<Record<string, readonly (readonly unknown[])[] | undefined>>;

/**
 * Reads pairs of attribute and value (docs/spec/analytics.md 4.1): two numbers are the ids of an attribute and of a
 * term, anything else a key and a text. Malformed pairs and unknown ids are ignored.
 * @throws DomainError `validation_failed` for more than a hundred
 */
export async function readPairs(
  sent: SentPairs,
  attributes: () => Promise<readonly Attribute[]>,
): Promise<Readonly<Record<string, readonly Pair[]>>> {
  const given = Object.entries(sent).flatMap(([name, list]) =>
    list && list.length > 0 ? [[name, list] as const] : [],
  );
  for (const [name, list] of given)
    if (list.length > MOST_PAIRS)
      throw invalidField(name, 'validation_failed', `${name} must contain at most ${MOST_PAIRS} pairs`);
  const hasIds = given.some(([, list]) => list.some((pair) => idsIn(pair) !== undefined));
  const known = hasIds ? await attributes() : [];
  return Object.fromEntries(
    given.map(([name, list]) => [
      name,
      list.flatMap((pair) => [readPair(pair, known)].filter((each) => each !== undefined)),
    ]),
  );
}

function readPair(pair: readonly unknown[], known: readonly Attribute[]): Pair | undefined {
  const ids = idsIn(pair);
  if (ids) {
    const attribute = known.find(({ id }) => id === ids[0]);
    const term = attribute?.terms.find(({ id }) => id === ids[1]);
    return attribute && term && [attribute.key, term.slug];
  }
  const [key, value] = pair.map((part) => (typeof part === 'number' ? String(part) : part));
  return pair.length === 2 && typeof key === 'string' && typeof value === 'string' ? [key, value] : undefined;
}

/** Attribute id and term id of a numeric pair. */
function idsIn(pair: readonly unknown[]): readonly [number, number] | undefined {
  const [attribute, term, ...more] = pair.map((part) =>
    typeof part === 'number' || (typeof part === 'string' && /^[0-9]{1,15}$/.test(part)) ? Number(part) : undefined,
  );
  return attribute === undefined || term === undefined || more.length > 0 ? undefined : [attribute, term];
}
