import { type Schema, type SchemaFormat, type SchemaType, typesOf } from '../../kernel/schema.ts';

/** A JSON Schema 2020-12 fragment. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** SchemaMembers of a request are optional unless they are `required`; members of an answer are always there unless it is `false`. */
export type SchemaUse = 'request' | 'answer';

/** Named members in their order. */
export type SchemaMembers = readonly (readonly [string, Schema])[];

const namePattern = /^[A-Z][A-Za-z0-9]*$/;

/** Prints schemas as JSON Schema; those with a name become components, which are printed once and referred to. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #open = new Set<string>();

  /** All components so far, by name. */
  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** @throws TypeError for a name that two shapes share */
  print(schema: Schema, use: SchemaUse): JsonSchema {
    const { name, description, nullable, ...shape } = schema;
    if (name === undefined) return this.#inline(schema, use);
    const reference = this.#refer(use === 'request' ? `${name}Input` : name, shape, use);
    const acceptsNull = nullable === true || typesOf(schema).includes('null');
    return {
      ...(acceptsNull ? { anyOf: [reference, { type: 'null' }] } : reference),
      ...(description !== undefined && { description }),
    };
  }

  /** An object with these members. */
  object(members: SchemaMembers, use: SchemaUse): JsonSchema {
    const isRequired = ({ required }: Schema) => (use === 'request' ? required === true : required !== false);
    const required = members.flatMap(([name, schema]) => (isRequired(schema) ? [name] : []));
    return {
      type: 'object',
      properties: Object.fromEntries(members.map(([name, schema]) => [name, this.print(schema, use)])),
      ...(required.length > 0 && { required }),
    };
  }

  /** Adds a component that no `Schema` can express, or that has a name of its own. */
  add(name: string, printed: JsonSchema): JsonSchema {
    if (!namePattern.test(name)) throw new TypeError(`${name} is no name of a schema: it must match ${namePattern}.`);
    const known = this.#schemas.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(printed))
      throw new TypeError(
        `The schema name ${name} stands for two shapes; give one of them another name:\n${JSON.stringify(known)}\n${JSON.stringify(printed)}`,
      );
    this.#schemas.set(name, printed);
    return { $ref: `#/components/schemas/${name}` };
  }

  #refer(name: string, shape: Schema, use: SchemaUse): JsonSchema {
    // A schema inside itself, as of a tree.
    if (this.#open.has(name)) return { $ref: `#/components/schemas/${name}` };
    this.#open.add(name);
    const printed = this.#inline(withoutNull(shape), use);
    this.#open.delete(name);
    return this.add(name, printed);
  }

  #inline(schema: Schema, use: SchemaUse): JsonSchema {
    const { items, properties, additionalProperties, anyOf, oneOf } = schema;
    const print = (inner: Schema) => this.print(inner, use);
    return {
      ...(properties && this.object(Object.entries(properties), use)),
      ...keywordsOf(schema),
      ...(items && { items: print(items) }),
      ...(additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === 'boolean' ? additionalProperties : print(additionalProperties),
      }),
      ...(anyOf && { anyOf: anyOf.map(print) }),
      ...(oneOf && { oneOf: oneOf.map(print) }),
    };
  }
}

function withoutNull({ required: _, default: __, ...schema }: Schema): Schema {
  const types = typesOf(schema).filter((type) => type !== 'null');
  return { ...schema, ...(types.length > 0 && { type: types.length === 1 ? (types[0] as SchemaType) : types }) };
}

const copied = [
  'default',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const;

/** Formats as JSON Schema knows them. */
const standardFormats: Readonly<Partial<Record<SchemaFormat, string>>> = {
  'date-time': 'date-time',
  instant: 'date-time',
  email: 'email',
  uuid: 'uuid',
  uri: 'uri',
  password: 'password',
};
/** An amount of money as text, with at most four decimals. */
const MONEY = '^[0-9]{1,11}(\\.[0-9]{1,4})?$';

/** Keywords of one schema; exclusive bounds of draft 4 become numbers. */
function keywordsOf(schema: Schema): JsonSchema {
  const { description, format, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const isSort = format === 'sort';
  const printed: Record<string, unknown> = { ...typeOf(schema), ...(description !== undefined && { description }) };
  if (isSort) printed.description = `Comma-separated, - for descending: ${schema.enum?.join(', ')}.`;
  else if (schema.enum && schema.enum.length > 0) printed.enum = schema.nullable ? [...schema.enum, null] : schema.enum;
  const standard = format && standardFormats[format];
  if (standard) printed.format = standard;
  if (format === 'quantity') printed.multipleOf = 0.0001;
  for (const keyword of copied) if (schema[keyword] !== undefined) printed[keyword] = schema[keyword];
  if (format === 'money') return { ...printed, pattern: MONEY };
  if (minimum !== undefined) printed[exclusiveMinimum ? 'exclusiveMinimum' : 'minimum'] = minimum;
  if (maximum !== undefined) printed[exclusiveMaximum ? 'exclusiveMaximum' : 'maximum'] = maximum;
  return printed;
}

function typeOf(schema: Schema): JsonSchema {
  const { type, nullable } = schema;
  if (type === 'file') return { type: 'string', format: 'binary' };
  if (type === undefined) return {};
  return { type: nullable ? [...new Set([...typesOf(schema), 'null'])] : type };
}
