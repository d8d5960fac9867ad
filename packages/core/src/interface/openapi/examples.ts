import type { JsonSchema } from './json-schema.ts';

/** Values of the sample shop by the name of the member; used where the schema permits them. */
const sampleValues: Readonly<Record<string, readonly unknown[]>> = {
  id: [7],
  name: ['Coffee mug', 'coffee-mug'],
  title: ['Coffee mug'],
  sku: ['MUG-01'],
  code: ['MUG-01', 'mug'],
  barcode: ['4006381333931'],
  description: ['Stoneware, 300 ml.'],
  note: ['Delivered in the morning.'],
  quantity: [12, '12'],
  price: ['14.90', 14.9],
  total: ['29.80', 29.8, 2],
  currency: ['EUR'],
  country: ['DE'],
  city: ['Hamburg'],
  email: ['ada@example.com'],
  username: ['ada'],
  slug: ['coffee-mug'],
  location: ['A-01'],
  url: ['https://shop.example.com/coffee-mug'],
  locale: ['en_US'],
  timezone: ['Europe/Berlin'],
  date: ['2026-03-14'],
  at: ['2026-03-14T09:26:53'],
  version: [3, '1.4.1'],
  page: [1],
  status: ['active', 'completed'],
};

const sampleFormats: Readonly<Record<string, string>> = {
  'date-time': '2026-03-14T09:26:53.000Z',
  email: 'ada@example.com',
  uuid: '0b9ee2f1-52c4-4f7e-9d3a-6f5a1c2b7d10',
  uri: 'https://shop.example.com/coffee-mug',
  password: 'a long passphrase of mine',
};

/** Texts for schemas with a pattern, from the most realistic one. */
const sampleTexts: readonly string[] = [
  'text',
  'coffee-mug',
  '14.90',
  '2026-03-14T09:26:53',
  '2026-03-14',
  '7',
  'EUR',
  'DE',
  'en_US',
  '#1f6feb',
  '192.0.2.7',
  'shop/coffee-mug',
  'https://shop.example.com/coffee-mug',
];

type SchemaMap = Readonly<Record<string, JsonSchema>>;

/** Derives examples from JSON Schema: the same schema has the same example. */
export class Examples {
  readonly #components: SchemaMap;

  constructor(components: SchemaMap) {
    this.#components = components;
  }

  /** An example of a schema; undefined where none can be derived. */
  of(schema: JsonSchema, name = '', open: readonly string[] = []): unknown {
    const { $ref, enum: choices, anyOf, oneOf, allOf } = schema;
    if (typeof $ref === 'string') return this.#ofComponent($ref, name, open);
    if ('const' in schema) return schema.const;
    if (Array.isArray(choices)) return choices[0];
    if (allOf !== undefined) return undefined;
    const [first] = (anyOf ?? oneOf ?? []) as readonly JsonSchema[];
    if (first) return this.of({ ...schema, anyOf: undefined, oneOf: undefined, ...first }, name, open);
    return this.#ofType(schema, name, open);
  }

  #ofComponent(reference: string, name: string, open: readonly string[]): unknown {
    const component = this.#components[reference.slice(reference.lastIndexOf('/') + 1)];
    // A schema inside itself, as of a tree.
    if (component === undefined || open.includes(reference)) return undefined;
    return this.of(component, name, [...open, reference]);
  }

  #ofType(schema: JsonSchema, name: string, open: readonly string[]): unknown {
    const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
    const type = types.find((each) => each !== 'null') ?? types[0];
    switch (type) {
      case 'object':
        return this.#ofObject(schema, open);
      case 'array':
        return this.#ofList(schema, name, open);
      case 'boolean':
        return schema.default ?? true;
      case 'integer':
      case 'number':
        return numberFor(schema, name, type === 'integer');
      case 'string':
        return textFor(schema, name);
      default:
        return type === 'null' ? null : undefined;
    }
  }

  #ofList({ items, minItems = 0 }: JsonSchema, name: string, open: readonly string[]): unknown {
    const entry = items ? this.of(items as JsonSchema, name.replace(/s$/, ''), open) : undefined;
    if (entry !== undefined) return [entry];
    return minItems === 0 ? [] : undefined;
  }

  #ofObject({ properties = {}, required = [] }: JsonSchema, open: readonly string[]): unknown {
    const members = Object.entries(properties as SchemaMap).map(([name, schema]) => {
      const value = this.of(schema, name, open);
      return [name, value ?? (acceptsNull(schema) ? null : undefined)] as const;
    });
    const known = members.filter(([, value]) => value !== undefined);
    const isWhole = (required as readonly string[]).every((name) => known.some(([each]) => each === name));
    return isWhole ? Object.fromEntries(known) : undefined;
  }
}

const acceptsNull = ({ type, anyOf }: JsonSchema): boolean =>
  type === undefined
    ? ((anyOf ?? []) as readonly JsonSchema[]).some((each) => each.type === 'null')
    : type === 'null' || (Array.isArray(type) && type.includes('null'));

/** Values for a member, from the most specific name: of `billing_email` those of `email`. */
function valuesFor(name: string): readonly unknown[] {
  const words = name.split('_');
  const known = words.map((_, index) => sampleValues[words.slice(index).join('_')]).find((each) => each !== undefined);
  return known ?? [];
}

function numberFor(schema: JsonSchema, name: string, isInteger: boolean): unknown {
  const bound = (key: string): number | undefined => schema[key] as number | undefined;
  const least = bound('minimum') ?? (bound('exclusiveMinimum') ?? Number.NEGATIVE_INFINITY) + 1;
  const most = bound('maximum') ?? (bound('exclusiveMaximum') ?? Number.POSITIVE_INFINITY) - 1;
  const candidates = [schema.default, ...valuesFor(name), isInteger ? 7 : 14.9, 1, least, most];
  return candidates.find(
    (each) => typeof each === 'number' && each >= least && each <= most && (!isInteger || Number.isInteger(each)),
  );
}

function textFor(schema: JsonSchema, name: string): unknown {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
  } = schema as {
    readonly format?: string;
    readonly pattern?: string;
    readonly minLength?: number;
    readonly maxLength?: number;
  };
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const ofFormat = format === undefined ? undefined : sampleFormats[format];
  const candidates = ofFormat === undefined ? [schema.default, ...valuesFor(name), ...sampleTexts] : [ofFormat];
  const long = 'x'.repeat(Math.min(minLength, 64));
  return [...candidates, long].find(
    (each) =>
      typeof each === 'string' &&
      each.length >= minLength &&
      each.length <= maxLength &&
      (expression?.test(each) ?? true),
  );
}
