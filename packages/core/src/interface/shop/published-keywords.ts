import { lenient } from '../../kernel/reading/lenient.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';

type UnpublishedKeyword = 'name' | 'published' | 'in' | 'orNull' | 'divided';
/** Keywords of the inventory interface and of records only. */
type OtherInterfaceKeyword = 'nullable' | 'ignores' | 'standIn' | 'hint' | 'names' | 'hooks';

/** Keywords used for parsing only, not shown to clients. */
const unpublished: Readonly<Record<UnpublishedKeyword, true>> = {
  name: true,
  published: true,
  in: true,
  orNull: true,
  divided: true,
};

const published: Readonly<Record<Exclude<keyof Schema, UnpublishedKeyword | OtherInterfaceKeyword>, true>> = {
  type: true,
  description: true,
  required: true,
  default: true,
  enum: true,
  format: true,
  pattern: true,
  minimum: true,
  maximum: true,
  exclusiveMinimum: true,
  exclusiveMaximum: true,
  multipleOf: true,
  minLength: true,
  maxLength: true,
  items: true,
  minItems: true,
  maxItems: true,
  uniqueItems: true,
  properties: true,
  additionalProperties: true,
  minProperties: true,
  maxProperties: true,
  anyOf: true,
  oneOf: true,
};

/**
 * Rejects descriptors with a keyword that is neither published nor known to the reader, at any depth.
 * @throws TypeError that names the parameter and the keyword
 */
export function checkKeywords(place: string, params: Schemas): void {
  for (const [name, descriptor] of Object.entries(params)) checkDescriptor(`${place}: ${name}`, descriptor);
}

function checkDescriptor(place: string, descriptor: Schema): void {
  const unknown = Object.keys(descriptor).filter(
    (name) => !Object.hasOwn(published, name) && !Object.hasOwn(unpublished, name),
  );
  if (unknown.length > 0) throw new TypeError(`${place} has the unknown keyword ${unknown.join(', ')}.`);
  if (descriptor.format !== undefined && !lenient.formats[descriptor.format])
    throw new TypeError(`${place} has the unknown format ${descriptor.format}.`);
  for (const [part, inner] of partsOf(descriptor)) checkDescriptor(`${place}[${part}]`, inner);
}

function partsOf({ items, properties = {}, additionalProperties, anyOf = [], oneOf = [] }: Schema) {
  const parts: (readonly [string, Schema])[] = Object.entries(properties);
  if (items) parts.push(['items', items]);
  if (typeof additionalProperties === 'object') parts.push(['additionalProperties', additionalProperties]);
  for (const each of [...anyOf, ...oneOf]) parts.push(['alternative', each]);
  return parts;
}

/** A descriptor as shown in the index: published keywords only, at any depth. */
export const publishedPart = (descriptor: Schema): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(descriptor)
      .filter(([keyword, value]) => Object.hasOwn(published, keyword) && !isHidden(keyword, value))
      .map(([keyword, value]) => [keyword, publishedValue(keyword, value)]),
  );

/** Whether these are members of which none is published. */
function isHidden(keyword: string, value: unknown): boolean {
  if (keyword !== 'properties') return false;
  const members = Object.values(value as Schemas);
  return members.length > 0 && members.every(({ published: shown }) => shown === false);
}

function publishedValue(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'items':
      return publishedPart(value as Schema);
    case 'additionalProperties':
      return typeof value === 'object' ? publishedPart(value as Schema) : value;
    case 'anyOf':
    case 'oneOf':
      return (value as readonly Schema[]).map(publishedPart);
    case 'properties':
      return Object.fromEntries(publishedMembers(value as Schemas));
    default:
      return value;
  }
}

/** Published parts of the published descriptors. */
export const publishedMembers = (params: Schemas): readonly (readonly [string, Readonly<Record<string, unknown>>])[] =>
  Object.entries(params)
    .filter(([, descriptor]) => descriptor.published !== false)
    .map(([name, descriptor]) => [name, publishedPart(descriptor)]);
