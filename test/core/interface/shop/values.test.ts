import type { Schema, SentFile } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { messageOf, readShop, storedAs } from './reading.ts';

const wrongType = 'rest_invalid_type';
type Row = readonly [Schema, unknown, unknown];
const upload: SentFile = {
  name: 'a.zip',
  type: 'application/zip',
  size: 1,
  async *chunks() {
    yield new Uint8Array([1]);
  },
};

/** The table of 1.4, row by row: the descriptor, what is sent, and what is stored or refused. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  string: [
    [{ type: 'string' }, 'a', 'a'],
    [{ type: 'string' }, '', ''],
    [{ type: 'string' }, ' as it is ', ' as it is '],
    [{ type: 'string' }, 5, wrongType],
    [{ type: 'string' }, true, wrongType],
    [{ type: 'string' }, [], wrongType],
    [{ type: 'string' }, {}, wrongType],
    [{ type: 'string' }, null, wrongType],
    [{ type: 'string' }, 'a\0', 'rest_invalid_pattern'],
    [{ type: 'string' }, '\ud800', 'rest_invalid_pattern'],
  ],
  integer: [
    [{ type: 'integer' }, 5, 5],
    [{ type: 'integer' }, '5', 5],
    [{ type: 'integer' }, '5.0', 5],
    [{ type: 'integer' }, -0, 0],
    [{ type: 'integer' }, '1e2', 100],
    [{ type: 'integer' }, 5.5, wrongType],
    [{ type: 'integer' }, '5.5', wrongType],
    [{ type: 'integer' }, '', wrongType],
    [{ type: 'integer' }, 'five', wrongType],
    [{ type: 'integer' }, '0x10', wrongType],
    [{ type: 'integer' }, '1e999', wrongType],
    [{ type: 'integer' }, 2 ** 53, wrongType],
    [{ type: 'integer' }, true, wrongType],
    [{ type: 'integer' }, [5], wrongType],
    [{ type: 'integer' }, null, wrongType],
  ],
  number: [
    [{ type: 'number' }, 5.25, 5.25],
    [{ type: 'number' }, '5.25', 5.25],
    [{ type: 'number' }, '-.5', -0.5],
    [{ type: 'number' }, '5,25', wrongType],
    [{ type: 'number' }, 'Infinity', wrongType],
    [{ type: 'number' }, {}, wrongType],
  ],
  boolean: [
    [{ type: 'boolean' }, true, true],
    [{ type: 'boolean' }, false, false],
    [{ type: 'boolean' }, 1, true],
    [{ type: 'boolean' }, 0, false],
    [{ type: 'boolean' }, 'TRUE', true],
    [{ type: 'boolean' }, 'False', false],
    [{ type: 'boolean' }, '1', true],
    [{ type: 'boolean' }, '0', false],
    [{ type: 'boolean' }, '', wrongType],
    [{ type: 'boolean' }, 'yes', wrongType],
    [{ type: 'boolean' }, 2, wrongType],
    [{ type: 'boolean' }, [], wrongType],
  ],
  array: [
    [{ type: 'array' }, ['a', 1], ['a', 1]],
    [{ type: 'array' }, 'a, b\tc,,', ['a', 'b', 'c']],
    [{ type: 'array' }, '', []],
    [{ type: 'array' }, 5, ['5']],
    [{ type: 'array', items: { type: 'integer' } }, '1,2 3', [1, 2, 3]],
    [{ type: 'array', items: { type: 'integer' } }, [1, 'x'], wrongType],
    [{ type: 'array', items: { type: 'array', items: { type: 'integer' } } }, [[1, '2'], '3'], [[1, 2], [3]]],
    [{ type: 'array' }, { a: 1 }, wrongType],
    [{ type: 'array' }, null, wrongType],
  ],
  object: [
    [{ type: 'object' }, { a: 1 }, { a: 1 }],
    [{ type: 'object' }, '', {}],
    [{ type: 'object' }, [], wrongType],
    [{ type: 'object' }, 'a', wrongType],
    [{ type: 'object' }, { a: '\0' }, 'rest_invalid_pattern'],
    [{ type: 'object' }, JSON.parse('{"__proto__":{"polluted":1},"a":1}'), { a: 1 }],
    [
      { type: 'object', properties: { os_version: { type: 'string' } } },
      { os_version: 'x', y: 1 },
      { osVersion: 'x', y: 1 },
    ],
    [{ type: 'object', properties: { a: { type: 'integer' } } }, { a: 'x' }, wrongType],
    [{ type: 'object', properties: { a: { type: 'integer', default: 3 } } }, {}, { a: 3 }],
    [{ type: 'object', properties: { a: { type: 'integer', required: true } } }, {}, 'rest_property_required'],
    [{ type: 'object', properties: {}, additionalProperties: false }, { b: 1 }, 'rest_additional_properties_forbidden'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { b: '1' }, { b: 1 }],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { b: 'x' }, wrongType],
  ],
  null: [
    [{ type: 'null' }, null, null],
    [{ type: 'null' }, '', wrongType],
    [{ type: 'null' }, 0, wrongType],
  ],
  'list of types': [
    [{ type: ['array', 'null'] }, null, null],
    [{ type: ['array', 'null'], items: { type: ['string', 'null'] } }, ['a', null], ['a', null]],
    [{ type: ['string', 'array'] }, 'a,b', 'a,b'],
    [{ type: ['array', 'string'] }, 'a,b', ['a', 'b']],
    [{ type: ['array', 'string'] }, '', ''],
    [{ type: ['integer', 'string'] }, '5', 5],
    [{ type: ['integer', 'boolean'] }, 'x', wrongType],
  ],
  enum: [
    [{ type: 'string', enum: ['a', 'b'] }, 'b', 'b'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'rest_not_in_enum'],
    [{ type: 'string', enum: ['a', 'b'] }, 'A', 'rest_not_in_enum'],
    [{ type: 'integer', enum: [1, 2] }, '2', 2],
    [
      { type: 'object', enum: [{ a: 1, b: 2 }] },
      { b: 2, a: 1 },
      { b: 2, a: 1 },
    ],
    [{ type: 'array', items: { type: 'string', enum: [] } }, ['anything'], ['anything']],
    [{ type: 'array', items: { type: 'string', enum: ['a'] } }, ['a', 'b'], 'rest_not_in_enum'],
  ],
  bounds: [
    [{ type: 'integer', minimum: 1, maximum: 3 }, 1, 1],
    [{ type: 'integer', minimum: 1, maximum: 3 }, 3, 3],
    [{ type: 'integer', minimum: 1, maximum: 3 }, 0, 'rest_out_of_bounds'],
    [{ type: 'integer', minimum: 1, maximum: 3 }, 4, 'rest_out_of_bounds'],
    [{ type: 'number', minimum: 1, exclusiveMinimum: true }, 1, 'rest_out_of_bounds'],
    [{ type: 'number', maximum: 1, exclusiveMaximum: true }, 1, 'rest_out_of_bounds'],
    [{ type: 'number', maximum: 1, exclusiveMaximum: true }, 0.99, 0.99],
  ],
  multipleOf: [
    [{ type: 'number', multipleOf: 0.1 }, 0.3, 0.3],
    [{ type: 'number', multipleOf: 0.1 }, 0.35, 'rest_invalid_multiple'],
    [{ type: 'integer', multipleOf: 5 }, 11, 'rest_invalid_multiple'],
  ],
  'lengths and patterns': [
    [{ type: 'string', minLength: 2 }, '😀', 'rest_too_short'],
    [{ type: 'string', maxLength: 2 }, '😀😀', '😀😀'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'rest_too_long'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'abc', 'abc'],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'ABC', 'rest_invalid_pattern'],
  ],
  'numbers of items': [
    [{ type: 'array', minItems: 2 }, ['a'], 'rest_too_few_items'],
    [{ type: 'array', maxItems: 1 }, ['a', 'b'], 'rest_too_many_items'],
    [
      { type: 'array', uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      'rest_duplicate_items',
    ],
    [{ type: 'array', uniqueItems: true }, ['1', 1], ['1', 1]],
  ],
  'numbers of members': [
    [{ type: 'object', minProperties: 1 }, {}, 'rest_too_few_properties'],
    [{ type: 'object', maxProperties: 1 }, { a: 1, b: 2 }, 'rest_too_many_properties'],
  ],
  'anyOf and oneOf': [
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '5', 5],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'x', 'rest_no_matching_schema'],
    [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, 5, 'rest_one_of_multiple_matches'],
    [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, 5.5, 5.5],
  ],
  'date-time': [
    [{ type: 'string', format: 'date-time' }, '2026-11-21T03:04:05Z', '2026-11-21T03:04:05Z'],
    [{ type: 'string', format: 'date-time' }, '2026-11-21 03:04:05', '2026-11-21 03:04:05'],
    [{ type: 'string', format: 'date-time' }, '2026-11-21t03:04:05.123+02', '2026-11-21t03:04:05.123+02'],
    [{ type: 'string', format: 'date-time' }, '2024-02-29T00:00:00-01:30', '2024-02-29T00:00:00-01:30'],
    [{ type: 'string', format: 'date-time' }, '2026-02-29T00:00:00Z', 'rest_invalid_date'],
    [{ type: 'string', format: 'date-time' }, '2026-11-21', 'rest_invalid_date'],
    [{ type: 'string', format: 'date-time' }, '2026-11-21T24:00:00Z', 'rest_invalid_date'],
    [{ type: 'string', format: 'date-time' }, '<b>2026-11-21T03:04:05Z</b>', 'rest_invalid_date'],
    [{ type: 'string', format: 'date-time' }, '2026-11-21T03:04:05Z\n', 'rest_invalid_date'],
  ],
  uri: [
    [{ type: 'string', format: 'uri' }, 'https://shop.example/a?b=c#d', 'https://shop.example/a?b=c#d'],
    [{ type: 'string', format: 'uri' }, ' http://shop.example\n', 'http://shop.example'],
    [{ type: 'string', format: 'uri' }, 'ftp://shop.example/', 'rest_invalid_uri'],
    [{ type: 'string', format: 'uri' }, 'javascript:alert(1)', 'rest_invalid_uri'],
    [{ type: 'string', format: 'uri' }, 'https://user:word@shop.example/', 'rest_invalid_uri'],
    [{ type: 'string', format: 'uri' }, '/relative', 'rest_invalid_uri'],
    [{ type: 'string', format: 'uri' }, '', 'rest_invalid_uri'],
  ],
  'other formats': [
    [{ type: 'string', format: 'email' }, 'ana@example.org', 'ana@example.org'],
    [{ type: 'string', format: 'email' }, 'ana@example', 'rest_invalid_email'],
    [{ type: 'string', format: 'email' }, 'a b@example.org', 'rest_invalid_email'],
    [{ type: 'string', format: 'ip' }, '192.0.2.1', '192.0.2.1'],
    [{ type: 'string', format: 'ip' }, '2001:db8::1', '2001:db8::1'],
    [{ type: 'string', format: 'ip' }, '::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    [{ type: 'string', format: 'ip' }, '192.0.2.256', 'rest_invalid_ip'],
    [{ type: 'string', format: 'ip' }, '1:2:3:4:5:6:7:8:9', 'rest_invalid_ip'],
    [{ type: 'string', format: 'ip' }, '1::2::3', 'rest_invalid_ip'],
    [
      { type: 'string', format: 'uuid' },
      '00000000-0000-4000-8000-000000000000',
      '00000000-0000-4000-8000-000000000000',
    ],
    [{ type: 'string', format: 'uuid' }, '00000000', 'rest_invalid_uuid'],
    [{ type: 'string', format: 'hex-color' }, '#c0ffee', '#c0ffee'],
    [{ type: 'string', format: 'hex-color' }, '#c0ffe', 'rest_invalid_hex_color'],
  ],
  file: [
    [{ type: 'file' }, upload, upload],
    [{ type: 'file' }, 'a.zip', wrongType],
    [{ type: 'object' }, upload, wrongType],
  ],
  'no type': [
    [{}, 5, 5],
    [{}, '5', '5'],
    [{}, { a: [1] }, { a: [1] }],
    [{}, { a: ['\0'] }, 'rest_invalid_pattern'],
  ],
};

describe.each(Object.entries(rows))('a value of the shop: %s', (_, each) => {
  it.each(each.map(([descriptor, sent, stored]) => ({ descriptor, sent, stored })))(
    '$descriptor takes $sent as $stored',
    ({ descriptor, sent, stored }) => {
      expect(storedAs(descriptor, sent)).toEqual(stored);
    },
  );
});

describe('the message of a fault', () => {
  it.each<[Schema, unknown, string]>([
    [{ type: 'integer', minimum: 1, maximum: 100 }, 0, 'p must be between 1 (inclusive) and 100 (inclusive)'],
    [{ type: 'integer', minimum: 1 }, 0, 'p must be greater than or equal to 1'],
    [{ type: 'integer', maximum: 1, exclusiveMaximum: true }, 1, 'p must be less than 1'],
    [{ type: ['array', 'null'] }, {}, 'p is not of type array, null'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'p is not one of a, b'],
    [{ type: 'array', items: { type: 'integer' } }, ['x'], 'p[0] is not of type integer'],
    [{ type: 'object', properties: { a: { type: 'integer' } } }, { a: 'x' }, 'p[a] is not of type integer'],
    [{ type: 'object', properties: { a: { required: true } } }, {}, 'a is a required property of p'],
  ])('%j given %j', (descriptor, sent, message) => {
    expect(messageOf(descriptor, sent)).toBe(message);
  });

  it('is reported for every parameter, the first of each', () => {
    const params = { a: { type: 'integer' }, b: { type: 'array', items: { type: 'integer' } }, c: {} } as const;
    expect(readShop(params, { json: { a: 'x', b: ['y', 'z'], c: 1 } })).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): a, b',
      params: { a: 'a is not of type integer', b: 'b[0] is not of type integer' },
      details: {
        a: { code: 'rest_invalid_type', message: 'a is not of type integer', data: null },
        b: { code: 'rest_invalid_type', message: 'b[0] is not of type integer', data: null },
      },
    });
  });
});

describe('parameters that must be there', () => {
  const params = { a: { type: 'string', required: true }, b: { required: true }, c: { type: 'integer' } } as const;

  it('are checked first, and alone', () => {
    expect(readShop(params, { json: { c: 'x' } })).toEqual({
      code: 'rest_missing_callback_param',
      message: 'Missing parameter(s): a, b',
      params: ['a', 'b'],
    });
  });

  it.each([[null], [undefined]])('are missing when they are %s', (a) => {
    expect(readShop(params, { json: { a, b: 1 } }).params).toEqual(['a']);
  });

  it('may be null where that is a value', () => {
    expect(readShop({ a: { type: ['array', 'null'], required: true } }, { json: { a: null } }).input).toEqual({
      a: null,
    });
  });

  it('may be empty', () => {
    expect(readShop(params, { json: { a: '', b: 0 } }).input).toEqual({ a: '', b: 0 });
  });
});

describe('a default', () => {
  it('is taken as it is where nothing was sent', () => {
    const params = { a: { type: 'array', default: [] }, b: { type: 'integer', default: 7 } } as const;
    expect(readShop(params, {}).input).toEqual({ a: [], b: 7 });
  });

  it('of null leaves the parameter away', () => {
    expect(readShop({ a: { type: 'array', default: null } }, {}).input).toEqual({});
  });
});
