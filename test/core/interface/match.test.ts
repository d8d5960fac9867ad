import type { UseCase } from '@backroom/core';
import { inventoryPolicy, inventoryRoutes, pathId, type Route, route, text } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { addressesOf, createMatcher, routeFor } from '../internals.ts';

const useCase: UseCase<object, object, unknown> = {
  access: 'anyone',
  effect: 'write',
  transaction: 'core',
  repeats: 'answer',
  make: () => async () => ({}),
};
const at = (methods: Route['methods'], path: string, params = {}) =>
  route({ methods, path, params, summary: 'Do it.', useCase, input: () => ({}) });

const matches = createMatcher(
  addressesOf([
    at(['GET'], '/things/{id}', { id: pathId }),
    at(['GET'], '/things'),
    at(['POST'], '/things'),
    at(['GET'], '/things/mine'),
    at(['PUT', 'PATCH'], '/things/{id}', { id: pathId }),
    at(['GET'], '/things/{id}/parts/{name}', { id: pathId, name: text({ required: true }) }),
    at(['POST'], '/groups/{code}', { code: text({ required: true, pattern: '[a-f]{2}' }) }),
  ]),
  inventoryPolicy({ requireIfMatch: false }).paths,
);
const match = (path: string) => matches(path)[0];
const pathOf = (path: string) => match(path)?.address.path;

describe('a path', () => {
  it.each([
    ['/things', '/things'],
    ['/things/', '/things'],
    ['/things/5', '/things/{id}'],
    ['/things/5/', '/things/{id}'],
    ['/things/mine', '/things/mine'],
    ['/things/mine/', '/things/mine'],
    ['/things/5/parts/left', '/things/{id}/parts/{name}'],
    ['/groups/ab', '/groups/{code}'],
  ])('%s is found at %s', (path, pattern) => {
    expect(pathOf(path)).toBe(pattern);
  });

  it.each([
    '',
    '/',
    '//',
    '/things//',
    '/Things',
    '/thing',
    '/things/yours',
    '/things/-5',
    '/things/5.0',
    '/things/5/parts',
    '/things/5/parts/',
    '/things/5/parts/a/b',
    '/things/５',
    '/groups/abc',
    '/groups/ax',
    '/things\n',
    '/toString',
    '/__proto__',
  ])('%j is nowhere', (path) => {
    expect(match(path)).toBeUndefined();
  });

  it('returns its variables as they were written', () => {
    expect(match('/things/05/parts/left-hand')?.variables).toEqual({ id: '05', name: 'left-hand' });
  });

  it('leads to the route of the method', () => {
    expect(routeFor(matches('/things/5'), 'PATCH')?.route.methods).toEqual(['PUT', 'PATCH']);
    expect(routeFor(matches('/things/5'), 'DELETE')).toBeUndefined();
  });
});

describe('the inventory interface', () => {
  const find = createMatcher(
    addressesOf(inventoryRoutes({ publicDocs: false })),
    inventoryPolicy({ requireIfMatch: false }).paths,
  );

  it.each([
    ['/users/me', '/users/me'],
    ['/users/login', '/users/login'],
    ['/users/1/restore', '/users/{id}/restore'],
    ['/items/lookup', '/items/lookup'],
    ['/categories/tree', '/categories/tree'],
    ['/operations/summary', '/operations/summary'],
    ['/operations/batch', '/operations/batch'],
    ['/operations/groups/0b9a2f6e-7d0c-4f6e-9a53-0a4a1f2f7c11/reverse', '/operations/groups/{group_id}/reverse'],
    ['/.well-known/jwks.json', '/.well-known/jwks.json'],
  ])('finds %s at %s', (path, pattern) => {
    expect(find(path)[0]?.address.path).toBe(pattern);
  });

  it('has nothing at the group of something that is no UUID', () => {
    expect(find('/operations/groups/5/reverse')).toEqual([]);
  });
});
