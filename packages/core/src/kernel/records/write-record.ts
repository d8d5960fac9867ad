import { camel } from '../names.ts';
import { type Amount, amountToText } from '../numbers/amount.ts';
import { type Quantity, quantityToJson } from '../numbers/decimal.ts';
import type { Schema, SchemaFormat } from '../schema.ts';
import type { SchemaOf } from './values.ts';

type Write = (value: unknown) => unknown;
type Members = Readonly<Record<string, unknown>>;

const writers = new WeakMap<Schema, Write>();

/** Writes an entity as a record: reading it returns the same entity. */
export const writeRecord = <T>(schema: SchemaOf<T>, value: T): Members => writerOf(schema)(value) as Members;

/** The writer of a schema; compiled once, on its first use. */
function writerOf(schema: Schema): Write {
  const writer = writers.get(schema) ?? orNull(compileWriter(schema));
  writers.set(schema, writer);
  return writer;
}

const orNull =
  (write: Write): Write =>
  (value) =>
    value === null ? null : write(value);

const formats: Readonly<Partial<Record<SchemaFormat, Write>>> = {
  amount: (value) => amountToText(value as Amount),
  quantity: (value) => quantityToJson(value as Quantity),
  instant: (value) => (value as Date).toISOString().replace('.000Z', 'Z'),
  reference: (value) => (value === 0 ? null : value),
};

function compileWriter({ format, items, properties, additionalProperties }: Schema): Write {
  const write = format && formats[format];
  if (write) return write;
  if (items) {
    const writeItem = writerOf(items);
    return (list) => (list as readonly unknown[]).map(writeItem);
  }
  if (properties) return objectWriter(properties);
  return typeof additionalProperties === 'object' ? mapWriter(writerOf(additionalProperties)) : (value) => value;
}

function objectWriter(properties: Readonly<Record<string, Schema>>): Write {
  const members = Object.entries(properties).map(([name, schema]) => ({
    name,
    member: camel(name),
    write: writerOf(schema),
  }));
  return (value) => {
    const record: Record<string, unknown> = {};
    for (const { name, member, write } of members) record[name] = write((value as Members)[member]);
    return record;
  };
}

/** Sorted by name, independent of the stored order. */
const mapWriter =
  (write: Write): Write =>
  (values) =>
    Object.fromEntries(
      Object.entries(values as Members)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, each]) => [name, write(each)]),
    );
