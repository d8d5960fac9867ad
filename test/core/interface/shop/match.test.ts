import { defaultShopNames, shopRoute } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { addressesOf, createMatcher, routeFor, shopPolicy } from '../../internals.ts';

const useCase = {
  access: 'anyone',
  effect: 'read',
  transaction: 'core',
  repeats: 'none',
  make: () => async () => ({}),
} as const;
const at = (
  path: string,
  variables: Readonly<Record<string, string>> = {},
  methods: readonly ('GET' | 'DELETE')[] = ['GET'],
) => shopRoute({ methods, path, variables, summary: 'Do it.', useCase, input: () => ({}) });

const id = '[a-z0-9_\\-]+';
const match = createMatcher(
  addressesOf([
    at('/shop-admin/things/{id}', { id }),
    at('/shop-admin/things/{id}', { id }, ['DELETE']),
    at('/shop-admin/things/special'),
    at('/shop-admin/things/{id}/hide', { id }),
    at('/shop-admin/things/{id}/{part}', { id, part: '\\d+' }),
    at('/shop-admin/{kind}/export/{export_id}/status', { kind: '[a-z]+', export_id: '[a-z0-9]+' }),
    at('/shop-admin/{kind}/special', { kind: 'things|stuff' }),
    at('/shop-admin/dots.and+signs/{id}', { id }),
  ]),
  shopPolicy({ names: defaultShopNames }).paths,
);
const found = (path: string) => match(path).map(({ address, variables }) => ({ path: address.path, ...variables }));

describe('what is published at a path', () => {
  it.each<[string, readonly object[]]>([
    ['/shop-admin/things/a', [{ path: '/shop-admin/things/{id}', id: 'a' }]],
    ['/Shop-Admin/THINGS/Ab-1', [{ path: '/shop-admin/things/{id}', id: 'Ab-1' }]],
    [
      '/shop-admin/things/special',
      [
        { path: '/shop-admin/things/special' },
        { path: '/shop-admin/things/{id}', id: 'special' },
        { path: '/shop-admin/{kind}/special', kind: 'things' },
      ],
    ],
    ['/shop-admin/things/a/hide', [{ path: '/shop-admin/things/{id}/hide', id: 'a' }]],
    ['/shop-admin/things/a/7', [{ path: '/shop-admin/things/{id}/{part}', id: 'a', part: '7' }]],
    ['/shop-admin/things/a/show', []],
    [
      '/shop-admin/reports/export/x9/status',
      [{ path: '/shop-admin/{kind}/export/{export_id}/status', kind: 'reports', export_id: 'x9' }],
    ],
    ['/shop-admin/dots.and+signs/a', [{ path: '/shop-admin/dots.and+signs/{id}', id: 'a' }]],
    ['/shop-admin/dotsxand+signs/a', []],
    ['/shop-admin/things/{}', []],
    ['/shop-admin/things/', []],
    ['shop-admin/things/a', []],
    ['/'.repeat(5_000), []],
  ])('%s', (path, expected) => {
    expect(found(path)).toEqual(expected);
  });

  it('is one address with an endpoint for each declaration', () => {
    const [first] = match('/shop-admin/things/a');
    expect(first?.address.routes).toHaveLength(2);
    expect(routeFor(match('/shop-admin/things/a'), 'DELETE')?.route.methods).toEqual(['DELETE']);
    expect(routeFor(match('/shop-admin/things/a'), 'HEAD')?.route.methods).toEqual(['GET']);
    expect(routeFor(match('/shop-admin/things/a'), 'POST')).toBeUndefined();
  });

  it('is searched on where the first address lacks the method', () => {
    expect(routeFor(match('/shop-admin/things/special'), 'DELETE')?.match.variables).toEqual({ id: 'special' });
  });
});
