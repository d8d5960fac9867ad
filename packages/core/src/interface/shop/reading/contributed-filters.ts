import type { Core } from '../../../core.ts';
import { invalidField } from '../../../kernel/errors.ts';
import type { Schemas } from '../../../kernel/schema.ts';

const LONGEST_VALUE = 200;
/** The parameter of reports that filters of extensions become part of. */
const ATTRIBUTE = 'attribute_is';

/** What the running extensions contribute. */
export type RunningContributions = ReturnType<Core['contributions']>;
type SentParameters = Readonly<Record<string, unknown>>;

/**
 * Replaces the report filters of extensions among the parameters of a report by pairs of attribute and value in `attribute_is`.
 * A report without `attribute_is` keeps its parameters.
 * @throws DomainError `validation_failed`
 */
export function withReportFilters(
  sent: SentParameters,
  params: Schemas,
  contributions: RunningContributions,
): SentParameters {
  if (contributions.length === 0 || !Object.hasOwn(params, ATTRIBUTE)) return sent;
  const asked = contributions
    .flatMap(({ declaration }) => declaration.reportFilters)
    .filter(({ param }) => Object.hasOwn(sent, param));
  if (asked.length === 0) return sent;
  const pairs = asked.map(({ param, attribute, values }) => [attribute, checkedValue(param, sent[param], values)]);
  const names = new Set(asked.map(({ param }) => param));
  const { [ATTRIBUTE]: given = [], ...others } = sent;
  return {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !names.has(name))),
    // Anything else than a list is refused by the reader of the route.
    [ATTRIBUTE]: Array.isArray(given) ? [...given, ...pairs] : given,
  };
}

function checkedValue(param: string, value: unknown, values: readonly string[] | undefined): string {
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_VALUE)
    throw invalidField(param, 'validation_failed', `${param} is a text of 1 to ${LONGEST_VALUE} characters.`);
  if (values && !values.includes(value))
    throw invalidField(param, 'validation_failed', `${param} is not one of ${values.join(', ')}.`);
  return value;
}
