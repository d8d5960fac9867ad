import { preconditionFailed } from '../errors.ts';
import { digestOf } from '../formats/digest.ts';
import type { SchemaOf } from './values.ts';
import { writeRecord } from './write-record.ts';

/** The entity tags that satisfy the caller's precondition; undefined accepts any record. */
export type ExpectedTags = readonly string[] | undefined;

/** A change under a precondition. */
export interface Preconditioned {
  readonly expectedTags?: ExpectedTags;
}

/** The entity tag of a record: a digest of its published members, so that records with another content have another tag. */
export const tagOf = <T>(schema: SchemaOf<T>, entity: T): string =>
  digestOf(JSON.stringify(writeRecord(schema, entity)));

/**
 * Checks the caller's precondition against a record that is locked.
 * @throws DomainError `precondition_failed`
 */
export function demandTag<T>(schema: SchemaOf<T>, entity: T, expected: ExpectedTags): void {
  if (expected !== undefined && !expected.includes(tagOf(schema, entity))) throw preconditionFailed();
}
