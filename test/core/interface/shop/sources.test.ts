import { gatherPairs } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { readShop } from './reading.ts';

const params = { p: {} } as const;

describe('where a parameter comes from', () => {
  it.each([
    ['the path before everything', { path: { p: 'path' }, json: { p: 'json' }, query: 'p=query' }, 'path'],
    ['JSON before the query', { json: { p: 'json' }, query: 'p=query' }, 'json'],
    ['a form before the query', { form: [['p', 'form']] as const, query: 'p=query' }, 'form'],
    ['the query', { query: 'p=query' }, 'query'],
    ['the last of several in a query', { query: 'p=1&p=2' }, '2'],
    ['nowhere', {}, undefined],
    ['not from a list', { json: ['p'] }, undefined],
    ['not from a text', { json: 'p' }, undefined],
  ])('%s', (_, parts, value) => {
    expect(readShop(params, parts).input?.p).toEqual(value);
  });

  it('is not what objects inherit', () => {
    expect(readShop({ constructor: {}, to_string: {} }, { json: {}, query: 'a=1' }).input).toEqual({});
  });

  it('is the whole body where it is declared so', () => {
    const whole = { values: { in: 'whole body' } } as const;
    expect(readShop(whole, { json: { a: 1 } }).input).toEqual({ values: { a: 1 } });
    expect(readShop(whole, { json: [1] }).input).toEqual({ values: [1] });
    expect(readShop(whole, { form: [['a', '1']] }).input).toEqual({ values: { a: '1' } });
    expect(readShop(whole, {}).input).toEqual({});
  });

  it('reaches the use case in camelCase, variables of the path too', () => {
    expect(readShop({ per_page: { type: 'integer' } }, { path: { job_id: '7' }, query: 'per_page=5' }).input).toEqual({
      perPage: 5,
      jobId: '7',
    });
  });

  it('without a declaration is ignored', () => {
    expect(readShop(params, { json: { nonsense: 1 }, query: 'other=2' }).input).toEqual({});
  });
});

describe('names with brackets', () => {
  it.each<[string, unknown]>([
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[0]=1&a[1]=2', { a: ['1', '2'] }],
    ['a[1]=1', { a: { 1: '1' } }],
    ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
    ['a[0][]=1&a[0][]=2&a[1][]=3', { a: [['1', '2'], ['3']] }],
    ['a=1&a[]=2', { a: ['2'] }],
    ['a[]=1&a=2', { a: '2' }],
    ['a[b=1', { 'a[b': '1' }],
    ['[a]=1', { '[a]': '1' }],
    ['__proto__[x]=1&a[__proto__][x]=1', { a: {} }],
    ['a[b][c][d][e][f][g]=1', {}],
  ])('%s', (query, members) => {
    expect(gatherPairs([...new URLSearchParams(query)])).toEqual(members);
  });
});
