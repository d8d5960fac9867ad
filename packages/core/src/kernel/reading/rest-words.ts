import { type Schema, typesOf } from '../schema.ts';
import type { Words } from './dialect.ts';
import { type Fault, ruleFault } from './fault.ts';

const outOfBounds = ruleFault('rest_out_of_bounds', (bounds) => `must be ${rangeOf(bounds)}`);

/** Faults of the shop interface; each sentence continues the name of the value. */
export const restWords: Words = {
  additionalProperties: ruleFault('rest_additional_properties_forbidden', 'is not a valid property'),
  anyOf: ruleFault('rest_no_matching_schema', 'fits none of the expected forms'),
  enum: ruleFault('rest_not_in_enum', ({ enum: choices = [] }) => `is not one of ${choices.map(shown).join(', ')}`),
  maxItems: ruleFault('rest_too_many_items', ({ maxItems }) => `must contain at most ${maxItems} item(s)`),
  maxLength: ruleFault('rest_too_long', ({ maxLength }) => `must have at most ${maxLength} character(s)`),
  maxProperties: ruleFault(
    'rest_too_many_properties',
    ({ maxProperties }) => `must contain at most ${maxProperties} member(s)`,
  ),
  maximum: outOfBounds,
  minItems: ruleFault('rest_too_few_items', ({ minItems }) => `must contain at least ${minItems} item(s)`),
  minLength: ruleFault('rest_too_short', ({ minLength }) => `must have at least ${minLength} character(s)`),
  minProperties: ruleFault(
    'rest_too_few_properties',
    ({ minProperties }) => `must contain at least ${minProperties} member(s)`,
  ),
  minimum: outOfBounds,
  multipleOf: ruleFault('rest_invalid_multiple', ({ multipleOf }) => `must be a multiple of ${multipleOf}`),
  names: ruleFault('rest_invalid_pattern', 'has a member that cannot have that name'),
  oneOf: ruleFault('rest_one_of_multiple_matches', 'fits more than one of the expected forms'),
  pattern: ruleFault('rest_invalid_pattern', ({ pattern }) => `does not match the pattern ${pattern}`),
  required: ruleFault('rest_property_required', 'is a required property'),
  storable: ruleFault('rest_invalid_pattern', 'has characters that no text can have'),
  type: ruleFault('rest_invalid_type', (types) => `is not of type ${typesOf(types).join(', ')}`),
  uniqueItems: ruleFault('rest_duplicate_items', 'has duplicate items'),
};

const shown = (choice: unknown): string => (typeof choice === 'string' ? choice : JSON.stringify(choice));

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): string {
  const word = (isExclusive: boolean | undefined) => (isExclusive ? 'exclusive' : 'inclusive');
  if (minimum === undefined) return `less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`;
  if (maximum === undefined) return `greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`;
  return `between ${minimum} (${word(exclusiveMinimum)}) and ${maximum} (${word(exclusiveMaximum)})`;
}

/** `ids[0]`, `device[os]`. */
const titleOf = ([first = '', ...rest]: readonly (string | number)[]): string =>
  String(first) + rest.map((part) => `[${part}]`).join('');

/** A fault as one sentence that begins with the name of the value. */
export const sentenceOf = ({ code, message }: Fault, path: readonly (string | number)[]): string =>
  code === 'rest_property_required'
    ? `${path.at(-1)} ${message} of ${titleOf(path.slice(0, -1))}`
    : `${titleOf(path)} ${message}`;
