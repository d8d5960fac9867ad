import { type PlainType, plainTypeOf, type Schema } from '@backroom/core/interface';

/** A value for a request: written out, because JSON texts can express more than JavaScript values. */
export interface Value {
  /** In a body as JSON, in a query as it is. */
  readonly text: string;
  /** Whether the parameter cannot take it; otherwise it may, and only must do no harm. */
  readonly isBad: boolean;
}

const long = 'y'.repeat(10_240);
const bad = (...texts: readonly string[]): readonly Value[] => texts.map((text) => ({ text, isBad: true }));
const odd = (...texts: readonly string[]): readonly Value[] => texts.map((text) => ({ text, isBad: false }));
/** Whether only words of a certain form are taken, none of which is strange. */
const isClosed = ({ enum: words, format = 'multiline' }: Schema) =>
  words !== undefined || !['multiline', 'password'].includes(format);

/** Strange texts, each judged by the declaration of the parameter. */
const strange = [
  'nonsense value',
  "'; drop table item; --",
  '２０２６',
  '__proto__',
  '%_\\',
  '\ud800',
  'a\udc00b',
  'a\u0007b',
  '',
  '  ',
  long,
];
const judged = (descriptor: Schema): readonly { readonly value: string; readonly isBad: boolean }[] =>
  strange.map((value) => ({ value, isBad: isRefused(descriptor, value) }));

function isRefused(descriptor: Schema, value: string): boolean {
  const { format, nullable, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = descriptor;
  const length = [...value].length;
  if (format === 'password') return (value === '' && !nullable) || length < minLength || length > maxLength;
  const read = value.toWellFormed().normalize('NFC').trim();
  if (read === '') return nullable !== true;
  if (isClosed(descriptor) || /\p{Cc}/u.test(read)) return true;
  return length > maxLength || (pattern !== undefined && !new RegExp(pattern, 'u').test(read));
}

const below = (minimum: number | undefined) => (minimum === undefined ? [] : [String(minimum - 1)]);
const above = (maximum: number | undefined) => (maximum === undefined ? [] : [String(maximum + 1)]);

/** Values that are wrong for a member of a body, and some that are merely strange. */
export function badJson(descriptor: Schema): readonly Value[] {
  const { type, nullable } = descriptor;
  return [
    ...(nullable ? odd('null') : bad('null')),
    ...kinds
      .filter(([kind]) => kind !== type && !(kind === 'number' && type === 'integer'))
      .flatMap(([kind, ...texts]) => (kind === 'string' && type === 'number' ? [] : bad(...texts))),
    ...jsonOf[plainTypeOf(descriptor)](descriptor),
  ];
}

/** One value of each kind, under the kind it is good for. */
const kinds: readonly (readonly [PlainType, ...string[]])[] = [
  ['string', '"word"', '"1"'],
  ['number', '1', '1.5', '1e309', '-1e309'],
  ['boolean', 'true', 'false'],
  ['array', '[]', '[1]', '["word"]', '[[[]]]'],
  ['object', '{}', '{"a":1}', '{"__proto__":{"a":1}}', '{"constructor":1}'],
];

const numbers = [
  '1e309',
  '-1e309',
  '1e15',
  '100000000000',
  '0.00001',
  '"1e3"',
  '"NaN"',
  '"Infinity"',
  '"0x10"',
  '""',
  '" 1"',
  '"１"',
  '"٣"',
  '"1\\u0000"',
];

const jsonOf: Readonly<Record<PlainType, (descriptor: Schema) => readonly Value[]>> = {
  string: (descriptor) => [
    ...bad('"a\\u0000b"', '"\\u0000"'),
    ...judged(descriptor).map(({ value, isBad }) => ({ text: JSON.stringify(value), isBad })),
    ...(descriptor.format === 'money' ? bad('"1e3"', '"NaN"', '"1.23456"', '"١"', '"123456789012"', '"1,5"') : []),
    ...(descriptor.format === 'money' && descriptor.minimum === 0 ? bad('"-1"') : []),
    ...(descriptor.format === 'instant'
      ? bad('"2026-02-30T00:00:00Z"', '"2026-11-21"', '"2026-11-21T24:00:00Z"', '"0"')
      : []),
  ],
  integer: ({ minimum, maximum }) =>
    bad('1.5', '1e309', '-1e309', '9007199254740993', '"1e3"', ...below(minimum), ...above(maximum)),
  number: ({ minimum }) => [
    ...bad(...numbers),
    ...odd('-1', '-0', '"-0"', '"+1"', '"007"'),
    ...(minimum === 0 ? bad('-1', '-0.0001') : []),
  ],
  boolean: () => bad('"true"', '0', '1'),
  array: ({ maxItems = 1_000, items }) =>
    bad(
      `[${Array.from({ length: maxItems + 1 }, () => (items?.type === 'object' ? '{}' : '1')).join(',')}]`,
      '[null]',
      '[{"nonsense":1}]',
      ...(items?.type === 'integer' ? ['[2147483648]', '[9007199254740991]'] : []),
    ),
  object: ({ properties, additionalProperties }) =>
    properties
      ? [
          { text: '{}', isBad: Object.values(properties).some(({ required }) => required === true) },
          ...bad('{"nonsense":1}', '{"toString":1}'),
        ]
      : bad(
          '{"Bad Key":1}',
          ...(typeof additionalProperties === 'object' && additionalProperties.type === 'object' ? [] : ['{"a":{}}']),
          '{"a":[]}',
          '{"a":1e309}',
          `{"a":"${long}"}`,
          '{"":1}',
          '{"a":"b\\u0000c"}',
          '{"a\\u0000b":1}',
          `{${manyKeys}}`,
        ),
};

const manyKeys = Array.from({ length: 51 }, (_, index) => `"k${index}":1`).join(',');

/** Texts that are wrong for a parameter of a query, and some that are merely strange. */
export function badText(descriptor: Schema): readonly Value[] {
  const { type, nullable } = descriptor;
  return [
    ...bad('\0', 'a\0b'),
    ...(nullable ? odd('null') : []),
    ...(type === 'string' ? [] : bad('')),
    ...textOf[plainTypeOf(descriptor)](descriptor),
  ];
}

const textOf: Readonly<Record<PlainType, (descriptor: Schema) => readonly Value[]>> = {
  string: (descriptor) => [
    ...judged(descriptor).map(({ value, isBad }) => ({ text: value, isBad })),
    ...(descriptor.format === 'sort' ? bad(',', '-', 'id,id', 'id,-id', '--id', 'password_hash', 'id asc') : []),
    ...(descriptor.format === 'instant' ? bad('2026-02-30T00:00:00Z', '2026-11-21', '0', '-1') : []),
  ],
  integer: ({ minimum, maximum }) =>
    bad(
      'abc',
      '1.5',
      '1e3',
      '１',
      '٣',
      '99999999999999999999',
      '007',
      '0x10',
      ' 1',
      '[]',
      '1;2',
      long,
      ...below(minimum),
      ...above(maximum),
    ),
  number: () => bad('abc', '1e3', 'NaN', '１', long),
  boolean: () => bad('yes', 'TRUE', '2', '１', 'null', long),
  array: ({ items, maxItems = 1_000 }) =>
    items?.type === 'integer' || items?.enum
      ? bad('abc', '1,,2', ',', '１', '1,2147483648', '9007199254740991', `${'1,'.repeat(maxItems)}1`)
      : odd('abc', ','),
  object: () => bad('1', '{}', long),
};

/** Parts of a path that no id can be. */
export const badSegments: readonly string[] = [
  '0',
  '007',
  '-1',
  '+1',
  '1.0',
  '1e3',
  'abc',
  '2147483648',
  '99999999999999999999',
  '%EF%BC%91',
  '1%00',
  '%00',
  '%ED%A0%80',
  '%zz',
  '1%2F2',
  '..%2f1',
  '__proto__',
  "1'%20or%201=1",
  '9'.repeat(4_000),
];
