import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../packages/desk/src/data/address.ts';
import type { ColumnDeclaration, FilterDeclaration, ReportDeclaration } from '../../packages/desk/src/data/reports.ts';
import { readLook, writeLook } from '../../packages/desk/src/looks/look.ts';
import {
  dimensionOfSegment,
  dimensionsIn,
  isNarrowed,
  narrowed,
  otherReportsBy,
} from '../../packages/desk/src/looks/narrowing.ts';

const column = (name: string, more: Partial<ColumnDeclaration> = {}): ColumnDeclaration => ({
  ...{
    name,
    label: name,
    unit: 'text',
    path: name,
    given: null,
    more: [],
    names: null,
    sort: null,
    shown: true,
    meaning: '',
  },
  tree: null,
  link: null,
  ...more,
});
const filter = (subject: string, more: Partial<FilterDeclaration> = {}): FilterDeclaration => ({
  ...{ subject, label: subject, takes: 'ids', of: `${subject}s`, is: `${subject}_is`, not: `${subject}_not` },
  on: ['stats', 'list'],
  ...more,
});
const words = (subject: string, offered: readonly string[], more: Partial<FilterDeclaration> = {}) =>
  filter(subject, { takes: 'words', words: offered, ...more });
const without = ({ not: _, ...rest }: FilterDeclaration): FilterDeclaration => rest;

const report = (slug: string, more: Partial<ReportDeclaration>): ReportDeclaration => ({
  ...{ slug, title: slug, question: '', access: '', export: null, filters: [], match: { stats: true, list: true } },
  stats: {
    ...{ path: slug, lead: '', strip: [], dated: true, date_basis: null, date_type: false, intervals: true },
    ...{ measures: [], sorts: [] },
    segments: ['product', 'customer_type', 'tax_rate_id'].map((name) => ({
      ...{ name, label: `By ${name}`, needs: null, needs_one_of: [] },
    })),
  },
  list: null,
  ...more,
});

const list = (columns: readonly ColumnDeclaration[]): NonNullable<ReportDeclaration['list']> => ({
  ...{ path: '', key: ['id'], sort: '', dated: true, params: {}, sorts: [], totals: null },
  columns,
});
const linked = (to: string, id: string) => ({ link: { to, id, parent: null } });

const orders = report('orders', {
  list: list([
    column('number', linked('order', 'id')),
    column('status', { unit: 'status' }),
    column('kind'),
    column('products', { path: 'info.products.name', ...linked('product', 'info.products.id') }),
    column('categories', { path: 'info.categories', names: 'categories', ...linked('category', 'info.categories') }),
  ]),
  filters: [
    filter('order', { on: ['list'] }),
    words('status', ['completed', 'failed']),
    without(words('kind', ['new', 'returning'], { takes: 'word' })),
    filter('product'),
    filter('category'),
  ],
});
const row = {
  id: 7,
  status: 'completed',
  kind: 'odd',
  info: {
    products: [
      { id: 3, name: 'Mug' },
      { id: 0, name: 'Gift' },
      { id: 5, name: 'Cup' },
    ],
    categories: [8, 9, 10, 11],
  },
};

describe('the dimensions of a row', () => {
  it('are the filters for its records and words that act on figures and rows alike', () => {
    expect(dimensionsIn(orders)(row).map(({ subject, values }) => [subject, values])).toEqual([
      ['status', [{ value: 'completed', name: undefined }]],
      [
        'product',
        [
          { value: '3', name: 'Mug' },
          { value: '5', name: 'Cup' },
        ],
      ],
      ['category', ['8', '9', '10'].map((value) => ({ value, name: undefined }))],
    ]);
  });

  it('have the sides of their filter', () => {
    const { filters, ...rest } = orders;
    const [first] = dimensionsIn({ ...rest, filters: filters.map(without) })(row);
    expect([first?.sides, dimensionsIn(orders)(row)[0]?.sides]).toEqual([['is'], ['is', 'not']]);
  });

  it('are those of a filter of the list alone where there is no chart', () => {
    const current = { ...orders, stats: null };
    expect(dimensionsIn(current)(row)[0]).toMatchObject({ subject: 'order', values: [{ value: '7' }] });
  });

  it('are none for a row without values, or with other ones', () => {
    expect(dimensionsIn(orders)({})).toEqual([]);
    expect(dimensionsIn(orders)({ id: '<b>', status: '__proto__', info: { products: [{ id: '1e3' }] } })).toEqual([]);
  });
});

describe('the dimension of a segment', () => {
  const others = [orders, report('taxes', { filters: [filter('rate')] })];

  it('is its record or word, by the filter of the report', () => {
    expect(dimensionOfSegment(orders, others, { cut: 'product', id: '3', name: 'Mug' })).toMatchObject({
      ...{ subject: 'product', label: 'By product', of: 'products', sides: ['is', 'not'] },
      values: [{ value: '3', name: 'Mug' }],
    });
    const kinds = { ...orders, filters: [without(words('customer_type', ['new', 'returning']))] };
    expect(dimensionOfSegment(kinds, [kinds], { cut: 'customer_type', id: '1', name: 'Returning' })).toMatchObject({
      ...{ subject: 'customer_type', of: undefined, sides: ['is'], values: [{ value: 'returning' }] },
    });
  });

  it('has no side in a report without its filter, and is that of other reports', () => {
    const revenue = report('revenue', {});
    expect(dimensionOfSegment(revenue, others, { cut: 'tax_rate_id', id: '2', name: 'VAT' })).toMatchObject({
      ...{ subject: 'rate', sides: [], values: [{ value: '2', name: 'VAT' }] },
    });
    expect(otherReportsBy(others, 'product', revenue)).toEqual([orders]);
    expect(otherReportsBy(others, 'product', orders)).toEqual([]);
    expect(dimensionOfSegment(revenue, others, { cut: 'customer_type', id: '1', name: 'Returning' })).toBeUndefined();
  });
});

describe('a look that is narrowed', () => {
  const narrow = (query: string, side: 'is' | 'not', value: string) => {
    const look = readLook(parseSearch(query), () => {});
    return stringifySearch(writeLook({ ...look, ...narrowed(look, { subject: 'product', side, value }) }));
  };

  it.each([
    ['', 'is', '3', '?if=product.is:3'],
    ['', 'not', '3', '?if=product.not:3'],
    ['?if=product.is:3,4', 'is', '3', '?if=product.is:3'],
    ['?if=product.is:3,4', 'not', '3', '?if=product.is:4&if=product.not:3'],
    ['?if=product.is:3', 'not', '3', '?if=product.not:3'],
    ['?if=product.not:3,4', 'is', '3', '?if=product.is:3&if=product.not:4'],
    ['?if=product.not:4', 'not', '3', '?if=product.not:4,3'],
    [
      '?if=status.is:failed&if=spend.between:1..2',
      'is',
      '3',
      '?if=status.is:failed&if=spend.between:1..2&if=product.is:3',
    ],
    [
      '?if=status.is:failed&if=coupon.is:1&match=any',
      'not',
      '3',
      '?if=status.is:failed&if=coupon.is:1&if=product.not:3',
    ],
  ] as const)('%s, %s %s: %s', (query, side, value, expected) => {
    expect(narrow(query, side, value)).toBe(expected);
  });

  it('is the same when it is narrowed again', () => {
    for (const side of ['is', 'not'] as const) {
      const given = { subject: 'product', side, value: '3' };
      const once = narrowed({ conditions: [] }, given);
      expect(narrowed(once, given)).toEqual(once);
      expect([isNarrowed(once, given), isNarrowed({ conditions: [] }, given)]).toEqual([true, false]);
    }
    const two = { conditions: [{ subject: 'product', side: 'is' as const, values: ['3', '4'] }] };
    expect(isNarrowed(two, { subject: 'product', side: 'is', value: '3' })).toBe(false);
  });
});
