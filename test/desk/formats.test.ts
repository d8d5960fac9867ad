import { describe, expect, it } from 'vitest';
import { bucketName, formatsOf, pluralIn } from '../../packages/desk/src/words/intl.ts';

const euro = { currency: 'EUR', decimals: 2, timeZone: 'Europe/Madrid' };
const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '');

describe('formats', () => {
  it.each([
    ['en-GB', '€1,234.50', '€123,457', '24 Nov 2026'],
    ['en-US', '€1,234.50', '€123,457', 'Nov 24, 2026'],
    ['de-DE', '1.234,50 €', '123.457 €', '24. Nov. 2026'],
    ['es-ES', '1234,50 €', '123.457 €', '24 nov 2026'],
    ['fr-FR', '1 234,50 €', '123 457 €', '24 nov. 2026'],
    ['ja-JP', '€1,234.50', '€123,457', '2026年11月24日'],
  ])('write money and days in %s', (locale, money, short, day) => {
    const formats = formatsOf({ locale, ...euro });
    expect(plain(formats.money(1234.5))).toBe(money);
    expect(plain(formats.moneyShort(123_456.78))).toBe(short);
    expect(plain(formats.day('2026-11-24'))).toBe(day);
  });

  it('take the decimals of the shop', () => {
    const yen = formatsOf({ locale: 'en', currency: 'JPY', decimals: 0, timeZone: 'Asia/Tokyo' });
    const dinar = formatsOf({ locale: 'en', currency: 'BHD', decimals: 3, timeZone: 'Asia/Bahrain' });
    expect(yen.money(1234)).toBe('¥1,234');
    expect(plain(dinar.money(1.5))).toBe('BHD 1.500');
  });

  const english = formatsOf({ locale: 'en-GB', ...euro });

  it('write no negative nothing', () => {
    expect(english.money(-0.001)).toBe('€0.00');
    expect(english.count(-0)).toBe('0');
  });

  it('write changes with their sign', () => {
    expect(english.change(0.35)).toBe('+35%');
    expect(english.change(-0.1)).toBe('−10%');
    expect(english.change(0.002)).toBe('+0.2%');
  });

  it('write the axis short', () => {
    expect(english.axis(20_000, 'money')).toBe('€20k');
    expect(english.axis(1_500_000, 'count')).toBe('1.5m');
  });

  it('move no day, whatever the zone of the shop', () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
      expect(formatsOf({ locale: 'en-GB', currency: 'EUR', decimals: 2, timeZone }).day('2026-01-01')).toBe(
        '1 Jan 2026',
      );
    }
  });

  it('write moments on the clock of the shop', () => {
    expect(english.moment('2026-11-24T23:30:00Z')).toContain('25 Nov 2026');
    expect(english.momentExact('2026-07-01T10:00:00Z')).toMatch(/12:00:00.*(?:CEST|GMT\+2)/);
  });

  it.each([
    ['hour', '2026-11-24T14:00:00', '2026-11-24T14:59:59', '24 Nov, 14:00'],
    ['day', '2026-11-24T00:00:00', '2026-11-24T23:59:59', 'Tue, 24 Nov 2026'],
    ['week', '2026-11-16T00:00:00', '2026-11-22T23:59:59', '16 – 22 Nov 2026'],
    ['month', '2026-02-01T00:00:00', '2026-02-28T23:59:59', 'Feb 2026'],
    ['month', '2026-02-10T00:00:00', '2026-02-28T23:59:59', '10 – 28 Feb 2026'],
    ['year', '2026-01-01T00:00:00', '2026-12-31T23:59:59', '2026'],
  ] as const)('name a bucket by %s: %s', (interval, start, end, expected) => {
    expect(plain(bucketName(english, { start, end }, interval))).toBe(expected);
  });

  it('choose the form of a number', () => {
    const english = pluralIn('en');
    const polish = pluralIn('pl');
    const forms = { one: '# zamówienie', few: '# zamówienia', many: '# zamówień', other: '# zamówienia' };
    expect(english(1, { one: '# order', other: '# orders' })).toBe('1 order');
    expect(english(1200, { one: '# order', other: '# orders' })).toBe('1,200 orders');
    expect([1, 3, 5].map((count) => polish(count, forms))).toEqual(['1 zamówienie', '3 zamówienia', '5 zamówień']);
  });
});
