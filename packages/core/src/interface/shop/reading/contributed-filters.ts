import type { Core } from '../../../core.ts';
import { invalidField } from '../../../kernel/errors.ts';
import type { Schemas } from '../../../kernel/schema.ts';
import type { ParameterSources } from './sources.ts';

const LONGEST_VALUE = 200;
/** The parameter of reports that filters of extensions become part of. */
const ATTRIBUTE = 'attribute_is';

/**
 * Adds the report filters of extensions in a query to `attribute_is`, for routes that have it: each stands for one pair of
 * attribute and value.
 * @throws DomainError `validation_failed`
 */
export function withReportFilters(
  sent: ParameterSources,
  params: Schemas,
  contributions: ReturnType<Core['contributions']>,
): ParameterSources {
  if (contributions.length === 0 || !Object.hasOwn(params, ATTRIBUTE)) return sent;
  const pairs = contributions.flatMap(({ declaration }) =>
    declaration.reportFilters.flatMap(({ param, attribute, values }) => {
      if (!Object.hasOwn(sent.query, param)) return [];
      return [[attribute, checkedValue(param, sent.query[param], values)]];
    }),
  );
  if (pairs.length === 0) return sent;
  const { [ATTRIBUTE]: given = [], ...query } = sent.query;
  // Anything else than a list is refused by the reader of the route.
  return { ...sent, query: { ...query, [ATTRIBUTE]: Array.isArray(given) ? [...given, ...pairs] : given } };
}

function checkedValue(param: string, value: unknown, values: readonly string[] | undefined): string {
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_VALUE)
    throw invalidField(param, 'validation_failed', `${param} is a text of 1 to ${LONGEST_VALUE} characters.`);
  if (values && !values.includes(value))
    throw invalidField(param, 'validation_failed', `${param} is not one of ${values.join(', ')}.`);
  return value;
}
