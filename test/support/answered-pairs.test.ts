import { describe, expect, it } from 'vitest';
import { checkPairs, chosen, rowsOf, unseen, withRows } from './answered-pairs.ts';

const listed = { pair: 'GET /cms/v2/pages/{id}', file: 'http/pages.test.ts', title: 'reads a | page' };
const made = { pair: 'POST /cms/v2/pages', file: 'http/pages.test.ts', title: 'makes a page' };
const refused = { ...made, title: 'refuses pages without titles' };

describe('rows of tests of routes', () => {
  it('are read as they are written, in the order of routes', () => {
    const page = withRows('# Tests\n', [listed, made]);
    expect(rowsOf(page)).toEqual([made, listed]);
    expect(withRows(page, rowsOf(page))).toBe(page);
  });

  it('are true where the test of that title was answered well', () => {
    const page = withRows('# Tests\n', [listed, made]);
    expect(() => checkPairs([listed, made], page)).not.toThrow();
    expect(() => checkPairs([listed, refused], page)).toThrow('makes a page');
  });

  it('are not judged where their file has not run', () => {
    expect(unseen([listed], [{ ...made, file: 'http/other.test.ts' }])).toEqual([]);
  });

  it('are kept while they are true, and chosen again otherwise', () => {
    expect(chosen([], [refused, made])).toEqual([made]);
    expect(chosen([refused], [refused, made])).toEqual([refused]);
    expect(chosen([listed, refused], [made])).toEqual([made]);
  });
});
