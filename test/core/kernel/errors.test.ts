import { DomainError, invalidField } from '@backroom/core';
import { describe, expect, it } from 'vitest';
import { placed } from '../internals.ts';

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
};
const throwing = (error: unknown) => () => {
  throw error;
};

describe('a refusal', () => {
  it('is an error with a kind, a code and a sentence', () => {
    const error = new DomainError('conflict', 'sku_taken', 'Another item has that sku.', { sku: 'A' }, 'why');
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'DomainError',
      kind: 'conflict',
      code: 'sku_taken',
      message: 'Another item has that sku.',
      details: { sku: 'A' },
      cause: 'why',
    });
  });

  it('has no cause unless there is one', () => {
    expect('cause' in new DomainError('conflict', 'a', 'A.')).toBe(false);
  });

  it('of one field names it under the same code', () => {
    expect(invalidField('name', 'too_long', 'At most 5.')).toMatchObject({
      kind: 'invalid',
      code: 'too_long',
      details: { fields: [{ path: ['name'], code: 'too_long', message: 'At most 5.' }] },
    });
  });
});

describe('the work of one line', () => {
  it('returns its result', () => {
    expect(placed('operations', 0, () => 5)).toBe(5);
  });

  it('names its fields below the line', () => {
    expect(
      thrownBy(() => placed('operations', 3, throwing(invalidField('quantity', 'out_of_range', 'No.')))),
    ).toMatchObject({
      code: 'out_of_range',
      details: { fields: [{ path: ['operations', 3, 'quantity'] }] },
    });
  });

  it('names the line when the refusal names no field, and keeps the other details', () => {
    const error = new DomainError('conflict', 'insufficient_stock', 'Only 2.', { available: 2 });
    expect(thrownBy(() => placed('operations', 1, throwing(error)))).toMatchObject({
      kind: 'conflict',
      code: 'insufficient_stock',
      details: { available: 2, fields: [{ path: ['operations', 1], code: 'insufficient_stock', message: 'Only 2.' }] },
    });
  });

  it('passes a refusal unchanged when there is only one line', () => {
    const error = invalidField('quantity', 'out_of_range', 'No.');
    expect(thrownBy(() => placed(undefined, 0, throwing(error)))).toBe(error);
  });

  it('passes failures unchanged', () => {
    const failure = new TypeError('a bug');
    expect(thrownBy(() => placed('operations', 0, throwing(failure)))).toBe(failure);
  });
});
