import { describe, expect, it } from 'vitest';
import {
  demandGoodPassword,
  generatePassword,
  PASSWORD_MAX_LENGTH,
} from '../../../packages/core/src/identity/accounts/password.ts';

const common = new Set(['password', 'correct horse']);
const context = {
  username: 'Mara1987',
  siteName: 'Backroom',
  minLength: 8,
  isCommon: (password: string) => common.has(password.toLowerCase()),
};
const fault = (password: string, changes: Partial<typeof context> = {}): string => {
  try {
    demandGoodPassword(password, { ...context, ...changes });
    return 'good';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a password', () => {
  it.each([
    ['seven c', 'too_short'],
    ['', 'too_short'],
    ['👍'.repeat(7), 'too_short'],
    ['x'.repeat(257), 'too_long'],
    ['password', 'password_too_common'],
    ['PassWord', 'password_too_common'],
    ['correct horse', 'password_too_common'],
    ['backroom', 'password_too_common'],
    ['BACKROOM2026', 'password_too_common'],
    ['mara1987', 'password_contains_username'],
    ['MARA1987', 'password_contains_username'],
    ['mara19871', 'password_contains_username'],
    ['Mara198700000000', 'password_contains_username'],
  ])('may not be %j: %s', (password, code) => {
    expect(fault(password)).toBe(code);
  });

  it.each([
    'eight ch',
    '        ',
    '👍'.repeat(8),
    'x'.repeat(256),
    '12345678',
    'mara1987!',
    'my mara1987',
    'backroom-2026',
    'ＢＡＣＫＲＯＯＭ',
  ])('may be %j', (password) => {
    expect(fault(password)).toBe('good');
  });

  it('may not be the name with digits, also where the name has none', () => {
    expect(fault('administrator007', { username: 'administrator' })).toBe('password_contains_username');
  });

  it('is not held against a site without a name', () => {
    expect(fault('12345678', { siteName: '' })).toBe('good');
  });

  it('is as long as the installation requires', () => {
    expect(fault('x'.repeat(11), { minLength: 12 })).toBe('too_short');
  });

  it('is refused under the name of its field', () => {
    expect(() => demandGoodPassword('short', context, 'newPassword')).toThrow(
      expect.objectContaining({ details: { fields: [expect.objectContaining({ path: ['newPassword'] })] } }),
    );
  });
});

describe('a generated password', () => {
  it('is 20 characters of letters and digits that are hard to mistake', () => {
    const asked: string[] = [];
    const characters = (count: number, alphabet: string) => {
      asked.push(alphabet);
      return alphabet.slice(0, count);
    };
    expect(generatePassword({ characters })).toHaveLength(20);
    expect(asked[0]).toMatch(/^[A-Za-z0-9]+$/);
    expect(asked[0]).not.toMatch(/[lIO01]/);
    expect(20 * Math.log2(new Set(asked[0]).size)).toBeGreaterThan(110);
  });

  it('would be accepted itself', () => {
    expect(fault('abcdefghijkmnpqrstuv')).toBe('good');
    expect(PASSWORD_MAX_LENGTH).toBe(256);
  });
});
