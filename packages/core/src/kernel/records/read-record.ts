import { DomainError, type FieldProblem } from '../errors.ts';
import { compilerOf } from '../reading/compile.ts';
import { readWith } from '../reading/steps.ts';
import { isObject } from '../reading/storable.ts';
import type { Schema } from '../schema.ts';
import { recordDialect } from './dialect.ts';
import type { SchemaOf } from './values.ts';

const readerOf = compilerOf(recordDialect);

/** Result of reading a record: the value or its problems. */
export type RecordRead<T> = { readonly value: T } | { readonly problems: readonly FieldProblem[] };

/** Reads a record and reports all of its problems. */
export function readRecord<T>(schema: SchemaOf<T>, raw: unknown): RecordRead<T> {
  const read = readWith(readerOf(schema), raw, 'all');
  if ('value' in read) return { value: read.value as T };
  return { problems: read.faults.map(({ fault: { code, message }, path }) => ({ path, code, message })) };
}

/**
 * Reads a record sent to be stored.
 * @throws DomainError `validation_failed`, naming every invalid member
 */
export function demandRecord<T>(schema: SchemaOf<T>, raw: unknown): T {
  const read = readRecord(schema, raw);
  if ('value' in read) return read.value;
  throw new DomainError('invalid', 'validation_failed', 'The record is not valid.', { fields: read.problems });
}

/** The schema of some members of a record, which says nothing about those that are missing; the id is not among them. */
export function someMembersOf({ properties = {} }: Schema): SchemaOf<object> {
  const { id: _, ...members } = properties;
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(members).map(([name, each]) => [name, { ...each, required: false }])),
  };
}

/** Members of a record that its schema does not know, at any depth: `meta`, `lines.meta`. */
export function unknownMembers({ properties, items, ignores = [] }: Schema, raw: unknown): readonly string[] {
  if (items) return Array.isArray(raw) ? raw.flatMap((each) => unknownMembers(items, each)) : [];
  if (!properties || !isObject(raw)) return [];
  const found: string[] = [];
  for (const name in raw) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!schema && !ignores.includes(name)) found.push(name);
    if (schema?.items || schema?.properties)
      for (const inner of unknownMembers(schema, raw[name])) found.push(`${name}.${inner}`);
  }
  return found;
}
