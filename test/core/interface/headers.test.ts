import { inventoryPolicy } from '@backroom/core/interface';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAdministrator, aRequest, type RequestParts } from '../../support/builders.ts';
import { listHeaders } from '../internals.ts';
import { calls, forgetCalls, inventory, reported } from './asking.ts';

beforeEach(forgetCalls);

describe('If-Match', () => {
  const change = (ifMatch: string | undefined, policy = inventory) => {
    const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch };
    return reported(policy, { method: 'PUT', path: '/things/5', body: {}, headers }, anAdministrator());
  };

  it.each([
    ['"3"', [3]],
    ['"3.7"', [3]],
    ['"3.7", "4.1"', [3, 4]],
    ['W/"3"', []],
  ])('%s expects %j: only the part before the point', async (header, versions) => {
    await change(header);
    expect(calls[0]?.input).toEqual({ id: 5, expectedVersions: versions });
  });

  it.each([undefined, '*'])('%s expects nothing', async (header) => {
    await change(header);
    expect(calls[0]?.input).toEqual({ id: 5 });
  });

  it('may be demanded', async () => {
    expect(await change(undefined, inventoryPolicy({ requireIfMatch: true }))).toBe('428 precondition_required');
    expect(await change('*', inventoryPolicy({ requireIfMatch: true }))).toBe('200 done');
  });
});

describe('Idempotency-Key', () => {
  const post = (key: string) =>
    reported(inventory, { method: 'POST', path: '/things', body: { name: 'a' }, headers: { 'idempotency-key': key } });

  it.each(['key-1', '"key-1"'])('%s is the key of the request', async (header) => {
    await post(header);
    expect(calls[0]?.actor.once).toMatchObject({ key: 'key-1', route: 'POST /things' });
  });

  it.each(['', '""', 'a b', 'ä', 'x'.repeat(256)])('%j is refused', async (header) => {
    expect(await post(header)).toBe('422 validation_failed');
  });

  it('means nothing where nothing is made', async () => {
    await reported(inventory, { path: '/things', headers: { 'idempotency-key': 'key-1' } });
    expect(calls[0]?.actor.once).toBeUndefined();
  });
});

describe('links of a list', () => {
  const linksOf = (query: RequestParts['query'], total: number, next?: Record<string, string>) => {
    const request = aRequest({ path: '/things', prefix: '/api', query: query ?? [] });
    const { link = '', ...totals } = listHeaders({ total, ...(next && { next }) }, request);
    const links = link
      .split(', ')
      .map((each) => /^<\/api\/things\?([^>]*)>; rel="(\w+)"$/.exec(each)?.slice(1).toReversed() ?? [each]);
    return { ...totals, ...Object.fromEntries(links) };
  };

  it('lead to the parts around, with all parameters', () => {
    expect(
      linksOf(
        [
          ['q', 'a&b'],
          ['page', '2'],
          ['per_page', '10'],
        ],
        45,
      ),
    ).toEqual({
      'x-total-count': '45',
      'x-total-pages': '5',
      first: 'q=a%26b&page=1&per_page=10',
      prev: 'q=a%26b&page=1&per_page=10',
      next: 'q=a%26b&page=3&per_page=10',
      last: 'q=a%26b&page=5&per_page=10',
    });
  });

  it('are left out above 2 KiB, and the totals stay', () => {
    const headersOf = (length: number) =>
      listHeaders({ total: 450 }, aRequest({ path: '/things', query: [['q', 'x'.repeat(length)]] }));
    // An answer without a page has three links: first, next and last.
    const around = headersOf(0).link?.length ?? 0;
    const most = Math.floor((2_048 - around) / 3);
    expect(headersOf(most).link).toHaveLength(around + most * 3);
    for (const length of [most + 1, 100_000])
      expect(headersOf(length)).toEqual({ 'x-total-count': '450', 'x-total-pages': '5' });
  });

  it('end at the last part', () => {
    expect(
      linksOf(
        [
          ['page', '5'],
          ['per_page', '10'],
        ],
        45,
      ),
    ).not.toHaveProperty('next');
  });

  it('lead back from beyond the end', () => {
    expect(
      linksOf(
        [
          ['page', '99'],
          ['per_page', '10'],
        ],
        45,
      ),
    ).toMatchObject({ prev: 'page=5&per_page=10' });
  });

  it('of an empty list lead to itself', () => {
    expect(linksOf([], 0)).toEqual({ 'x-total-count': '0', 'x-total-pages': '0', first: 'page=1', last: 'page=1' });
  });

  it('continue behind the last entry where the list has a cursor', () => {
    expect(linksOf([['page', '2']], 450, { before_id: '17' })).toMatchObject({ next: 'before_id=17' });
  });

  it('lead from behind an entry to the whole list again', () => {
    expect(linksOf([['before_id', '17']], 450, { before_id: '9' })).toMatchObject({
      first: 'page=1',
      next: 'before_id=9',
      last: 'page=5',
    });
  });
});
