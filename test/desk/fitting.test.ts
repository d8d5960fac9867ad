import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../packages/desk/src/data/address.ts';
import type { FilterDeclaration, ReportDeclaration } from '../../packages/desk/src/data/reports.ts';
import { fittingLook } from '../../packages/desk/src/looks/fitting.ts';
import { readLook, writeLook } from '../../packages/desk/src/looks/look.ts';

const filter = (subject: string, more: Partial<FilterDeclaration>): FilterDeclaration => ({
  subject,
  label: subject,
  takes: 'ids',
  is: `${subject}_is`,
  on: ['list'],
  ...more,
});

const column = (name: string) => ({ name, label: name, unit: 'text' as const, path: name, more: [], names: null });
const report: ReportDeclaration = {
  slug: 'orders',
  title: 'Orders',
  question: '',
  access: 'manage_store',
  export: null,
  stats: null,
  list: {
    path: 'orders',
    key: ['order_id'],
    sort: '-date',
    dated: true,
    params: {},
    columns: ['date', 'total'].map((name) => ({
      ...column(name),
      sort: name,
      shown: true,
      meaning: '',
      given: null,
      tree: null,
      link: null,
    })),
    sorts: ['date', 'total'],
    totals: null,
  },
  filters: [
    filter('product', { of: 'products' }),
    filter('status', { takes: 'words', words: ['completed', 'failed'] }),
    filter('kind', { takes: 'word', words: ['new', 'returning'] }),
    filter('attribute', { takes: 'pairs' }),
    filter('search', { takes: 'text' }),
    filter('spend', { takes: 'range', unit: 'money', from: 'least', to: 'most' }),
    filter('seen', { takes: 'range', unit: 'moment', from: 'after', to: 'before' }),
  ],
  match: { stats: false, list: true },
};

function fit(query: string): readonly [string, readonly string[]] {
  const faults: string[] = [];
  const note = (part: string) => void faults.push(part);
  return [stringifySearch(writeLook(fittingLook(report, readLook(parseSearch(query), note), note))), faults];
}

describe('a look at a report', () => {
  it.each([
    'sort=-total',
    'cols=total,date',
    'if=product.is:17,18',
    'if=status.is:failed',
    'if=kind.is:new',
    'if=attribute.is:colour:red',
    'if=search.is:anything',
    'if=spend.between:10..50',
    'if=spend.between:..50',
    'if=seen.between:2026-01-01..2026-02-01',
    // Of another report: it is shown crossed out.
    'if=country.is:AT',
  ])('keeps what the report has: %s', (query) => {
    expect(fit(`?${query}`)).toEqual([`?${query}`, []]);
  });

  it.each([
    'metric=foo',
    'cut=foo',
    'sort=-foo',
    'cols=date,foo',
    'if=product.is:abc',
    'if=product.is:1e3',
    'if=product.is:99999999999999999999',
    'if=status.is:nonsense',
    'if=kind.is:new,returning',
    'if=attribute.is:red',
    'if=search.is:a,b',
    'if=spend.between:50..10',
    'if=spend.between:2026-01-01..',
    'if=seen.between:5..10',
    'if=seen.between:2026-02-01..2026-01-01',
  ])('leaves out and notes what it lacks: %s', (query) => {
    expect(fit(`?${query}`)).toEqual(['', [query]]);
  });
});
