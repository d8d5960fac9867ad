import { fileCell } from '@backroom/core/analytics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellScalar, cellText, pathNames, pathText, preferredFormat, scalarCell, textCell } from '../internals.ts';

const tricky = fc.string({
  unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\\', 'N', '"', '1', '.', ' ', '>', 'a', 'true', 'é'),
});

/** White space and invisible characters that spreadsheets drop at the beginning of a cell. */
const unseen =
  ' \t\r\n\v\f\u0085\u00a0\u00ad\u1680\u180e\u2003\u200b\u200e\u2028\u2029\u202f\u205f\u2060\u2800\u3000\u3164\ufeff';
const blanks = ['', ...unseen];
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
const formulaLike = fc.string({ unit: fc.constantFrom("'", ...blanks, ...signs, 'a', '1', '"', '\\', 'N') });

describe('a text in a cell', () => {
  it('survives the round trip, whatever it is', () => {
    fc.assert(fc.property(fc.oneof(tricky, fc.string()), (text) => cellText(textCell(text)) === text));
  });

  it('never begins a formula', () => {
    fc.assert(fc.property(tricky, (text) => !/^[=+\-@\t\r]/.test(textCell(text))));
  });

  it('is never taken for null', () => {
    fc.assert(fc.property(tricky, (text) => textCell(text) !== '\\N'));
  });

  it.each([
    ['=1+1', "'=1+1"],
    ["'=1+1", "''=1+1"],
    ["'quoted", "'quoted"],
    ['\\N', '\\\\N'],
    ['plain', 'plain'],
  ])('%j is written %j', (text, cell) => {
    expect(textCell(text)).toBe(cell);
  });
});

describe('a formula behind white space', () => {
  it.each(blanks)('gets a mark behind %j, which reading removes', (blank) => {
    for (const text of signs.map((sign) => `${blank}${sign}1+1`)) {
      expect(textCell(text)).toBe(`'${text}`);
      expect(scalarCell(text)).toBe(`'${text}`);
      expect(fileCell(text, 'text', 2)).toBe(`'${text}`);
      expect([cellText(textCell(text)), cellScalar(scalarCell(text))]).toEqual([text, text]);
    }
  });

  it('never begins a cell, and every text survives the round trip', () => {
    const leads = new RegExp(`^(?:${blanks.join('|')})*[${signs.map((sign) => `\\${sign}`).join('')}]`);
    fc.assert(
      fc.property(formulaLike, (text) => {
        for (const cell of [textCell(text), scalarCell(text), fileCell(text, 'text', 2)])
          expect(leads.test(cell)).toBe(false);
        expect(cellText(textCell(text))).toBe(text);
        expect(cellScalar(scalarCell(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['a = 1', ' a', '１＋１', '’=1', ' '])('is not recognised in %j', (text) => {
    expect(textCell(text)).toBe(text);
    expect(fileCell(text, 'text', 2)).toBe(text);
  });
});

describe('a value without a declared type', () => {
  it('survives the round trip', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
    const value = fc.oneof(tricky, fc.string(), number, fc.boolean(), fc.constant(null));
    fc.assert(fc.property(value, (each) => Object.is(cellScalar(scalarCell(each)), each)));
  });

  it('is never a blank cell, which has no value', () => {
    fc.assert(fc.property(tricky, (text) => scalarCell(text).trim() !== ''));
  });

  it.each([
    ['12.5', 12.5],
    ['-3', -3],
    ['true', true],
    ['007', '007'],
    ['"5"', '5'],
    ['"five', '"five'],
    ['\\N', null],
    ["'-3", '-3'],
    ['1e999', '1e999'],
  ])('the cell %j reads as %j', (cell, value) => {
    expect(cellScalar(cell)).toBe(value);
  });
});

describe('the way to a category', () => {
  it('survives the round trip, whatever its names are', () => {
    const name = tricky.map((each) => each.replace(/[\t\r]/g, '').trim()).filter((each) => each !== '');
    const path = fc.array(name, { minLength: 1, maxLength: 5 });
    fc.assert(fc.property(path, (names) => void expect(pathNames(pathText(names))).toEqual(names)));
  });

  it.each([
    ['A > B', ['A', 'B']],
    ['A>B', ['A>B']],
    ['A \\> B > C', ['A > B', 'C']],
    [' > A', ['', 'A']],
    ['A >  > B', ['A', '', 'B']],
    ['C:\\temp', ['C:\\temp']],
  ])('%j is %j', (text, names) => {
    expect(pathNames(text)).toEqual(names);
  });
});

describe('the preferred format', () => {
  it.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['text/csv', 'csv'],
    ['text/*', 'csv'],
    ['text/csv, */*', 'csv'],
    ['text/csv;q=0.4, application/json', 'json'],
    ['text/csv, application/json;q=0.4', 'csv'],
    ['text/csv, application/json', 'json'],
    ['text/html, application/xhtml+xml, */*;q=0.8', 'json'],
  ] as const)('by Accept: %s is %s', (accept, format) => {
    expect(preferredFormat(accept)).toBe(format);
  });
});
