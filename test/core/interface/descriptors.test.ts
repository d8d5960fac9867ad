import {
  choice,
  dateTime,
  flag,
  integer,
  listOf,
  money,
  objectOf,
  password,
  quantity,
  record,
  type Schema,
  sortBy,
  text,
} from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { faultsOf, readBody, readQuery } from './reading.ts';

const inQuery = (descriptor: Schema, value: string) => readQuery({ it: descriptor }, [['it', value]]);
const inBody = (descriptor: Schema, value: unknown) => readBody({ it: descriptor }, { it: value });

type Example = readonly [descriptor: Schema, given: unknown, meant: unknown];
type Mistake = readonly [descriptor: Schema, given: unknown, code: string];

const small = integer({ minimum: 1, maximum: 5 });
const amount = money({ minimum: 0 });
const name = text({ minLength: 2, maxLength: 5 });
const mail = text({ format: 'email' });
const group = text({ format: 'uuid' });
const code = text({ pattern: '^[A-Z]+$' });
const kind = choice(['in', 'out']);
const order = sortBy(['id', 'name']);
const uuid = '0b9a2f6e-7d0c-4f6e-9a53-0a4a1f2f7c11';

/** Read alike in a query and in a body. */
const texts: readonly Example[] = [
  [text(), ' lamp ', 'lamp'],
  [text(), 'Cafe\u0301', 'Café'],
  [text(), 'null', 'null'],
  [text({ format: 'multiline' }), 'a\r\n\tb', 'a\r\n\tb'],
  [name, '👍👍👍👍👍', '👍👍👍👍👍'],
  [password(), '  Se cret  ', '  Se cret  '],
  [password(), 'e\u0301', 'e\u0301'],
  [mail, 'ada@example.org', 'ada@example.org'],
  [group, uuid.toUpperCase(), uuid.toUpperCase()],
  [code, 'ABC', 'ABC'],
  [kind, 'out', 'out'],
  [kind, ' in ', 'in'],
  [amount, '12.34', 123_400],
  [amount, ' 5 ', 50_000],
  [quantity(), '-12.5', -125_000],
  [dateTime(), '2026-11-21T09:00:00Z', new Date('2026-11-21T09:00:00Z')],
  [dateTime(), '2026-11-21t10:30:00.1239+01:30', new Date('2026-11-21T09:00:00.123Z')],
  [dateTime(), '2024-02-29T00:00:00-05:00', new Date('2024-02-29T05:00:00Z')],
  [
    order,
    'name,-id',
    [
      { field: 'name', descending: false },
      { field: 'id', descending: true },
    ],
  ],
  [order, ' -name ', [{ field: 'name', descending: true }]],
];

const wrongTexts: readonly Mistake[] = [
  [text(), '', 'required'],
  [text(), ' \t ', 'required'],
  [text(), 'a\0b', 'invalid_format'],
  [text(), '\ud800', 'invalid_format'],
  [text(), 'a\nb', 'invalid_format'],
  [text(), 'a\u0085b', 'invalid_format'],
  [text({ format: 'multiline' }), 'a\u0007b', 'invalid_format'],
  [name, 'a', 'too_short'],
  [name, 'abcdef', 'too_long'],
  [password(), '', 'required'],
  [password(), 'a\0b', 'invalid_format'],
  [password({ maxLength: 3 }), 'abcd', 'too_long'],
  [mail, 'ada', 'invalid_format'],
  [mail, 'a b@example.org', 'invalid_format'],
  [mail, 'a@b@c', 'invalid_format'],
  [group, uuid.slice(1), 'invalid_format'],
  [code, 'ABc', 'invalid_format'],
  [kind, 'IN', 'invalid_format'],
  [kind, 'toString', 'invalid_format'],
  [amount, '-0.01', 'out_of_range'],
  [amount, '1.23456', 'too_many_decimals'],
  [amount, '123456789012', 'out_of_range'],
  [amount, '1e3', 'invalid_format'],
  [amount, 'free', 'invalid_format'],
  [quantity(), '1.00001', 'too_many_decimals'],
  [quantity(), 'NaN', 'invalid_format'],
  [quantity(), 'Infinity', 'invalid_format'],
  [quantity(), '', 'invalid_format'],
  [quantity({ maximum: 5 }), '5.0001', 'out_of_range'],
  [dateTime(), '2026-11-21', 'invalid_format'],
  [dateTime(), '2026-11-21T09:00:00', 'invalid_format'],
  [dateTime(), '2026-02-30T09:00:00Z', 'invalid_format'],
  [dateTime(), '2025-02-29T09:00:00Z', 'invalid_format'],
  [dateTime(), '2026-11-21T24:00:00Z', 'invalid_format'],
  [dateTime(), '2026-11-21T09:60:00Z', 'invalid_format'],
  [dateTime(), '2026-11-21T09:00:00+25:00', 'invalid_format'],
  [dateTime(), '2026-11-21T09:00Z', 'invalid_format'],
  [dateTime(), 'yesterday', 'invalid_format'],
  [order, 'price', 'invalid_sort'],
  [order, 'name,-name', 'invalid_sort'],
  [order, '--name', 'invalid_sort'],
  [order, 'name,', 'invalid_sort'],
  [order, 'Name', 'invalid_sort'],
];

const inQueryOnly: readonly Example[] = [
  [integer(), '-3', -3],
  [integer(), '0', 0],
  [flag(), 'true', true],
  [flag(), '0', false],
  [listOf(integer()), '1, 2,3', [1, 2, 3]],
  [listOf(kind), 'in,out', ['in', 'out']],
  [integer({ nullable: true }), 'null', null],
];

const wrongInQuery: readonly Mistake[] = [
  ...['', 'a', '1.0', '1e3', ' 1', '+1', '007', '-0', '0x10', '1234567890123456', '１'].map(
    (given) => [integer(), given, 'wrong_type'] as const,
  ),
  [small, '0', 'out_of_range'],
  [small, '6', 'out_of_range'],
  ...['', 'yes', 'TRUE', 'on', '2', ' true'].map((given) => [flag(), given, 'wrong_type'] as const),
  [integer({ nullable: true }), '', 'wrong_type'],
  [objectOf({ a: text() }), 'x', 'wrong_type'],
  [record(), 'x', 'wrong_type'],
  [listOf(integer(), { maxItems: 2 }), '1,2,3', 'too_long'],
];

const inBodyOnly: readonly Example[] = [
  [integer(), 3, 3],
  [integer(), 3.0, 3],
  [flag(), false, false],
  [quantity(), 12.5, 125_000],
  [quantity(), -0, 0],
  [listOf(text()), [' a ', 'b'], ['a', 'b']],
  [listOf(text()), [], []],
  [objectOf({ unit_cost: money() }), { unit_cost: '1.5' }, { unitCost: 15_000 }],
  [record(), { 'any-Key': [1, null] }, { 'any-Key': [1, null] }],
  [text({ nullable: true }), null, null],
  [text({ nullable: true }), '  ', null],
  [integer({ nullable: true }), null, null],
  [objectOf({ a: text() }, { nullable: true }), null, null],
];

const notTexts = [5, true, null, [], {}, ['a']];
const wrongInBody: readonly Mistake[] = [
  ...[text(), password(), kind, amount, dateTime(), order, mail].flatMap((descriptor) =>
    notTexts.map((given) => [descriptor, given, 'wrong_type'] as const),
  ),
  ...['1', 1.5, Number.NaN, Number.POSITIVE_INFINITY, true, null, [1], {}].map(
    (given) => [integer(), given, 'wrong_type'] as const,
  ),
  [small, 0, 'out_of_range'],
  [small, 6, 'out_of_range'],
  ...['true', 1, 0, null, []].map((given) => [flag(), given, 'wrong_type'] as const),
  ...[true, null, [], {}].map((given) => [quantity(), given, 'wrong_type'] as const),
  [quantity(), 1.00001, 'too_many_decimals'],
  [quantity(), 1e11, 'out_of_range'],
  [quantity({ minimum: 0 }), -0.0001, 'out_of_range'],
  ...['a', 1, null, {}, { length: 1 }].map((given) => [listOf(text()), given, 'wrong_type'] as const),
  [listOf(text(), { maxItems: 1 }), ['a', 'b'], 'too_long'],
  ...['a', 1, true, null, [], ['a']].map((given) => [objectOf({ a: text() }), given, 'wrong_type'] as const),
  ...['a', 1, true, null, [], ['a']].map((given) => [record(), given, 'wrong_type'] as const),
  [text({ nullable: true }), 5, 'wrong_type'],
  [integer({ nullable: true }), 'null', 'wrong_type'],
];

describe('in a query', () => {
  it.each([...texts, ...inQueryOnly])('%j reads %j as %j', (descriptor, given, meant) => {
    expect(inQuery(descriptor, String(given))).toEqual({ input: { it: meant } });
  });

  it.each([...wrongTexts, ...wrongInQuery])('%j refuses %j: %s', (descriptor, given, fault) => {
    expect(faultsOf(inQuery(descriptor, String(given)))).toEqual([`it: ${fault}`]);
  });

  it('an object has its members after a point', () => {
    expect(
      readQuery({ attr: record(), it: objectOf({ unit_cost: money() }) }, 'attr.color=red&attr.a.b=1&it.unit_cost=2'),
    ).toEqual({
      input: { attr: { color: 'red', 'a.b': '1' }, it: { unitCost: 20_000 } },
    });
  });

  it('an object has a bounded number of members', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => [`attr.a${index}`, '1'] as const);
    expect(faultsOf(readQuery({ attr: record({ maxProperties: 50 }) }, many(51)))).toEqual(['attr: too_long']);
    expect(readQuery({ attr: record({ maxProperties: 50 }) }, many(50))).toHaveProperty('input.attr.a49', '1');
    expect(faultsOf(readQuery({ attr: record() }, many(100_000)))).toEqual(['attr: too_long']);
  });

  it('an object is not taken for a text with members', () => {
    expect(faultsOf(readQuery({ attr: record() }, 'attr=5&attr.color=red'))).toEqual(
      expect.arrayContaining(['attr: wrong_type', 'attr.color: unknown_parameter']),
    );
  });

  it('every wrong entry of a list is named', () => {
    expect(faultsOf(readQuery({ ids: listOf(integer({ minimum: 1 })) }, 'ids=1,x,0'))).toEqual([
      'ids.1: wrong_type',
      'ids.2: out_of_range',
    ]);
  });
});

describe('in a body', () => {
  it.each([...texts, ...inBodyOnly])('%j reads %j as %j', (descriptor, given, meant) => {
    expect(inBody(descriptor, given)).toEqual({ input: { it: meant } });
  });

  it.each([...wrongTexts, ...wrongInBody])('%j refuses %j: %s', (descriptor, given, fault) => {
    expect(faultsOf(inBody(descriptor, given))).toEqual([`it: ${fault}`]);
  });

  it('an amount of money is a text, never a number', () => {
    expect(faultsOf(inBody(amount, 12.34))).toEqual(['it: wrong_type']);
  });

  it('every wrong entry of a list of objects is named', () => {
    const lines = listOf(objectOf({ item_id: integer({ required: true }), quantity: quantity({ required: true }) }));
    expect(
      faultsOf(
        readBody(
          { lines },
          { lines: [{ item_id: 1, quantity: 1 }, { item_id: 'x' }, { item_id: 1, quantity: 1, more: 1 }] },
        ),
      ),
    ).toEqual(['lines.1.itemId: wrong_type', 'lines.1.quantity: required', 'lines.2.more: unknown_field']);
  });
});
