import { DomainError, type FieldProblem } from '../../kernel/errors.ts';
import { MOST_FAULTS } from '../../kernel/refusals.ts';
import { camel, type Params } from '../schema.ts';

/** Validation problem of a value, without its location. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

/** Codes of problems of names, known or unknown: the name is reported as sent. */
const foreign = ['unknown_field', 'unknown_parameter', 'duplicate_parameter'];
/** Codes that become the code of the refusal if they are its only cause. */
const named = [...foreign, 'invalid_sort'];

/** Encodes a problem as one line of text, to pass through the schema library. */
export const says = (code: string, message: string): string => `${code}|${message}`;

/** Decodes a text encoded by `says`; undefined for any other text. */
export function splitMessage(text: string): Problem | undefined {
  const own = /^([a-z_]+)\|(.*)$/s.exec(text);
  return own ? { code: own[1] ?? '', message: own[2] ?? '' } : undefined;
}

/** Adds a location to a problem. */
export function placeProblem(
  problem: Problem,
  names: readonly (string | number)[],
  place: 'query' | 'body',
): FieldProblem {
  const isForeign = foreign.includes(problem.code);
  const path = names.map((name, index) =>
    typeof name === 'number' || (isForeign && index === names.length - 1) ? name : camel(name),
  );
  return { path, ...problem, ...(isForeign && { isForeign }), ...(place === 'query' && { in: place }) };
}

/** Combines problems in one refusal, with the code of the only problem if it is in `named`, else `validation_failed`. */
export function invalid(problems: readonly FieldProblem[]): DomainError {
  const [first] = problems;
  const single = problems.length === 1 ? first : undefined;
  const code = single && named.includes(single.code) ? single.code : 'validation_failed';
  const message = single ? single.message : `${problems.length} fields are not valid.`;
  return new DomainError('invalid', code, message, { fields: problems.slice(0, MOST_FAULTS) });
}

/** English name of a JSON type in a schema. */
export const wordFor = (expected: string | null): string =>
  ({ string: 'a text', number: 'a number', boolean: 'true or false', Array: 'a list', Object: 'an object' })[
    expected ?? ''
  ] ?? 'something else';

/** Messages for invalid decimals. */
export const decimalFaults = {
  invalid_format: 'It must be a plain decimal number.',
  too_many_decimals: 'At most 4 decimals.',
  out_of_range: 'At most 11 digits before the point.',
};

/** Unexpected members of an input, up to the number of problems that a refusal lists. */
export const foreignNames = (input: unknown, expected: object): readonly string[] =>
  typeof input === 'object' && input !== null
    ? Object.keys(input)
        .filter((name) => !Object.hasOwn(expected, name))
        .slice(0, MOST_FAULTS)
    : [];

/** Collects plain and dotted query parameters into one object; reports duplicates as problems. */
export function gatherQuery(
  query: readonly (readonly [string, string])[],
  params: Params,
): { readonly entries: Record<string, unknown>; readonly problems: readonly FieldProblem[] } {
  const entries: Record<string, unknown> = Object.create(null);
  const groups = new Map<string, Map<string, string>>();
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  for (const [name, value] of query) {
    const [group = name, member] = name.split(/\.(.*)/s);
    if (seen.has(name))
      problems.push(placeProblem({ code: 'duplicate_parameter', message: 'It stands there twice.' }, [name], 'query'));
    else if (member !== undefined && params[group]?.type === 'object' && typeof entries[group] !== 'string') {
      const members = groups.get(group) ?? new Map<string, string>();
      groups.set(group, members.set(member, value));
    } else entries[name] = value;
    seen.add(name);
  }
  for (const [group, members] of groups)
    if (typeof entries[group] !== 'string') entries[group] = Object.fromEntries(members);
  return { entries, problems };
}
