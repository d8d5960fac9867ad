import type { RecordSchema, RecordType } from '../../kernel/records/codec.ts';
import { camel } from '../schema.ts';
import { isObject } from './convert.ts';
import type { ShopDescriptor, ShopParams, ShopSchema } from './descriptor.ts';

type RecordMembers = NonNullable<RecordSchema['properties']>;

/** What a member of a record must be, as a parameter; what may be left out may be null. */
export function descriptorOf(schema: RecordSchema & { readonly required?: boolean }): ShopDescriptor {
  const { required = false, type, items, properties, additionalProperties, ...rest } = schema;
  const types: readonly RecordType[] = typeof type === 'string' ? [type] : type;
  const mayBeNull = !required && !types.includes('null');
  const all = mayBeNull ? [...types, 'null' as const] : types;
  const choices = rest.enum && { enum: all.includes('null') ? [...rest.enum, null] : rest.enum };
  return {
    ...rest,
    type: all.length === 1 ? (all[0] as RecordType) : all,
    ...choices,
    ...(items && { items: partOf(items) }),
    ...(properties && { properties: partsOf(properties) }),
    ...(additionalProperties && { additionalProperties: partOf(additionalProperties) }),
  };
}

/** What stands inside a member: whether something is missing there is for the record to say, which names all of it. */
const partOf = (schema: RecordSchema): ShopSchema => descriptorOf({ ...schema, required: true });
const partsOf = (properties: RecordMembers): ShopParams =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, descriptorOf(schema)]));

/** The members of a record as an answer has them. */
export const shapeOf = ({ properties = {} }: RecordSchema): ShopDescriptor => ({
  type: 'object',
  properties: partsOf(properties),
});

/** How the members of a record are sent. */
export interface SentMembers {
  /** Those that the address says. */
  readonly fixed: readonly string[];
  /** Those that need not be sent, because something stands in for them; all of them for a change. */
  readonly standIns: readonly string[] | 'all';
}

/** The members of a record as parameters. */
export function paramsOf({ properties = {} }: RecordSchema, { fixed, standIns }: SentMembers): ShopParams {
  const sent = Object.entries(properties).filter(([name]) => !fixed.includes(name));
  return Object.fromEntries(
    sent.map(([name, schema]) => {
      const isNeeded = schema.required === true && standIns !== 'all' && !standIns.includes(name);
      return [name, { ...descriptorOf(schema), ...(isNeeded && { required: true }) }];
    }),
  );
}

/** The record that these parameters make, its members by their names in records again. */
export const recordIn = (params: ShopParams, given: Readonly<Record<string, unknown>>) => named(params, given);

const named = (members: ShopParams, given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, schema]) => {
      const value = given[camel(name)];
      return value === undefined ? [] : [[name, restored(schema, value)] as const];
    }),
  );

function restored({ items, properties }: ShopSchema, value: unknown): unknown {
  if (Array.isArray(value) && items) return value.map((each) => restored(items, each));
  return properties && isObject(value) ? { ...undeclared(properties, value), ...named(properties, value) } : value;
}

/** Members that the record may know by another name than the one that is published. */
function undeclared(
  properties: ShopParams,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = new Set(Object.keys(properties).map(camel));
  return Object.fromEntries(Object.entries(value).filter(([name]) => !known.has(name)));
}
