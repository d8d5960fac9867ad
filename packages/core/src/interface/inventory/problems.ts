import { DomainError, type FieldProblem } from '../../kernel/errors.ts';
import { camel } from '../../kernel/names.ts';
import type { Fault } from '../../kernel/reading/fault.ts';
import { MOST_FAULTS } from '../../kernel/refusals.ts';
import type { Schemas } from '../../kernel/schema.ts';

/** Codes of problems of names, known or unknown: the name is reported as sent. */
const foreign = ['unknown_field', 'unknown_parameter', 'duplicate_parameter'];
/** Codes that become the code of the refusal if they are its only cause. */
const named = [...foreign, 'invalid_sort'];

/** Adds a location to a problem. */
export function placeProblem(
  { code, message }: Fault,
  names: readonly (string | number)[],
  place: 'query' | 'body',
): FieldProblem {
  const isForeign = foreign.includes(code);
  const path = names.map((name, index) =>
    typeof name === 'number' || (isForeign && index === names.length - 1) ? name : camel(name),
  );
  return { path, code, message, ...(isForeign && { isForeign }), ...(place === 'query' && { in: place }) };
}

/** Combines problems in one refusal, with the code of the only problem if it is in `named`, else `validation_failed`. */
export function invalid(problems: readonly FieldProblem[]): DomainError {
  const [first] = problems;
  const single = problems.length === 1 ? first : undefined;
  const code = single && named.includes(single.code) ? single.code : 'validation_failed';
  const message = single ? single.message : `${problems.length} fields are not valid.`;
  return new DomainError('invalid', code, message, { fields: problems.slice(0, MOST_FAULTS) });
}

const noParameters = { entries: {}, problems: [] } as const;

/** Collects plain and dotted query parameters into one object; reports duplicates as problems. */
export function gatherQuery(
  query: readonly (readonly [string, string])[],
  params: Schemas,
): { readonly entries: Record<string, unknown>; readonly problems: readonly FieldProblem[] } {
  if (query.length === 0) return noParameters;
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
