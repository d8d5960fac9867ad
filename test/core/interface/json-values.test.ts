import { anonymous, type UseCase } from '@backroom/core';
import { createDispatch, inventoryPolicy, route, shopRoute } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { tinyCore } from '../../http/tiny-interface.ts';
import { aRequest } from '../../support/builders.ts';
import { shopOf } from '../../support/shop.ts';
import { demandJson, JsonEncodeError, streamTable } from '../internals.ts';
import { siteShopRoutesOf } from './shop/tables.ts';

const cycle: Record<string, unknown> = { name: 'round' };
cycle.self = { cycle };

const unsayable: readonly (readonly [string, unknown, string])[] = [
  ['NaN', Number.NaN, 'is a number that is not finite'],
  ['Infinity', Number.POSITIVE_INFINITY, 'is a number that is not finite'],
  ['-Infinity', { total: Number.NEGATIVE_INFINITY }, 'body.total is a number that is not finite'],
  ['a BigInt', 1n, 'body is a BigInt'],
  ['a nested one', { a: [{ b: 1 }, { b: [{ c: Number.NaN }] }] }, 'body.a[1].b[0].c is a number that is not finite'],
  ['an invalid date', [new Date(Number.NaN)], 'body[0] is an invalid date'],
  ['a function', { a: () => 1 }, 'body.a is a function'],
  ['a symbol', [Symbol('x')], 'body[0] is a symbol'],
  ['a cycle', cycle, 'contains itself'],
];

const useCase = (output: () => unknown, writes = false): UseCase<object, object, unknown> => ({
  access: 'anyone',
  effect: writes ? 'write' : 'read',
  transaction: 'core',
  repeats: writes ? 'answer' : 'none',
  make: () => async () => output(),
});

describe('what JSON cannot carry', () => {
  it.each(unsayable)('is found: %s', (_, value, message) => {
    expect(() => demandJson(value)).toThrow(JsonEncodeError);
    expect(() => demandJson(value)).toThrow(message);
  });

  it.each([0, -1.5, '', null, undefined, true, [], {}, { a: undefined }, [[{ b: null }]], new Date(0)])(
    'is not found in %j',
    (value) => expect(demandJson(value)).toBe(value),
  );

  it.each(unsayable)('is 500 on the shop interface, in the log, and in a batch or embedded: %s', async (_, value) => {
    const shop = shopOf(tinyCore(), {
      routes: [
        ...siteShopRoutesOf(),
        shopRoute({ methods: ['GET'], path: '/shop-admin/odd', summary: 'x', useCase: useCase(() => value) }),
        shopRoute({
          ...{ methods: ['POST'], path: '/shop-admin/odd', summary: 'x', batch: true },
          useCase: useCase(() => value),
        }),
        shopRoute({
          ...{ methods: ['GET'], path: '/shop-admin/linked', summary: 'x', useCase: useCase(() => ({})) },
          present: (_output, { around }) => ({
            _links: { odd: [{ href: around.link('/shop-admin/odd'), embeddable: true }] },
          }),
        }),
      ],
    });
    const failure = { code: 'rest_encode_error', data: { status: 500, request_id: 'request-1' } };
    expect(await shop.ask({ path: '/shop-admin/odd' })).toMatchObject({ status: 500, body: failure });
    const batch = { requests: [{ path: '/shop-admin/odd' }, { path: '/shop-admin/nothing' }] };
    expect(await shop.ask({ method: 'POST', path: '/batch/v1', body: batch })).toMatchObject({
      status: 207,
      body: { responses: [{ status: 500, body: failure }, { status: 404 }] },
    });
    const linked = await shop.ask({ path: '/shop-admin/linked', query: '_embed' });
    expect(linked).toMatchObject({ status: 200, body: { _embedded: { odd: [failure] } } });
    expect(shop.failures).toHaveLength(3);
    for (const each of shop.failures) expect(each).toBeInstanceOf(JsonEncodeError);
  });

  it.each(unsayable)('is 500 on the inventory interface, and in the log: %s', async (_, value) => {
    const failures: unknown[] = [];
    const routes = [route({ methods: ['GET'], path: '/odd', summary: 'x', useCase: useCase(() => value) })];
    const policy = inventoryPolicy({ requireIfMatch: false });
    const onFailure = (cause: unknown) => void failures.push(cause);
    const dispatch = createDispatch({ core: tinyCore(), routes, policy, onFailure });
    const answer = await dispatch(aRequest({ path: '/odd' }), async () => anonymous);
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    expect(failures).toEqual([expect.any(JsonEncodeError)]);
  });

  it.each(unsayable)('ends a table that is being sent as JSON: %s', async (_, value) => {
    const table = {
      name: 'things',
      portions: (async function* () {
        yield [value];
      })(),
      columns: () => [],
      present: (entry: unknown) => entry,
    };
    const { chunks } = streamTable(table, { format: 'json' }, tinyCore().tables);
    const read = async () => {
      for await (const chunk of chunks) expect(chunk).toBe('');
    };
    await expect(read()).rejects.toThrow(JsonEncodeError);
  });

  it('is found in a long answer with one read of each member', () => {
    const reads = new Map<string, number>();
    const counted = <T extends object>(value: T, path: string): T =>
      new Proxy(value, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof name === 'symbol' || !Object.hasOwn(target, name) || name === 'length') return member;
          const place = `${path}.${name}`;
          reads.set(place, (reads.get(place) ?? 0) + 1);
          return typeof member === 'object' && member !== null ? counted(member, place) : member;
        },
      });
    const entry = { name: 'Thing', total: 12.5, on: true, more: { list: [1, 2, 3], none: null } };
    const long = Array.from({ length: 5_000 }, (_, id) => ({ id, ...entry }));
    demandJson(counted(long, 'body'));
    // An entry, its five members, two of `more`, three of `list`.
    expect(reads.size).toBe(5_000 * 11);
    expect(new Set(reads.values())).toEqual(new Set([1]));
  });
});
