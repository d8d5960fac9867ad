import { describe, expect, it } from 'vitest';
import { escaped, filterFor, filterForAll, readFilter } from '../../packages/adapters-ldap/src/filter.ts';
import { canonicalDn, isDn, isSameDn } from '../../packages/adapters-ldap/src/names.ts';

describe('a value in a search filter', () => {
  it.each([
    ['ana', 'ana'],
    ['*', '\\2a'],
    ['a)(uid=*', 'a\\29\\28uid=\\2a'],
    ['\\28', '\\5c28'],
    ['a\0b', 'a\\00b'],
    ['zoë', 'zo\\c3\\ab'],
    ['😀', '\\f0\\9f\\98\\80'],
    ['\u007f', '\\7f'],
    ['a&|!=<>~ b', 'a&|!=<>~ b'],
  ])('is %j spelled %j', (value, spelled) => {
    expect(escaped(value)).toBe(spelled);
  });

  it.each(['ana', '*', 'a)(uid=*', '\\28', 'a\0b', 'admin)(|(uid=*', 'zoë', '😀', ' a ', '{username}', '$&'])(
    'means what it was: %j',
    (value) => {
      const filter = filterFor('(&(objectClass=person)(uid={username}))', '{username}', value) as unknown as {
        readonly filters: readonly { readonly value: Buffer }[];
      };
      expect(filter.filters).toHaveLength(2);
      expect(filter.filters[1]?.value.toString()).toBe(value);
    },
  );

  it('is inserted at every placeholder of the template', () => {
    expect(`${filterFor('(|(cn={username}*)(sn>={username}))', '{username}', 'a*')}`).toBe('(|(cn=a\\2a*)(sn>=a\\2a))');
  });

  it('is a wildcard in a search for all entries', () => {
    expect(`${filterForAll('(|(uid={username})(mail={username}@x)(cn={username}*))', '{username}')}`).toBe(
      '(|(uid=*)(mail=*@x)(cn=*))',
    );
  });
});

describe('a search filter', () => {
  it.each([
    '(uid=ana)',
    '(uid=*)',
    '(cn=a*b*c)',
    '(cn=*b*)',
    '(uid>=a)',
    '(uid<=a)',
    '(uid~=a)',
    '(!(uid=ana))',
    '(&(a=1)(|(b=2)(!(c=3))))',
    '(memberOf:1.2.840.113556.1.4.1941:=cn=x,dc=y)',
    '(ou:dn:=x)',
    '(:caseExactMatch:=x)',
    '(1.2.3.4=x)',
    '(cn;lang-de=x)',
    '(uid=)',
  ])('is read: %s', (text) => {
    expect(() => readFilter(text)).not.toThrow();
  });

  it.each([
    '',
    'uid=ana',
    '(uid=ana',
    'uid=ana)',
    '(uid=ana))',
    '(uid=ana)(cn=x)',
    '()',
    '(&)',
    '(!)',
    '(!(a=1)(b=2))',
    '(&(a=1)',
    '(=x)',
    '(u d=x)',
    '(uid)',
    '(uid=a(b)',
    '(uid=\\2)',
    '(uid=\\zz)',
    '(uid=\\)',
    '(cn=\\ff*)',
    '(uid>=*)',
    '(uid:=)x',
    '(:=x)',
    '(uid=a\0)',
    `${'(!'.repeat(25)}(a=1)${')'.repeat(25)}`,
    `(a=${'x'.repeat(20_000)})`,
    '(__proto__=x)',
    '(uid=\ud83d)',
  ])('is refused: %j', (text) => {
    expect(() => readFilter(text)).toThrow(expect.objectContaining({ code: 'filter_invalid' }));
  });
});

describe('a distinguished name', () => {
  it.each([
    ['CN=Ana,DC=example', 'cn=ana,dc=EXAMPLE'],
    ['cn=a, dc=b', 'cn=a,dc=b'],
    [' cn = a , dc = b ', 'cn=a,dc=b'],
    ['cn=a\\, b,dc=x', 'cn=a\\2c b,dc=x'],
    ['cn=Zoë,dc=x', 'cn=Zo\\c3\\ab,dc=x'],
    ['cn=Zoe\u0308,dc=x', 'cn=Zoë,dc=x'],
    ['cn=a+uid=b,dc=x', 'uid=b+cn=a,dc=x'],
    ['cn=a  b,dc=x', 'cn=a b,dc=x'],
    ['cn=\\5c28\\20,dc=x', 'cn=\\\\28,dc=x'],
  ])('is the same as %s and %s', (one, other) => {
    expect(isSameDn(one, other)).toBe(true);
  });

  it.each([
    ['cn=a,dc=x', 'cn=a,dc=y'],
    ['cn=a,dc=x', 'cn=a'],
    ['cn=a\\,dc=x', 'cn=a,dc=x'],
    ['cn=a+uid=b', 'cn=a,uid=b'],
    ['cn=a","dc=x', 'cn=a","dc=x'],
    ['cn=a', 'ou=a'],
  ])('is not the same as %s and %s', (one, other) => {
    expect(isSameDn(one, other)).toBe(false);
  });

  it.each(['cn=a', 'cn=', '1.2.3=a,dc=x', 'cn=a;dc=x', 'cn=#0401', 'cn=a=b,dc=x'])('is one: %j', (text) => {
    expect(isDn(text)).toBe(true);
  });

  it.each([
    '',
    'a',
    'PLAIN',
    '=a',
    'cn=a,',
    ',cn=a',
    'cn=a,,dc=x',
    'cn=a\\',
    'cn=a\\zz',
    'cn="a"',
    'cn=<a>',
    'cn=a\0',
    'c n=a',
    `cn=${'a'.repeat(5_000)}`,
    'cn=\ud83d',
  ])('is none: %j', (text) => {
    expect(isDn(text)).toBe(false);
    expect(canonicalDn(text)).toBeUndefined();
  });
});
