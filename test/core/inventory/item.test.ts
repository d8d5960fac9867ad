import { availableOf, generatedSku, type Item, stockStatusOf } from '@backroom/core/inventory';
import { describe, expect, it } from 'vitest';
import { anAccount, anItem } from '../../support/builders.ts';
import { attributesFault, misnamed } from '../internals.ts';

describe('the stock of an item', () => {
  it.each<[number, number | null, string]>([
    [-1, null, 'negative'],
    [-1, 50_000, 'negative'],
    [0, null, 'out_of_stock'],
    [0, 0, 'out_of_stock'],
    [1, null, 'in_stock'],
    [1, 0, 'in_stock'],
    [50_000, 50_000, 'low'],
    [49_999, 50_000, 'low'],
    [50_001, 50_000, 'in_stock'],
  ])('of %d with the reorder level %s is %s', (quantity, reorderLevel, status) => {
    expect(stockStatusOf(anItem({ quantity, reorderLevel }))).toBe(status);
  });

  it('can be sold as far as it is not reserved', () => {
    expect(availableOf(anItem({ quantity: 50_000, reserved: 20_000 }))).toBe(30_000);
  });
});

describe('a generated sku', () => {
  it.each([
    [123, 'ITEM-000123'],
    [1_234_567, 'ITEM-1234567'],
  ])('of item %d is %s', (id, sku) => {
    expect(generatedSku(id)).toBe(sku);
  });
});

describe('attributes', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
  const fault = (attributes: unknown) => attributesFault(attributes as Item['attributes'])?.code;

  it.each<[string, unknown]>([
    ['none', {}],
    ['texts, numbers, yes and no, nothing', { color: 'red', weight_kg: 1.5, fragile: true, note: null }],
    ['fifty', keys(50)],
    ['a text of 500 characters', { a: 'x'.repeat(500) }],
  ])('may be %s', (_, attributes) => {
    expect(fault(attributes)).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['fifty-one', keys(51), 'too_long'],
    ['under an empty key', { '': 1 }, 'invalid_format'],
    ['under a key in capitals', { Color: 1 }, 'invalid_format'],
    ['under a key that begins with a digit', { '1a': 1 }, 'invalid_format'],
    ['under a key of 64 characters', { ['a'.repeat(64)]: 1 }, 'invalid_format'],
    ['a list', { a: [1] }, 'wrong_type'],
    ['an object', { a: {} }, 'wrong_type'],
    ['endless', { a: Number.POSITIVE_INFINITY }, 'wrong_type'],
    ['a text of 501 characters', { a: 'x'.repeat(501) }, 'too_long'],
    [
      'more than 8 KiB',
      Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 'ä'.repeat(250)])),
      'too_long',
    ],
  ])('may not be %s', (_, attributes, code) => {
    expect(fault(attributes)).toBe(code);
  });
});

describe('an account found by one name', () => {
  it.each([
    [{ item: { id: 11 }, location: undefined }, undefined],
    [{ item: { id: 11, sku: 'lamp-1' }, location: { id: 1, code: 'main' } }, undefined],
    [{ item: { id: 11, sku: 'LAMP-2' }, location: undefined }, 'item'],
    [{ item: { id: 11 }, location: { id: 1, code: 'SHOP' } }, 'location'],
  ] as const)('answers to %j or reports another %s', (place, wrong) => {
    expect(misnamed(anAccount(), place)).toBe(wrong);
  });
});
