import { NodeRandom } from '@backroom/adapters-node';
import { anonymous } from '@backroom/core';
import { inGroupsOfFour, isSafeTransport, lookupOf, plainName } from '@backroom/core/identity';
import { NOON } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import {
  acceptApplicationName,
  generateSecret,
  isExpired,
  isLimited,
  isLogin,
  isUuid,
  plainSecret,
} from '../../../packages/core/src/identity/application-passwords/application-password.ts';

describe('a secret', () => {
  it('has 24 letters and digits, never the same twice, and is shown in groups of four', () => {
    const made = Array.from({ length: 50 }, () => generateSecret(new NodeRandom()));
    for (const secret of made) {
      expect(secret).toMatch(/^[A-Za-z0-9]{24}$/);
      expect(inGroupsOfFour(secret)).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
      expect(plainSecret(inGroupsOfFour(secret))).toBe(secret);
    }
    expect(new Set(made).size).toBe(50);
  });

  it.each([
    ['abcd EFGH 1234 ijkl MNOP 6789', 'abcdEFGH1234ijklMNOP6789'],
    ['\tabcd-EFGH_1234·ijkl.MNOP 6789\n', 'abcdEFGH1234ijklMNOP6789'],
    ['abcdEFGH1234ijklMNOP678', undefined],
    ['abcdEFGH1234ijklMNOP67890', undefined],
    ['', undefined],
    [' '.repeat(10_000), undefined],
    ['ａｂｃｄEFGH1234ijklMNOP6789', undefined],
  ])('typed as %j is read', (typed, secret) => {
    expect(plainSecret(typed)).toBe(secret);
  });

  it('is found by eight characters of its digest', () => {
    expect(lookupOf('0123456789abcdef')).toBe('01234567');
  });
});

describe('the name of an application', () => {
  it.each([
    [' Till ', 'Till'],
    ['<b>Till</b> one', 'Till one'],
    ['<<script>alert(1)</script>', 'alert(1)'],
    ['a < b', 'a < b'],
    ['Till\u0000\u0007\none\ttwo', 'Till one two'],
    ['safe\u202egpj.exe', 'safe gpj.exe'],
    ['Cafe\u0301', 'Café'],
  ])('%j is kept as %j', (typed, name) => {
    expect(acceptApplicationName(typed)).toBe(name);
  });

  it.each(['', ' \t\n', '<p></p>', '\u200b\u202e'])('is not blank: %j', (typed) => {
    expect(() => acceptApplicationName(typed)).toThrow(
      expect.objectContaining({ code: 'application_password_empty_name' }),
    );
  });

  it('has at most 200 characters', () => {
    expect(acceptApplicationName('é'.repeat(200))).toHaveLength(200);
    expect(() => acceptApplicationName('é'.repeat(201))).toThrow(expect.objectContaining({ kind: 'invalid' }));
  });

  it('is found quickly in a long hostile text', () => {
    const started = performance.now();
    plainName('<'.repeat(200_000));
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('a name to sign in with', () => {
  it.each([
    ['mara', true],
    ['', false],
    ['a\0b', false],
    ['x'.repeat(320), true],
    ['x'.repeat(321), false],
  ])('%j', (typed, expected) => {
    expect(isLogin(typed)).toBe(expected);
  });
});

describe('an application password', () => {
  const soon = new Date(NOON.getTime() + 1);

  it('runs out at its moment', () => {
    expect([null, soon, NOON].map((expiresAt) => isExpired({ expiresAt }, NOON))).toEqual([false, false, true]);
  });

  it('is limited by scopes, even by none, and by a moment', () => {
    expect(isLimited({ scopes: null, expiresAt: null })).toBe(false);
    expect(isLimited({ scopes: [], expiresAt: null })).toBe(true);
    expect(isLimited({ scopes: null, expiresAt: soon })).toBe(true);
  });

  it.each([
    ['local', 'bearer', undefined, true],
    ['production', 'bearer', true, true],
    ['production', 'bearer', undefined, false],
    ['production', 'application_password', undefined, false],
    ['production', 'command_line', undefined, true],
  ] as const)('may travel: %s, %s, encrypted %s', (siteEnvironment, via, isSecure, expected) => {
    const origin = isSecure === undefined ? {} : { isSecure };
    expect(isSafeTransport({ siteEnvironment }, { ...anonymous, via, origin })).toBe(expected);
  });

  it.each([
    ['6b1f0f0e-4c1e-4f0e-9d1a-0f6f3f1a2b3c', true],
    ['6B1F0F0E-4C1E-4F0E-9D1A-0F6F3F1A2B3C', true],
    ['6b1f0f0e4c1e4f0e9d1a0f6f3f1a2b3c', false],
    ['6b1f0f0e-4c1e-4f0e-9d1a-0f6f3f1a2b3c\n', false],
  ])('knows a UUID: %j', (text, expected) => {
    expect(isUuid(text)).toBe(expected);
  });
});
