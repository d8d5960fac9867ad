import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownValue } from '../../packages/desk/src/looks/rows.ts';
import { asCsv, asTabs } from '../../packages/desk/src/reports/shown-table.ts';

const tableOf = (rows: readonly (readonly string[])[], labels: readonly string[]) => ({
  columns: labels.map((label, at) => ({
    label,
    text: (row: object) => String((row as { cells: string[] }).cells[at]),
  })),
  rows: rows.map((cells) => ({ cells })),
});

describe('the value of a column', () => {
  it('is absent where the row declares none', () => {
    const column = { path: 'stock.quantity', given: 'stock.managed' };
    expect(shownValue({ stock: { quantity: 0, managed: false } }, column)).toBeUndefined();
    expect(shownValue({ stock: { quantity: 0, managed: true } }, column)).toBe(0);
    expect(shownValue({ stock: { quantity: 3, managed: 'parent' } }, column)).toBe(3);
    expect(shownValue({ stock: { quantity: 3 } }, { ...column, given: null })).toBe(3);
  });
});

describe('a table as CSV', () => {
  it('is read back by any reader, whatever its cells have', () => {
    const cells = fc.tuple(fc.string({ unit: 'grapheme' }), fc.string());
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 8 }), (rows) => {
        const read = parse(asCsv(tableOf(rows, ['Name', 'Text'])), { relax_quotes: false }) as string[][];
        expect(read[0]).toEqual(['Name', 'Text']);
        const plain = read.slice(1).map((row) => row.map((cell) => cell.replace(/^'/, '')));
        expect(plain).toEqual(rows.map((row) => row.map((cell) => cell.replace(/^'/, ''))));
      }),
    );
  });

  it.each(['=1+1', '+1', '@sum', '-2+3', '\t=1', ' =1', '\uff1d1'])('marks the formula %j as a text', (formula) => {
    expect(asCsv(tableOf([[formula]], ['Name']))).toContain(`'${formula}`);
  });

  it('leaves negative numbers numbers', () => {
    expect(asCsv(tableOf([['-12.50']], ['Net sales']))).toBe('Net sales\r\n-12.50\r\n');
  });
});

describe('a table for the clipboard', () => {
  it('has one line for each row, whatever its cells have', () => {
    expect(asTabs(tableOf([['a\tb\nc', 'd']], ['A', 'B']))).toBe('A\tB\na b c\td');
  });
});
