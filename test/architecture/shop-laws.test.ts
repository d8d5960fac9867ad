import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UseCase } from '@backroom/core';
import { type ShopRoute, section, shopRoute, shopRoutes } from '@backroom/core/interface';
import { describe, expect, it } from 'vitest';
import { documentedCodes } from '../../scripts/docs/refusals.ts';
import { shopBreachesOf } from './rules/shop-laws.ts';
import { root } from './rules/sources.ts';

const useCase: UseCase<object, object, unknown> = {
  access: 'anyone',
  effect: 'read',
  transaction: 'core',
  repeats: 'none',
  make: () => async () => ({}),
};

const aRoute = (changes: Partial<ShopRoute> = {}): ShopRoute => {
  const [made] = section(
    'Things',
    shopRoute({ methods: ['GET'], path: '/shop-admin/things', summary: 'List things.', useCase, input: () => ({}) }),
  );
  return { ...(made as ShopRoute), ...changes };
};

describe('the laws of shop routes', () => {
  it('are kept by the shop interface', () => {
    expect(shopBreachesOf(shopRoutes())).toEqual([]);
  });

  it('require every POST to honour an Idempotency-Key, except those without an account and those that only read', () => {
    const posts = shopRoutes().filter(({ methods }) => methods.includes('POST'));
    expect(posts.filter(({ once }) => !once).map(({ path }) => path)).toEqual([
      '/shop-admin/onboarding/tasks',
      '/shop-admin/mobile-app/qr-login-exchange',
      '/shop-admin/mobile-app/qr-login-status',
      '/shop-admin/mobile-app/qr-login-scan',
      '/connector/v4/verify_xmlrpc_error',
      '/cms/v2/connector/register',
      '/cms/v2/connector/confirm',
      '/cms/v2/connector/end',
      '/cms/v2/connector/heartbeat',
      '/cms/v2/connector/report',
    ]);
  });

  it('accept a good table', () => {
    const write = aRoute({ methods: ['POST', 'PUT'], batch: true });
    expect(
      shopBreachesOf([aRoute(), write, aRoute({ path: '/shop-admin/{id}', variables: { id: '[a-z_\\-]+' } })]),
    ).toEqual([]);
  });

  it.each<[string, readonly ShopRoute[]]>([
    ['there are no routes', []],
    ['no sentence', [aRoute({ summary: 'list' })]],
    ['a GET points at a use case that writes', [aRoute({ useCase: { ...useCase, effect: 'write' } })]],
    ['a GET is an item of batches', [aRoute({ batch: true })]],
    [
      'must not be an item of batches',
      [aRoute({ batch: true, methods: ['POST'], path: '/shop-admin/mobile-app/qr-login-scan' })],
    ],
    ['stands under no heading', [aRoute({ tag: '' })]],
    ['the pattern is none', [aRoute({ variables: { id: '[' } })]],
    ['matches a slash', [aRoute({ variables: { id: '.+' } })]],
    ['is no code', [aRoute({ refusal: { code: 'No Way', message: 'No.' } })]],
    ['is no sentence', [aRoute({ refusal: { code: 'no_way', message: 'no' } })]],
    ['there is one body at most', [aRoute({ params: { a: { in: 'whole body' } } })]],
    ['not in snake_case', [aRoute({ params: { itemId: {} } })]],
    ['is required and has a default', [aRoute({ params: { a: { required: true, default: 1 } } })]],
    ['not in order', [aRoute({ params: { a: { type: 'integer', minimum: 2, default: 1 } } })]],
    ['not in order', [aRoute({ params: { a: { type: 'array', items: { minimum: 2, maximum: 1 } } } })]],
    ['not among its choices', [aRoute({ params: { a: { enum: ['x'], default: 'y' } } })]],
    ['endpoints of one path differ', [aRoute({ variables: { id: 'a' } }), aRoute({ variables: { id: 'b' } })]],
  ])('notice what %s', (fault, table) => {
    expect(shopBreachesOf(table)).toContainEqual(expect.stringContaining(fault));
  });

  it('declare every code of refusal that the routes have', () => {
    const documented = documentedCodes(readFileSync(join(root, 'docs/errors.md'), 'utf8'));
    expect(shopRoutes().flatMap(({ refusal }) => (documented.has(refusal.code) ? [] : refusal.code))).toEqual([]);
  });
});

describe('a shop route', () => {
  it('is refused without a pattern for each variable', () => {
    expect(() =>
      shopRoute({ methods: ['GET'], path: '/shop-admin/{id}', summary: 'Read.', useCase, input: () => ({}) }),
    ).toThrow('/shop-admin/{id}: each variable has one pattern; look at id.');
  });
});
