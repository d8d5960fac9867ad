import { choice, flag, integer, listOf, paging, pathId, quantity, sortBy, text } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { faultsOf, readBody, readPath, readQuery } from './reading.ts';

describe('reading parameters', () => {
  it('maps them to the names of the use case', () => {
    expect(readBody({ item_id: integer(), to_location_2: text() }, { item_id: 1, to_location_2: 'A' })).toEqual({
      input: { itemId: 1, toLocation2: 'A' },
    });
  });

  it('leaves out what was not sent', () => {
    expect(readBody({ name: text(), note: text() }, { name: 'a' })).toEqual({ input: { name: 'a' } });
  });

  it('takes the defaults of a query, whatever their type', () => {
    const params = {
      ...paging,
      deep: flag({ default: true }),
      archived: choice(['true', 'false'], { default: 'false' }),
      sort: sortBy(['id'], { default: '-id' }),
      types: listOf(choice(['a', 'b']), { default: ['a', 'b'] }),
      amount: quantity({ default: 1.5 }),
    };
    expect(readQuery(params, '')).toEqual({
      input: {
        page: 1,
        perPage: 100,
        deep: true,
        archived: 'false',
        sort: [{ field: 'id', descending: true }],
        types: ['a', 'b'],
        amount: 15_000,
      },
    });
  });

  it('takes the defaults of a body', () => {
    expect(readBody({ count: integer({ default: 3 }), open: flag({ default: false }) }, {})).toEqual({
      input: { count: 3, open: false },
    });
  });

  it('prefers what was sent to a default', () => {
    expect(readQuery(paging, 'page=2&per_page=500')).toEqual({ input: { page: 2, perPage: 500 } });
  });

  it.each(['page=0', 'page=-1', 'per_page=0', 'per_page=501', 'per_page=many'])('refuses the page %s', (text) => {
    expect(readQuery(paging, text)).toHaveProperty('fields', [expect.objectContaining({ in: 'query' })]);
  });

  it('misses what is required', () => {
    expect(readBody({ name: text({ required: true }) }, {})).toMatchObject({
      code: 'validation_failed',
      fields: [{ path: ['name'], code: 'required' }],
    });
    expect(readQuery({ code: text({ required: true }) }, '')).toMatchObject({
      fields: [{ path: ['code'], code: 'required', in: 'query' }],
    });
  });

  it('refuses an unknown member of the body under that code', () => {
    expect(readBody({ name: text() }, { nmae: 'a' })).toMatchObject({
      code: 'unknown_field',
      fields: [{ path: ['nmae'] }],
    });
  });

  it('refuses an unknown parameter of the query under that code', () => {
    expect(readQuery({ name: text() }, 'nmae=a')).toMatchObject({
      code: 'unknown_parameter',
      fields: [{ path: ['nmae'], in: 'query' }],
    });
  });

  it.each(['toString', 'constructor', '__proto__', 'prototype', 'hasOwnProperty', 'valueOf'])(
    'has no member called %s',
    (name) => {
      expect(readBody({ a: text() }, JSON.parse(`{"${name}": "x"}`))).toHaveProperty('code', 'unknown_field');
      expect(readQuery({ a: text() }, `${name}=x`)).toHaveProperty('code', 'unknown_parameter');
    },
  );

  it('refuses a duplicate parameter under that code', () => {
    expect(readQuery({ name: text() }, 'name=a&name=a')).toMatchObject({
      code: 'duplicate_parameter',
      fields: [{ path: ['name'] }],
    });
  });

  it('drops members that the server keeps, whatever they are', () => {
    expect(readBody({ name: text() }, { name: 'a', id: { x: [1] }, user_id: null }, ['id', 'user_id'])).toEqual({
      input: { name: 'a' },
    });
  });

  it('does not drop those members from a query', () => {
    expect(readQuery({ name: text() }, 'id=5')).toHaveProperty('code', 'unknown_parameter');
  });

  it('names all members at fault at once', () => {
    const params = { name: text({ required: true }), amount: quantity(), kind: choice(['a']) };
    const read = readBody(params, { amount: 'x', kind: 'b', more: 1 });
    expect(read).toHaveProperty('code', 'validation_failed');
    expect(faultsOf(read).toSorted()).toEqual([
      'amount: invalid_format',
      'kind: invalid_format',
      'more: unknown_field',
      'name: required',
    ]);
  });

  it('answers one wrong order under its own code', () => {
    expect(readQuery({ sort: sortBy(['id']) }, 'sort=name')).toHaveProperty('code', 'invalid_sort');
  });

  it('answers any other single fault as a failed validation', () => {
    expect(readBody({ name: text({ maxLength: 1 }) }, { name: 'ab' })).toMatchObject({
      code: 'validation_failed',
      fields: [{ code: 'too_long' }],
    });
  });
});

describe('an id in a path', () => {
  it.each(['1', '7', '2147483647'])('can be %s', (id) => {
    expect(readPath({ id: pathId }, { id })).toEqual({ input: { id: Number(id) } });
  });

  it.each(['0', '007', '2147483648', '99999999999999999999', '-1'])('is anonymous when it is %s', (id) => {
    expect(readPath({ id: pathId }, { id })).toEqual({ code: 'not_found', fields: [] });
  });
});

it('a pattern that is no expression is refused at the declaration', () => {
  expect(() => readBody({ name: text({ pattern: '[' }) }, { name: 'a' })).toThrow(SyntaxError);
});
