import type { UseCase } from '@backroom/core';
import { inventoryRoutes, pathId, type Route, route, text } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { createMatcher } from '../internals.ts';

const useCase: UseCase<object, object, unknown> = {
  access: 'anyone',
  effect: 'write',
  transaction: 'core',
  repeats: 'answer',
  make: () => async () => ({}),
};
const at = (methods: Route['methods'], path: string, params = {}) =>
  route({ methods, path, params, summary: 'Do it.', useCase, input: () => ({}) });

const match = createMatcher([
  at(['GET'], '/things/{id}', { id: pathId }),
  at(['GET'], '/things'),
  at(['POST'], '/things'),
  at(['GET'], '/things/mine'),
  at(['PUT', 'PATCH'], '/things/{id}', { id: pathId }),
  at(['GET'], '/things/{id}/parts/{name}', { id: pathId, name: text({ required: true }) }),
  at(['POST'], '/groups/{code}', { code: text({ required: true, pattern: '[a-f]{2}' }) }),
]);
const pathOf = (path: string) => match(path)?.routes.values().next().value?.path;

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

  it('gives its variables as they were written', () => {
    expect(match('/things/05/parts/left-hand')?.variables).toEqual({ id: '05', name: 'left-hand' });
  });

  it('has the methods of all routes at it', () => {
    expect(match('/things')?.allow).toEqual(['GET', 'POST', 'HEAD', 'OPTIONS']);
    expect(match('/things/5')?.allow).toEqual(['GET', 'PUT', 'PATCH', 'HEAD', 'OPTIONS']);
    expect(match('/groups/ab')?.allow).toEqual(['POST', 'OPTIONS']);
  });

  it('leads to the route of the method', () => {
    expect(match('/things/5')?.routes.get('PATCH')?.methods).toEqual(['PUT', 'PATCH']);
    expect(match('/things/5')?.routes.get('DELETE')).toBeUndefined();
  });
});

describe('the inventory interface', () => {
  const find = createMatcher(inventoryRoutes({ publicDocs: false }));

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
    expect(find(path)?.routes.values().next().value?.path).toBe(pattern);
  });

  it('has nothing at the group of something that is no UUID', () => {
    expect(find('/operations/groups/5/reverse')).toBeUndefined();
  });
});
