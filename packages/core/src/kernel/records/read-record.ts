import { DomainError } from '../errors.ts';
import { type Codec, INVALID, Reading } from './codec.ts';
import type { RecordRead } from './shapes.ts';

/** Reads a record and reports all of its problems. */
export function readRecord<T>(codec: Codec<T>, raw: unknown): RecordRead<T> {
  const reading = new Reading();
  const value = codec.read(raw, reading);
  const { problems, strangers } = reading;
  return value === INVALID || problems.length > 0 ? { problems, strangers } : { value, strangers };
}

/**
 * Reads a record sent to be stored.
 * @throws DomainError `validation_failed`, naming every invalid member
 */
export function demandRecord<T>(codec: Codec<T>, raw: unknown): T {
  const read = readRecord(codec, raw);
  if ('value' in read) return read.value;
  throw new DomainError('invalid', 'validation_failed', 'The record is not valid.', { fields: read.problems });
}
