import { choicesOf, plainTypeOf, type Schema, type Schemas } from '@backroom/core/interface';
import * as v from 'valibot';

/** Checks a value that is about to be published against its descriptor; returns what does not fit. */
export function misfits(descriptor: Schema, value: unknown): readonly string[] {
  const result = v.safeParse(publishedSchema(descriptor), value);
  return result.success ? [] : result.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
}

/** The shape of an answer: every member is required unless it has `required: false`. */
function publishedSchema(descriptor: Schema): v.GenericSchema {
  // A shape may contain itself.
  const plain = descriptor.name === undefined ? publishedPlain(descriptor) : v.lazy(() => publishedPlain(descriptor));
  return descriptor.nullable ? v.nullable(plain) : plain;
}

function publishedPlain(descriptor: Schema): v.GenericSchema {
  if (descriptor.type === undefined) return v.unknown();
  const words = choicesOf(descriptor);
  switch (plainTypeOf(descriptor)) {
    case 'string':
      return words ? v.picklist(words) : v.string();
    case 'integer':
      return v.pipe(v.number(), v.integer());
    case 'number':
      return v.number();
    case 'boolean':
      return v.boolean();
    case 'array':
      return v.array(publishedSchema(descriptor.items ?? { type: 'string' }));
    case 'object':
      return descriptor.properties
        ? v.strictObject(mapValues(descriptor.properties, publishedEntry))
        : v.record(v.string(), v.unknown());
  }
}

const publishedEntry = (descriptor: Schema): v.GenericSchema =>
  descriptor.required === false ? v.optional(publishedSchema(descriptor)) : publishedSchema(descriptor);

const mapValues = (params: Schemas, make: (descriptor: Schema) => v.GenericSchema): Record<string, v.GenericSchema> =>
  Object.fromEntries(Object.entries(params).map(([name, descriptor]) => [name, make(descriptor)]));
