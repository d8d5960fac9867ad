import * as v from 'valibot';
import { readDecimal } from '../../kernel/decimal.ts';
import { isStorableText } from '../../kernel/text.ts';
import { camel, type Descriptor, type Params } from '../schema.ts';
import { decimalFaults, foreignNames, says } from './problems.ts';
import { readText } from './text.ts';

/** Encoding of the values: query text, JSON, or table cells (text or null). */
export type From = 'text' | 'json' | 'cell';

/** Schema of an object with these members, which are returned by the use case's names. */
export function objectSchema(
  params: Params,
  from: From,
  ignored: readonly string[],
): v.GenericSchema<unknown, Record<string, unknown>> {
  const entries: Record<string, v.GenericSchema> = {};
  for (const name of ignored) entries[name] = v.optional(v.unknown());
  for (const [name, descriptor] of Object.entries(params)) entries[name] = entrySchema(descriptor, from);
  const names = new Map(Object.keys(params).map((name) => [name, camel(name)]));
  const expected = v.object(entries);
  // A strict object would report the first unknown member only.
  const schema = v.lazy((input) => {
    const foreign = foreignNames(input, entries);
    return foreign.length === 0
      ? expected
      : v.object({ ...entries, ...Object.fromEntries(foreign.map((name) => [name, unknownMember[from]])) });
  });
  return v.pipe(
    schema as v.GenericSchema<unknown, Record<string, unknown>>,
    v.transform((value) => {
      const renamed: Record<string, unknown> = {};
      for (const [name, member] of Object.entries(value)) {
        const known = names.get(name);
        if (known !== undefined && member !== undefined) renamed[known] = member;
      }
      return renamed;
    }),
  );
}

const unknownMember = {
  text: v.custom<never>(() => false, says('unknown_parameter', 'There is no such parameter.')),
  json: v.custom<never>(() => false, says('unknown_field', 'There is no such field.')),
  cell: v.custom<never>(() => false, says('unknown_field', 'There is no such column.')),
};

function entrySchema(descriptor: Descriptor, from: From): v.GenericSchema {
  const schema = descriptor.nullable ? nullable(descriptor, from) : plainSchema(descriptor, from);
  if (descriptor.required) return schema;
  return v.optional(schema, asSent(descriptor.default, from) as never);
}

/** Encodes a default as a request would, because it is parsed the same way. */
const asSent = (value: unknown, from: From): unknown => (from === 'json' || value == null ? value : String(value));

const nullable = (descriptor: Descriptor, from: From): v.GenericSchema =>
  v.lazy((value) => {
    const isNull = value === null || (from === 'text' && value === 'null');
    // A password may consist of spaces.
    const read = typeof value === 'string' && descriptor.format !== 'password' ? value.trim() : value;
    const isBlank = descriptor.type === 'string' && read === '';
    return isNull || isBlank
      ? v.pipe(
          v.unknown(),
          v.transform(() => null),
        )
      : plainSchema(descriptor, from);
  });

function plainSchema(descriptor: Descriptor, from: From): v.GenericSchema {
  switch (descriptor.type) {
    case 'string':
      return stringSchema(descriptor);
    case 'integer':
      return v.pipe(
        numberFrom(from),
        v.integer(says('wrong_type', 'It must be a whole number.')),
        ...range(descriptor),
      );
    case 'number':
      return quantitySchema(descriptor);
    case 'boolean':
      return flags[from];
    case 'array':
      return v.pipe(
        from === 'json' ? v.array(v.unknown()) : listFromText,
        v.maxLength(descriptor.maxItems ?? 1_000, says('too_long', `At most ${descriptor.maxItems ?? 1_000} entries.`)),
        v.array(plainSchema(descriptor.items ?? { type: 'string' }, from)),
      );
    case 'object':
      return v.pipe(plainObject, membersSchema(descriptor, from));
  }
}

const membersSchema = (
  { properties, ignores = [], maxProperties = 1_000 }: Descriptor,
  from: From,
): v.GenericSchema<Record<string, unknown>> =>
  properties
    ? (objectSchema(properties, from, ignores) as v.GenericSchema<Record<string, unknown>>)
    : v.pipe(
        v.record(storableName, storableValue),
        v.maxEntries(maxProperties, says('too_long', `At most ${maxProperties} members.`)),
      );

const unstorable = says('invalid_format', 'It must be valid Unicode without NUL.');
const storableName = v.pipe(v.string(), v.check(isStorableText, unstorable));
const storableValue = v.pipe(
  v.unknown(),
  v.check((value) => typeof value !== 'string' || isStorableText(value), unstorable),
);

const plainObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  says('wrong_type', 'It must be an object.'),
);

const numberFrom = (from: From) =>
  from === 'json'
    ? v.number()
    : v.pipe(
        v.string(),
        v.regex(/^(?:0|-?[1-9][0-9]{0,14})$/, says('wrong_type', 'It must be a whole number.')),
        v.transform(Number),
      );

const range = ({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Descriptor) =>
  [
    v.minValue<number, number, string>(minimum, says('out_of_range', `At least ${minimum}.`)),
    v.maxValue<number, number, string>(maximum, says('out_of_range', `At most ${maximum}.`)),
  ] as const;

const flagFromText = v.pipe(
  v.string(),
  v.picklist(['true', 'false', '1', '0'], says('wrong_type', 'It must be true or false.')),
  v.transform((value) => value === 'true' || value === '1'),
);

/** Spreadsheets write booleans in capitals. */
const flagFromCell = v.pipe(
  v.string(),
  v.transform((cell) => cell.trim().toLowerCase()),
  flagFromText,
);

const flags = { text: flagFromText, json: v.boolean(), cell: flagFromCell } as const;

const listFromText = v.pipe(
  v.string(),
  v.transform((value) => value.split(',').map((entry) => entry.trim())),
);

function quantitySchema({ minimum, maximum }: Descriptor): v.GenericSchema {
  return v.pipe(
    v.union([v.number(), v.string()], says('wrong_type', 'It must be a number.')),
    decimal,
    ...range(scaled({ minimum, maximum })),
  );
}

const scaled = ({ minimum, maximum }: { minimum?: number | undefined; maximum?: number | undefined }): Descriptor => ({
  type: 'integer',
  ...(minimum !== undefined && { minimum: minimum * 10_000 }),
  ...(maximum !== undefined && { maximum: maximum * 10_000 }),
});

const decimal = v.rawTransform<number | string, number>(({ dataset, addIssue, NEVER }) => {
  const value = readDecimal(dataset.value);
  if (typeof value === 'number') return value;
  addIssue({ message: says(value, decimalFaults[value]) });
  return NEVER;
});

function stringSchema(descriptor: Descriptor): v.GenericSchema {
  if (descriptor.format === 'money')
    return v.pipe(
      v.string(),
      v.transform((value): number | string => value.trim()),
      decimal,
      ...range(scaled(descriptor)),
    );
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const result = readText(descriptor, dataset.value);
      if (!('fault' in result)) return result.value;
      addIssue({ message: says(result.fault, result.message) });
      return NEVER;
    }),
  );
}
