import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../packages/desk/src/data/address.ts';
import { carried, type Look, plainLook, readLook, writeLook } from '../../packages/desk/src/looks/look.ts';
import { addDays, presets } from '../../packages/desk/src/words/calendar.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/);
const day = fc.integer({ min: 0, max: 30_000 }).map((count) => addDays('1990-01-01', count));
const value = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
const end = fc.oneof(fc.constant(''), day, fc.integer({ min: -1000, max: 1_000_000 }).map(String));
const condition = fc.oneof(
  fc.record({
    subject: name,
    side: fc.constantFrom('is' as const, 'not' as const),
    values: fc.array(value, { minLength: 1, maxLength: 4 }),
  }),
  fc
    .tuple(name, end, end)
    .filter(([, from, to]) => from !== '' || to !== '')
    .map(([subject, from, to]) => ({ subject, side: 'between' as const, values: [from, to] })),
);
const period = fc.oneof(
  fc.constantFrom(...presets),
  fc.tuple(day, fc.integer({ min: 0, max: 900 })).map(([after, length]) => ({ after, before: addDays(after, length) })),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const look: fc.Arbitrary<Look> = fc.record({
  period,
  compare: fc.constantFrom('previous' as const, 'year' as const, 'none' as const),
  by: maybe(
    fc.constantFrom(
      'hour' as const,
      'day' as const,
      'week' as const,
      'month' as const,
      'quarter' as const,
      'year' as const,
    ),
  ),
  metric: maybe(name),
  conditions: fc.array(condition, { maxLength: 4 }),
  match: fc.constantFrom('all' as const, 'any' as const),
  cut: maybe(name),
  sort: maybe(fc.tuple(fc.boolean(), name).map(([falls, by]) => `${falls ? '-' : ''}${by}`)),
  page: fc.integer({ min: 1, max: 99_999 }),
  per: fc.constantFrom(25, 50, 100),
  cols: maybe(fc.uniqueArray(name, { minLength: 1, maxLength: 5 })),
  showsPrevious: fc.boolean(),
  dateType: maybe(fc.constantFrom('date_paid', 'date_created', 'date_completed')),
});

/** A look, and the parts of the address that were not understood. */
function readNoting(query: string): readonly [Look, readonly string[]] {
  const faults: string[] = [];
  return [readLook(parseSearch(query), (part) => faults.push(part)), faults];
}

describe('the address of a look', () => {
  it('is read back as the same look', () => {
    fc.assert(
      fc.property(look, (given) => {
        const [read, faults] = readNoting(stringifySearch(writeLook(given)));
        expect(read).toEqual(given);
        expect(faults).toEqual([]);
      }),
    );
  });

  it('omits defaults', () => {
    expect(stringifySearch(writeLook(plainLook))).toBe('');
  });

  it('can be read', () => {
    const conditions = [
      { subject: 'product', side: 'is', values: ['333', '334'] },
      { subject: 'status', side: 'not', values: ['failed'] },
      { subject: 'total_spend', side: 'between', values: ['10', ''] },
    ] as const;
    const written = {
      ...plainLook,
      compare: 'year',
      by: 'week',
      conditions,
      match: 'any',
      sort: '-net_total',
      page: 2,
    } as const;
    expect(stringifySearch(writeLook({ ...written, period: { after: '2026-10-04', before: '2026-10-10' } }))).toBe(
      '?period=2026-10-04..2026-10-10&compare=year&by=week&if=product.is:333,334&if=status.not:failed&if=total_spend.between:10..&match=any&sort=-net_total&page=2',
    );
  });

  it.each([
    ['period=tomorrow', 'period=tomorrow'],
    ['period=2026-02-30..2026-03-01', 'period=2026-02-30..2026-03-01'],
    ['period=2026-03-02..2026-03-01', 'period=2026-03-02..2026-03-01'],
    ['compare=last', 'compare=last'],
    ['by=fortnight', 'by=fortnight'],
    ['page=0', 'page=0'],
    ['page=1e3', 'page=1e3'],
    ['per=1000', 'per=1000'],
    ['sort=a;drop', 'sort=a;drop'],
    ['metric=__proto__', 'metric=__proto__'],
    ['if=product', 'if=product'],
    ['if=product.is:', 'if=product.is:'],
    ['if=product.is:%25E0%25A4%25A', 'if=product.is:%E0%A4%A'],
    ['if=spend.between:..', 'if=spend.between:..'],
    ['if=spend.between:1..many', 'if=spend.between:1..many'],
  ])('falls back where it is wrong, and reports it: %s', (query, fault) => {
    const [read, faults] = readNoting(`?${query}`);
    expect(read).toEqual(plainLook);
    expect(faults).toEqual([fault]);
  });

  it('never fails, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 200 }),
        (text) => {
          readNoting(text);
          readNoting(`?if=${text}&period=${text}`);
        },
      ),
    );
  });

  it('carries period, comparison and filters to another report', () => {
    const given = { ...plainLook, period: 'year', page: 3, sort: '-net_total', cols: ['date'], match: 'any' } as const;
    expect(carried(given)).toEqual({ ...plainLook, period: 'year', match: 'any' });
  });

  it('takes no parameter for a member of every object', () => {
    expect(Object.getPrototypeOf(parseSearch('?__proto__=a&constructor=b'))).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});
