import { offsetOf } from '@backroom/core';
import { fold, nameKey } from '@backroom/core/kernel';
import { describe, expect, it } from 'vitest';

describe('a text for search', () => {
  it.each([
    ['Café', 'cafe'],
    ['CAFE\u0301', 'cafe'],
    ['Ångström', 'angstrom'],
    ['ﬁlter', 'filter'],
    ['50 % _\\', '50 % _\\'],
  ])('of %s is %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('is folded once and for all', () => {
    expect(fold(fold('İÄ'))).toBe(fold('İÄ'));
  });
});

describe('the key of a name', () => {
  it('is the same for all spellings of one name', () => {
    expect(new Set(['Mara', 'MARA', 'ｍａｒａ'].map(nameKey))).toEqual(new Set(['mara']));
  });

  it('keeps accents', () => {
    expect(nameKey('Zoë')).not.toBe(nameKey('Zoe'));
  });
});

describe('a page', () => {
  it('begins after those before it', () => {
    expect([offsetOf({ page: 1, perPage: 100 }), offsetOf({ page: 3, perPage: 20 })]).toEqual([0, 40]);
  });
});
