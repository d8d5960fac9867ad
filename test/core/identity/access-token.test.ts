import { describe, expect, it } from 'vitest';
import { claimsFor, identityIn, TOKEN_LIFETIME } from '../../../packages/core/src/identity/sessions/access-token.ts';

const now = new Date('2026-11-20T12:00:00.900Z');
const seconds = Math.floor(now.getTime() / 1000);
const names = { issuer: 'inventory', audience: 'inventory-api' };
const issued = claimsFor(
  { userId: 7, tokenVersion: 3 },
  { now, tokenId: '0b9a2f6e-7d0c-4f6e-9a53-0a4a1f2f7c11', ...names },
);

type Claims = Readonly<Record<string, unknown>>;
const read = (changes: Claims) => identityIn({ ...issued, ...changes }, now);
const without = (claim: string): Claims =>
  Object.fromEntries(Object.entries(issued).filter(([name]) => name !== claim));

describe('a token that was just issued', () => {
  it('holds user, expiry and version', () => {
    expect(identityIn({ ...issued }, now)).toEqual({
      userId: 7,
      tokenId: '0b9a2f6e-7d0c-4f6e-9a53-0a4a1f2f7c11',
      tokenVersion: 3,
      expiresAt: new Date((seconds + 28_800) * 1000),
    });
  });

  it('is valid for eight hours', () => {
    expect(TOKEN_LIFETIME).toBe(8 * 3600);
    expect(issued.exp - issued.iat).toBe(28_800);
  });

  it('has its times in whole seconds and the user as a text', () => {
    expect(issued).toMatchObject({ iat: seconds, sub: '7', tv: 3 });
  });
});

describe('a token is refused', () => {
  it.each(['sub', 'iat', 'exp', 'jti', 'tv'])('without %s', (claim) => {
    expect(identityIn(without(claim), now)).toBe(claim);
  });

  it.each<[string, unknown[]]>(
    [
      ['aud', [[], ['inventory-api', 'other'], ['inventory-api', 'inventory-api']]],
      [
        'sub',
        [
          7,
          '',
          'abc',
          '1.0',
          '01',
          '+1',
          '-1',
          ' 1',
          '1 ',
          '1\n',
          '1e3',
          '0',
          '0x1',
          '2147483648',
          '9999999999',
          '99999999999999999999',
          '１',
          {},
          ['7'],
          null,
          true,
        ],
      ],
      [
        'iat',
        [String(seconds), seconds + 0.5, seconds + 31, -1, 1e300, Number.NaN, Number.POSITIVE_INFINITY, null, {}],
      ],
      [
        'exp',
        [
          String(seconds + 60),
          seconds + 0.5,
          1e300,
          -1,
          0,
          seconds + 28_801,
          Number.POSITIVE_INFINITY,
          null,
          [seconds + 60],
        ],
      ],
      ['nbf', [String(seconds), seconds - 0.5, -1, null, {}]],
      ['jti', ['', 5, null, {}, ['a'], 'x'.repeat(65)]],
      ['tv', ['3', 3.5, -1, null, true, {}]],
    ].flatMap(([claim, values]) => (values as unknown[]).map((value) => [claim as string, value] as never)),
  )('with %s %j', (claim, value) => {
    expect(read({ [claim]: value })).toBe(claim);
  });

  it('when it lives longer than eight hours, though it was issued earlier', () => {
    expect(read({ iat: seconds - 10, exp: seconds + 28_791 })).toBe('exp');
  });

  it('when it expires before it was issued', () => {
    expect(read({ iat: seconds + 20, exp: seconds + 10 })).toBe('exp');
  });
});

describe('a token is accepted', () => {
  it.each<[string, Claims]>([
    ['for exactly one audience in a list', { aud: ['inventory-api'] }],
    ['from a clock half a minute ahead', { iat: seconds + 30, exp: seconds + 60 }],
    ['from now on', { nbf: seconds }],
    ['for the largest id', { sub: '2147483647' }],
    ['with claims of no concern', { role: 'admin', scope: '*' }],
    ['of the first version', { tv: 0 }],
  ])('%s', (_, changes) => {
    expect(read(changes)).toHaveProperty('tokenId');
  });

  it('without any right that it claims', () => {
    expect(Object.keys(read({ role: 'admin', is_admin: true }))).toEqual([
      'userId',
      'tokenId',
      'tokenVersion',
      'expiresAt',
    ]);
  });
});
