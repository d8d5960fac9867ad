import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orderRecord, refundRecord } from '@backroom/core/commerce';
import { type RecordKind, recordKinds, schemaOf } from '@backroom/core/interchange';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amount,
  choice,
  id,
  idOrNone,
  instant,
  mapOf,
  optional,
  quantity,
  text,
  whole,
} from '../../../packages/core/src/kernel/records/values.ts';
import { root } from '../../architecture/rules/sources.ts';
import { readRecord, unknownMembers, writeRecord } from '../internals.ts';

const lines = readFileSync(join(root, 'test/support/fixtures/shop-small.ndjson'), 'utf8').split('\n').filter(Boolean);
const codes = (schema: Parameters<typeof readRecord>[0], raw: unknown) => {
  const read = readRecord(schema, raw);
  return 'problems' in read
    ? read.problems.map(({ path, code }) => [path.join('.'), code].filter(Boolean).join(' '))
    : [];
};
const valueIn = (schema: Parameters<typeof readRecord>[0], raw: unknown) => {
  const read = readRecord(schema, raw);
  return 'value' in read ? read.value : undefined;
};

describe('values of records', () => {
  it.each([
    [text(), 12, '12'],
    [id, '17', 17],
    [idOrNone, 0, null],
    [idOrNone, '', null],
    [amount, '12.5', 12_500_000],
    [amount, 0.1, 100_000],
    [amount, '-0', 0],
    [quantity, '2.5', 25_000],
    [whole(-5, 5), '-3', -3],
    [instant, '2025-03-30T01:59:59+01:00', new Date('2025-03-30T00:59:59Z')],
    [optional(text()), '', null],
    [mapOf(optional(amount), /^\d+$/), { 1: '', 2: '3' }, { 1: null, 2: 3_000_000 }],
    [mapOf(amount, /^\d+$/), [], {}],
  ])('%# are read in every form they may have', (schema, raw, value) => {
    expect(valueIn(schema as never, raw)).toEqual(value);
  });

  it.each([
    [text(3), 'four', 'too_long'],
    [text(), 'a\0b', 'invalid_format'],
    [text(), '\ud800', 'invalid_format'],
    [text(), {}, 'wrong_type'],
    [text(), '', 'required'],
    [id, 0, 'out_of_range'],
    [id, 1.5, 'wrong_type'],
    [id, 2 ** 60, 'out_of_range'],
    [amount, '1e3', 'invalid_format'],
    [amount, 'NaN', 'invalid_format'],
    [amount, '12,50', 'invalid_format'],
    [amount, 1e300, 'invalid_format'],
    [amount, null, 'required'],
    [quantity, 0.00001, 'too_many_decimals'],
    [instant, '2025-02-30T00:00:00Z', 'invalid_format'],
    [instant, '2025-02-03', 'invalid_format'],
    [instant, 1_700_000_000, 'invalid_format'],
    [choice(['a']), 'b', 'invalid_format'],
    [mapOf(amount, /^\d+$/), { rate: '1' }, 'rate invalid_format'],
  ])('%# are refused when they are no good', (schema, raw, code) => {
    expect(codes(schema as never, raw)).toEqual([code]);
  });

  it('that are amounts survive the round trip through their text', () => {
    const LARGEST = 9 * 10 ** 15;
    const each = fc.oneof(...[1e6, 1e13, 1e14, LARGEST].map((max) => fc.integer({ min: -max, max })));
    fc.assert(
      fc.property(each, (value) => valueIn(amount, writeRecord(amount, value)) === value),
      { numRuns: 100_000 },
    );
  });

  it('name the place of a fault in a list of records, and unknown members beside it', () => {
    const [line] = JSON.parse(lines.find((each) => each.includes('"kind": "order"')) ?? '').lines;
    const order = { lines: [{ ...line, id: 7, total: 'x', taxes: { 4: '1', VAT: '2', 5: 'y' }, extra: 1 }] };
    const read = readRecord(orderRecord, order);
    const inLines = ('problems' in read ? read.problems : []).filter(({ path }) => path[0] === 'lines');
    expect(inLines.map(({ path, code }) => [path.join('.'), code])).toEqual([
      ['lines.0.total', 'invalid_format'],
      ['lines.0.taxes.5', 'invalid_format'],
      ['lines.0.taxes.VAT', 'invalid_format'],
    ]);
    expect(unknownMembers(orderRecord, order)).toEqual(['lines.extra']);
  });
});

describe('records', () => {
  it.each(recordKinds)('of the kind %s are written in one form, which reads as the same', (kind: RecordKind) => {
    const schema = schemaOf(kind);
    const sent = lines.map((line) => JSON.parse(line)).filter((each) => each.kind === kind);
    for (const { kind: _, ...record } of sent) {
      const value = valueIn(schema as never, record) as never;
      expect(value).toBeDefined();
      const written = JSON.stringify(writeRecord(schema, value));
      expect(JSON.stringify(writeRecord(schema, valueIn(schema as never, JSON.parse(written)) as never))).toBe(written);
    }
    expect(sent.length).toBeGreaterThan(0);
  });

  it('name unknown members, and read the others', () => {
    const order = JSON.parse(lines.find((line) => line.includes('"kind": "order"')) ?? '');
    const { kind: _, ...record } = {
      ...order,
      meta: 1,
      lines: order.lines.map((each: object) => ({ ...each, extra: {} })),
    };
    const read = readRecord(orderRecord, record);
    expect(unknownMembers(orderRecord, record).toSorted()).toEqual(['lines.extra', 'lines.extra', 'meta']);
    expect('value' in read).toBe(true);
  });

  it.each<[string, unknown]>([
    ['required', undefined],
    ['wrong_type', []],
    ['wrong_type', 'text'],
  ])('are objects: %s', (code, raw) => {
    expect(codes(orderRecord, raw)).toEqual([code]);
  });

  it('of refunds have a positive amount, and no total that contradicts it', () => {
    const refund = { id: 1, order_id: 2, amount: '5', created_at: '2025-01-01T00:00:00Z', total: '-5' };
    expect(codes(refundRecord, refund)).toEqual([]);
    expect(codes(refundRecord, { ...refund, total: '5' })).toEqual(['total contradiction']);
    expect(codes(refundRecord, { ...refund, amount: '0', total: '0' })).toEqual(['amount out_of_range']);
    expect(codes(refundRecord, { ...refund, total_tax: '1' })).toEqual(['total_tax out_of_range']);
  });
});
