import { camel } from '../../../kernel/names.ts';
import { isObject } from '../../../kernel/reading/storable.ts';
import { type Schema, type Schemas, type SchemaType, typesOf } from '../../../kernel/schema.ts';

/** Converts a member of a record to a parameter; optional members are nullable. */
export function descriptorOf(schema: Schema): Schema {
  const { required = false, items, properties, additionalProperties, format } = schema;
  const types = typesOf(schema);
  const rest = publishedKeywords(schema);
  const mayBeNull = !required && !types.includes('null');
  const all = mayBeNull ? [...types, 'null' as const] : types;
  const choices = rest.enum && { enum: all.includes('null') ? [...rest.enum, null] : rest.enum };
  return {
    ...rest,
    ...(format === 'instant' && { format: 'date-time' as const }),
    type: all.length === 1 ? (all[0] as SchemaType) : all,
    ...choices,
    ...(items && { items: partOf(items) }),
    ...(properties && { properties: partsOf(properties) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: partOf(additionalProperties) }),
  };
}

/** Keywords of one value, without those that only the reader of records knows. */
function publishedKeywords({ standIn, hint, names, hooks, ignores, format, required, type, ...rest }: Schema): Schema {
  const { items, properties, additionalProperties, ...keywords } = rest;
  return keywords;
}

/** Nested members are optional here, because the record reports all missing members at once. */
const partOf = (schema: Schema): Schema => descriptorOf({ ...schema, required: true });
const partsOf = (properties: Schemas): Schemas =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, descriptorOf(schema)]));

/** Response schema of a record. */
export const shapeOf = ({ name, properties = {} }: Schema): Schema => ({
  ...(name !== undefined && { name }),
  type: 'object',
  properties: partsOf(properties),
});

/** How the members of a record are sent in requests. */
export interface SentMembers {
  /** Members given by the address. */
  readonly fixed: readonly string[];
  /** Members that are optional because they have a default; all of them for an update. */
  readonly standIns: readonly string[] | 'all';
}

/** Request parameters for the members of a record. */
export function paramsOf({ properties = {} }: Schema, { fixed, standIns }: SentMembers): Schemas {
  const sent = Object.entries(properties).filter(([name]) => !fixed.includes(name));
  return Object.fromEntries(
    sent.map(([name, schema]) => {
      const isNeeded = schema.required === true && standIns !== 'all' && !standIns.includes(name);
      return [name, { ...descriptorOf(schema), ...(isNeeded && { required: true }) }];
    }),
  );
}

/** Builds a record from parameters, with the record's own member names. */
export const recordIn = (params: Schemas, given: Readonly<Record<string, unknown>>) => named(params, given);

const named = (members: Schemas, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, schema]) => {
      const value = given[camel(name)];
      return value === undefined ? [] : [[name, restored(schema, value)] as const];
    }),
  );

function restored({ items, properties }: Schema, value: unknown): unknown {
  if (Array.isArray(value) && items) return value.map((each) => restored(items, each));
  return properties && isObject(value) ? { ...undeclared(properties, value), ...named(properties, value) } : value;
}

/** Members without a declaration, which the record may know by another name. */
function undeclared(properties: Schemas, value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const known = new Set(Object.keys(properties).map(camel));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !known.has(name)));
}
