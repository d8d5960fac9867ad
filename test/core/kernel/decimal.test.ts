import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimalsOf,
  fromNumeric,
  isInRange,
  LARGEST,
  moneyToJson,
  quantityToJson,
  readDecimal,
  toNumeric,
} from '../internals.ts';

const inRange = fc.integer({ min: -LARGEST, max: LARGEST });
const many = { numRuns: 100_000 };

describe('a decimal', () => {
  it('survives the way to its stored text and back', () => {
    fc.assert(
      fc.property(inRange, (value) => fromNumeric(toNumeric(value)) === value),
      many,
    );
  });

  it('survives the way to a JSON number and back', () => {
    fc.assert(
      fc.property(inRange, (value) => readDecimal(JSON.parse(JSON.stringify(quantityToJson(value)))) === value),
      many,
    );
  });

  it('survives the way to a published amount and back', () => {
    fc.assert(
      fc.property(inRange, (value) => readDecimal(moneyToJson(value)) === value),
      many,
    );
  });

  it('is exact where floats are not', () => {
    const sum = [0.1, 0.2].reduce((total, each) => total + Number(readDecimal(each)), 0);
    expect(quantityToJson(sum)).toBe(0.3);
  });

  it.each([
    ['0', 0],
    ['-0', 0],
    ['-0.0000', 0],
    ['12.5', 125_000],
    ['-12.5', -125_000],
    ['+3', 30_000],
    ['007', 70_000],
    ['0.0001', 1],
    ['1.50000000', 15_000],
    ['99999999999.9999', LARGEST],
    ['-99999999999.9999', -LARGEST],
  ])('is read from the text %s', (text, value) => {
    expect(readDecimal(text)).toBe(value);
  });

  it.each([
    [0, 0],
    [-0, 0],
    [12.5, 125_000],
    [99999999999.9999, LARGEST],
  ])('is read from the number %d', (number, value) => {
    expect(readDecimal(number)).toBe(value);
  });

  it.each([
    '',
    ' ',
    '1 ',
    ' 1',
    '1,5',
    '1.',
    '.5',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '--1',
    '+-1',
    '1_000',
    '１',
    '1\n',
  ])('is no %j', (text) => {
    expect(readDecimal(text)).toBe('invalid_format');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('is no %d', (number) => {
    expect(readDecimal(number)).toBe('invalid_format');
  });

  it.each(['1.00001', '-0.00001', 0.00001, 1.23456, 1e-7, Number.MIN_VALUE])(
    'has at most four decimals, unlike %s',
    (value) => {
      expect(readDecimal(value)).toBe('too_many_decimals');
    },
  );

  it.each(['100000000000', '-100000000000.0001', 1e11, -1e11, 1e300, Number.MAX_SAFE_INTEGER])(
    'has at most eleven digits before the point, unlike %s',
    (value) => {
      expect(readDecimal(value)).toBe('out_of_range');
    },
  );

  it('is refused by its text exactly when it is refused by its number', () => {
    const printed = fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -99_999_999_999, max: 99_999_999_999 })
      .filter((value) => !String(value).includes('e'));
    fc.assert(
      fc.property(printed, (value) => readDecimal(value) === readDecimal(String(value))),
      many,
    );
  });

  it('refuses a stored text that is none', () => {
    expect(() => fromNumeric('12.34567')).toThrow(RangeError);
  });

  it('is in range up to eleven digits', () => {
    expect([LARGEST, -LARGEST, LARGEST + 1, -LARGEST - 1].map(isInRange)).toEqual([true, true, false, false]);
  });
});

describe('a stored text', () => {
  it.each([
    [0, '0.0000'],
    [1, '0.0001'],
    [-1, '-0.0001'],
    [-125_000, '-12.5000'],
    [LARGEST, '99999999999.9999'],
  ])('of %d is %s', (value, text) => {
    expect(toNumeric(value)).toBe(text);
  });
});

describe('a published amount', () => {
  it.each([
    [0, '0.00'],
    [123_400, '12.34'],
    [123_000, '12.30'],
    [123_450, '12.345'],
    [123_456, '12.3456'],
    [-5_000, '-0.50'],
    [1_000_000, '100.00'],
  ])('of %d is %s: two decimals at least, no more than it needs', (value, text) => {
    expect(moneyToJson(value)).toBe(text);
  });
});

describe('the decimals a quantity needs', () => {
  it.each([
    [0, 0],
    [10_000, 0],
    [-20_000, 0],
    [5_000, 1],
    [-100, 2],
    [10, 3],
    [1, 4],
    [10_001, 4],
  ])('of %d are %d', (value, count) => {
    expect(decimalsOf(value)).toBe(count);
  });
});
