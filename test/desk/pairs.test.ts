import { expect, it } from 'vitest';
import { jointsOf, lanesOf } from '../../packages/desk/src/stockroom/ledger/pairs.ts';

/** Rows from ids, the newest first: `9>4` reverses 4, `4<9` is reversed by 9. */
const drawn = (text: string) => {
  const rows = text.split(' ').map((each) => {
    const [, id, sign, other] = /^(\d+)(?:([<>])(\d+))?$/.exec(each) ?? [];
    const of = (wanted: string) => (sign === wanted ? Number(other) : null);
    return { id: Number(id), reverses_id: of('>'), reversed_by_id: of('<') };
  });
  const joints = jointsOf(rows);
  const written = rows.map(({ id }) =>
    (joints.get(id) ?? []).map(({ lane, part, isOpen }) => `${lane}${part}${isOpen ? '?' : ''}`).join('+'),
  );
  return { written, lanes: lanesOf(joints) };
};

it('draws nothing where nothing is reversed', () => {
  expect(drawn('3 2 1')).toEqual({ written: ['', '', ''], lanes: 0 });
});

it('joins a reversal with what it reverses, past the rows between', () => {
  expect(drawn('4>2 3 2<4 1')).toEqual({ written: ['0reversal', '0between', '0reversed', ''], lanes: 1 });
  expect(drawn('4>3 3<4 2>1 1<2')).toEqual({
    written: ['0reversal', '0reversed', '0reversal', '0reversed'],
    lanes: 1,
  });
});

it('keeps pairs that cross, or are inside of one another, apart', () => {
  expect(drawn('4>2 3>1 2<4 1<3').written).toEqual([
    '0reversal',
    '0between+1reversal',
    '0reversed+1between',
    '1reversed',
  ]);
  expect(drawn('4>1 3>2 2<3 1<4').written).toEqual([
    '0reversal',
    '0between+1reversal',
    '0between+1reversed',
    '0reversed',
  ]);
});

it('leaves a line open whose other end is on another page', () => {
  expect(drawn('9>1 8').written).toEqual(['0reversal?', '']);
  expect(drawn('8 1<9').written).toEqual(['', '0reversed?']);
});

it('draws three lines beside one another, and the ends of further ones', () => {
  const { written, lanes } = drawn('8>1 7>2 6>3 5>4 4<5 3<6 2<7 1<8');
  expect(lanes).toBe(3);
  expect(written[3]).toContain('reversal?');
  expect(written[4]).toContain('reversed?');
  expect(written[7]).toBe('0reversed');
});
