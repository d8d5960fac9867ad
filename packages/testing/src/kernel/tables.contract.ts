import { type Delimiter, type Tables, UNITS_PER_TURN } from '@backroom/core/kernel';
import { expect, it } from 'vitest';
import { countBetweenTurns } from '../builders/turns.ts';
import { contract } from '../contract.ts';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** What every implementation of Tables promises. */
export const tablesContract = (implementation: string, make: () => Tables) =>
  contract(`Tables: ${implementation}`, () => {
    const tables = make();
    const read = async (text: string | Uint8Array, delimiter?: Delimiter, size = 7) => {
      const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
      const rows: (readonly string[])[] = [];
      for await (const row of tables.read(inPieces(bytes, size), delimiter)) rows.push(row);
      return rows;
    };
    const cells = [
      '',
      ' a ',
      'a,b',
      'a;b',
      'a\tb',
      'say "x"',
      '"',
      'two\nlines',
      'two\r\nlines',
      'two\rlines',
      "'=1",
      'ü✓😀',
      '\\N',
    ];

    it('reads the very cells that it wrote', async () => {
      const rows = [cells.map((_, index) => `column_${index}`), cells, cells.toReversed()];
      expect(await read(tables.write(rows))).toEqual(rows);
    });

    it.each([1, 2, 3, 1_000_000])('reads characters that are cut apart, in pieces of %i bytes', async (size) => {
      expect(await read('a,b\r\nü✓😀,"x\r\ny"\r\n', undefined, size)).toEqual([
        ['a', 'b'],
        ['ü✓😀', 'x\r\ny'],
      ]);
    });

    it('ends rows with CRLF', () => {
      expect(
        tables.write([
          ['a', 'b'],
          ['c', 'd'],
        ]),
      ).toBe('a,b\r\nc,d\r\n');
    });

    it('writes no rows as nothing', () => {
      expect(tables.write([])).toBe('');
    });

    it.each([
      [',', 'a,b;c\n1,2'],
      [';', '"a,b,c";d;e\n1;2'],
      ['\t', 'a\tb,c\td\n1\t2'],
    ])('finds out that %j separates cells', async (delimiter, text) => {
      const [, row] = await read(text);
      expect(row).toEqual(['1', '2']);
      expect(await read(text, delimiter as Delimiter)).toEqual(await read(text));
    });

    it('takes a byte order mark away', async () => {
      expect(await read('\uFEFFa\r\nb')).toEqual([['a'], ['b']]);
    });

    it('returns blank lines as rows of one empty cell', async () => {
      expect(await read('a,b\n\n1,2\n')).toEqual([['a', 'b'], [''], ['1', '2']]);
    });

    it('reads no rows from nothing', async () => {
      expect(await read('')).toEqual([]);
    });

    it('reads no further than its caller', async () => {
      let pieces = 0;
      let isReturned = false;
      async function* endless() {
        try {
          for (;;) {
            pieces += 1;
            yield new TextEncoder().encode('a,b\r\n'.repeat(1_000));
          }
        } finally {
          isReturned = true;
        }
      }
      let rows = 0;
      for await (const _ of tables.read(endless())) {
        rows += 1;
        if (rows === 3) break;
      }
      expect([pieces < 100, isReturned]).toEqual([true, true]);
    });

    it.each([
      ['blank lines', '\n', 1],
      ['rows of one cell', '1\n', 1],
      ['rows of blank cells', `${','.repeat(99)}\n`, 100],
    ])('yields to the event loop after a bounded number of cells: %s', async (_, row, cells) => {
      const rows = Math.ceil((20 * UNITS_PER_TURN) / cells);
      const bytes = new TextEncoder().encode(`${','.repeat(cells - 1)}\n${row.repeat(rows)}`);
      const turns = countBetweenTurns();
      let read = 0;
      for await (const each of tables.read(inPieces(bytes, bytes.length))) {
        read += each.length;
        turns.count(each.length);
      }
      const most = turns.end();
      expect(read).toBeGreaterThanOrEqual(20 * UNITS_PER_TURN);
      expect(most).toBeLessThanOrEqual(UNITS_PER_TURN + cells);
    });

    it.each([
      ['bytes that are not UTF-8', Uint8Array.of(0x61, 0x2c, 0xff, 0x0a)],
      ['a character that is cut off', Uint8Array.of(0x61, 0x2c, 0xc3)],
      ['NUL', 'a,b\n1,\0\n'],
      ['quotes that do not end', 'a,b\n"1,2\n'],
      ['text behind quotes', 'a,b\n"1"x,2\n'],
    ])('refuses %s', async (_, text) => {
      await expect(read(text)).rejects.toMatchObject({ kind: 'malformed', code: 'malformed_csv' });
    });

    it('refuses a row of more than 64 KiB', async () => {
      await expect(read(`a,b\n1,${'x'.repeat(65_600)}\n`, undefined, 5_000)).rejects.toMatchObject({
        kind: 'too-large',
        code: 'payload_too_large',
      });
    });

    it('passes on why the bytes could not be had', async () => {
      async function* broken() {
        yield new TextEncoder().encode('a,b\n1,2\n');
        throw new Error('gone');
      }
      const all = async () => {
        for await (const _ of tables.read(broken()));
      };
      await expect(all()).rejects.toThrow('gone');
    });
  });
