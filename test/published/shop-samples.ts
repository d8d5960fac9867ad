import type { Schema, Schemas, SchemaType } from '@backroom/core/interface';

/** Values of parameters that only the use case can validate. */
const samplesByName: Readonly<Record<string, readonly unknown[]>> = {
  store_email: ['ana@example.org', ''],
  country_code: ['IT', 'US:CA'],
  extended_tasks: [[{ id: 'mine', list_id: 'extended' }], []],
  template_name: ['physical'],
  duration: ['hour', 'week'],
};

/** Values that a parameter takes, as JSON. */
export const goodValuesOf = (name: string, descriptor: Schema): readonly unknown[] =>
  samplesByName[name] ?? goodValues(descriptor);

/** Values that a descriptor takes, as JSON. */
export function goodValues(schema: Schema): readonly unknown[] {
  const { enum: choices } = schema;
  if (choices && choices.length > 0) return choices;
  const types = typesOf(schema);
  if (types.length === 0) return ['anything', 5];
  return types.flatMap((type) => goodOf(type, schema));
}

function goodOf(type: SchemaType, schema: Schema): readonly unknown[] {
  switch (type) {
    case 'string':
      return goodTexts(schema);
    case 'integer':
      return [schema.minimum ?? 1, schema.maximum ?? 7, String(schema.minimum ?? 3)];
    case 'number':
      return [schema.minimum ?? 1.5, '2'];
    case 'boolean':
      return [true, false, 'true', '0', 1];
    case 'array':
      return [goodValues(schema.items ?? {}).slice(0, 2), []].filter((each) => each.length >= (schema.minItems ?? 0));
    case 'object':
      return [goodObject(schema.properties ?? {})];
    case 'null':
      return [null];
    case 'file':
      return [sampleFile];
  }
}

/** A file of a form, as it is streamed. */
const sampleFile = {
  name: 'a.zip',
  type: 'application/zip',
  size: 2,
  async *chunks() {
    yield new Uint8Array([80, 75]);
  },
};

/** Whether a value can only be sent in a form. */
export const isSampleFile = (value: unknown): boolean => value === sampleFile;

function goodTexts({ format, minLength = 0, maxLength = 1_000, pattern }: Schema): readonly string[] {
  if (format) return [byFormat[format as keyof typeof byFormat]];
  const samples = ['word', 'a', '00000000-0000-4000-8000-000000000000', '7', 'IT', 'word'.padEnd(minLength, 'x')];
  return samples
    .filter((each) => each.length >= minLength && each.length <= maxLength && new RegExp(pattern ?? '', 'u').test(each))
    .slice(0, 2);
}

const byFormat = {
  'date-time': '2026-11-21T03:04:05',
  uri: 'https://shop.example/a',
  email: 'ana@example.org',
  ip: '192.0.2.1',
  uuid: '00000000-0000-4000-8000-000000000000',
  'hex-color': '#c0ffee',
};

/** The members that must be there. */
export const goodObject = (params: Schemas): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([, { required }]) => required === true)
      .map(([name, descriptor]) => [name, goodValuesOf(name, descriptor)[0]]),
  );

const typesOf = ({ type }: Schema): readonly SchemaType[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

/** Values that no text can have, whatever its descriptor. */
const unstorable = ['a\0b', '\ud800'];

/** Values that a descriptor refuses, as JSON; none for one that takes anything. */
export function badValues(descriptor: Schema): readonly unknown[] {
  const types = typesOf(descriptor);
  const { enum: choices, minimum, maximum, minLength = 0, maxLength, maxItems, items, properties } = descriptor;
  const takes = (...wanted: readonly SchemaType[]) => wanted.some((type) => types.includes(type));
  const bad: unknown[] = [];
  if (types.length === 0) return unstorable;
  if (!takes('object')) bad.push({ a: 1 });
  if (!takes('array', 'object')) bad.push([[]]);
  if (!takes('null') && descriptor.orNull !== true && descriptor.required !== true) bad.push(null);
  if (!takes('string', 'array', 'object')) bad.push('nonsense', ' ', '\0');
  if (takes('string')) bad.push(...unstorable);
  if (takes('string') && !takes('integer', 'number', 'boolean', 'array')) bad.push(5, true);
  if (choices && choices.length > 0) bad.push('not among them');
  if (takes('integer') && !takes('number', 'string')) bad.push(1.5, '1.5', 1e300);
  if (minimum !== undefined) bad.push(minimum - 1);
  if (maximum !== undefined) bad.push(maximum + 1);
  if (minLength > 0) bad.push('');
  if (maxLength !== undefined) bad.push('x'.repeat(maxLength + 1));
  if (takes('boolean') && !takes('string')) bad.push(2, 'yes', '');
  if (descriptor.format) bad.push('nonsense');
  if (items && takes('array')) bad.push(...badValues(items).map((each) => [each]));
  if (maxItems !== undefined) bad.push(Array.from({ length: maxItems + 1 }, () => goodValues(items ?? {})[0]));
  if (takes('object')) {
    bad.push('nonsense', 5);
    const needed = Object.keys(goodObject(properties ?? {}));
    if (needed.length > 0) bad.push({});
    for (const [name, member] of Object.entries(properties ?? {}))
      bad.push(...badValues(member).map((each) => ({ ...goodObject(properties ?? {}), [name]: each })));
  }
  return bad;
}

/** A value as it is in a query: lists and objects in brackets; undefined for what a query cannot express. */
export function inQuery(name: string, value: unknown): readonly (readonly [string, string])[] | undefined {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value === 'number') return [[name, String(value)]];
  if (typeof value === 'boolean') return [[name, String(value)]];
  if (value === null || value instanceof Uint8Array) return undefined;
  const members = Object.entries(value as object).map(([key, each]) => inQuery(`${name}[${key}]`, each));
  return members.some((each) => each === undefined) || members.length === 0
    ? undefined
    : members.flatMap((each) => each ?? []);
}

const samplesOfVariables = ['customers', 'me', '1', 'setup', '00000000-0000-4000-8000-000000000000', 'abc'];

/** A path with something in place of each variable that its pattern takes. */
export const sampleAddress = (path: string, variables: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const pattern = new RegExp(`^(?:${variables[name]})$`, 'i');
    return samplesOfVariables.find((each) => pattern.test(each)) ?? 'x';
  });
