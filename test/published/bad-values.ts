import type { Descriptor } from '@backroom/core/rest';

/** A value for a request: written out, because JSON texts can say more than JavaScript values. */
export interface Value {
  /** In a body as JSON, in a query as it is. */
  readonly text: string;
  /** Whether the parameter cannot take it; otherwise it may, and only must do no harm. */
  readonly isBad: boolean;
}

const long = 'y'.repeat(10_240);
const bad = (...texts: readonly string[]): readonly Value[] => texts.map((text) => ({ text, isBad: true }));
const odd = (...texts: readonly string[]): readonly Value[] => texts.map((text) => ({ text, isBad: false }));
const quoted = (...values: readonly string[]) => values.map((value) => JSON.stringify(value));
const isFixed = ({ enum: words, format, pattern }: Descriptor) =>
  words !== undefined ||
  pattern !== undefined ||
  (format !== undefined && format !== 'multiline' && format !== 'password');
const below = (minimum: number | undefined) => (minimum === undefined ? [] : [String(minimum - 1)]);
const above = (maximum: number | undefined) => (maximum === undefined ? [] : [String(maximum + 1)]);

/** Values that are wrong for a member of a body, and some that are merely strange. */
export function badJson(descriptor: Descriptor): readonly Value[] {
  const { type, nullable } = descriptor;
  return [
    ...(nullable ? odd('null') : bad('null')),
    ...kinds
      .filter(([kind]) => kind !== type && !(kind === 'number' && type === 'integer'))
      .flatMap(([kind, ...texts]) => (kind === 'string' && type === 'number' ? [] : bad(...texts))),
    ...jsonOf[type](descriptor),
  ];
}

/** One value of each kind, under the kind it is good for. */
const kinds: readonly (readonly [Descriptor['type'], ...string[]])[] = [
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

const jsonOf: Readonly<Record<Descriptor['type'], (descriptor: Descriptor) => readonly Value[]>> = {
  string: (descriptor) => [
    ...bad('"a\\u0000b"', '"\\u0000"'),
    ...(isFixed(descriptor)
      ? bad(...quoted('nonsense value', long, "'; drop table item; --"))
      : odd(...quoted("'; drop table item; --", '２０２６', '__proto__', '%_\\'))),
    ...(descriptor.enum || descriptor.format ? [] : odd('"２０２６"')),
    ...(isFixed(descriptor) ? bad('"\\ud800"') : odd('"\\ud800"', '"a\\udc00b"')),
    ...((descriptor.maxLength ?? 1e6) < long.length ? bad(JSON.stringify(long)) : odd(JSON.stringify(long))),
    ...(descriptor.nullable ? odd('""', '"  "') : bad('""')),
    ...(descriptor.format === 'money' ? bad('"1e3"', '"NaN"', '"1.23456"', '"١"', '"123456789012"', '"1,5"') : []),
    ...(descriptor.format === 'money' && descriptor.minimum === 0 ? bad('"-1"') : []),
    ...(descriptor.format === 'date-time'
      ? bad('"2026-02-30T00:00:00Z"', '"2026-11-21"', '"2026-11-21T24:00:00Z"', '"0"')
      : []),
    ...(descriptor.format === 'password'
      ? []
      : descriptor.nullable || descriptor.format === 'multiline'
        ? odd('"a\\u0007b"')
        : bad('"a\\u0007b"', '" "')),
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
    ),
  object: ({ properties }) =>
    properties
      ? bad('{}', '{"nonsense":1}', '{"toString":1}')
      : bad('{"Bad Key":1}', '{"a":{}}', '{"a":[]}', '{"a":1e309}', `{"a":"${long}"}`, '{"":1}', `{${manyKeys}}`),
};

const manyKeys = Array.from({ length: 51 }, (_, index) => `"k${index}":1`).join(',');

/** Texts that are wrong for a parameter of a query, and some that are merely strange. */
export function badText(descriptor: Descriptor): readonly Value[] {
  const { type, nullable } = descriptor;
  return [
    ...bad('\0', 'a\0b'),
    ...(nullable ? odd('null') : []),
    ...(nullable && type === 'string' ? odd('') : bad('')),
    ...textOf[type](descriptor),
  ];
}

const textOf: Readonly<Record<Descriptor['type'], (descriptor: Descriptor) => readonly Value[]>> = {
  string: (descriptor) => [
    ...(isFixed(descriptor)
      ? bad('nonsense', long, '１', '{}', '[]', 'id;drop table item')
      : odd("'; drop table item; --", '%', '_', '\\', '__proto__', '[]')),
    ...((descriptor.maxLength ?? 1e6) < long.length ? bad(long) : odd(long)),
    ...(descriptor.format === 'sort' ? bad(',', '-', 'id,id', 'id,-id', '--id', 'password_hash', 'id asc') : []),
    ...(descriptor.format === 'date-time' ? bad('2026-02-30T00:00:00Z', '2026-11-21', '0', '-1') : []),
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
      ? bad('abc', '1,,2', ',', '１', `${'1,'.repeat(maxItems)}1`)
      : odd('abc', ','),
  object: () => bad('1', '{}', long),
};
