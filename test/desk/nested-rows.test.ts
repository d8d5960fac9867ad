import { describe, expect, it } from 'vitest';
import { shownRows } from '../../packages/desk/src/kit/table/tree.ts';
import { nestedRows } from '../../packages/desk/src/reports/nested-rows.ts';

const records = new Map(
  [
    { id: 1, parent: null, name: 'Home' },
    { id: 2, parent: 1, name: 'Lamps' },
    { id: 3, parent: 2, name: 'Wall lamps' },
    { id: 4, parent: 1, name: 'Rugs' },
    { id: 5, parent: null, name: 'Pantry' },
    { id: 6, parent: 5, name: 'Jams' },
  ].map((each) => [each.id, each]),
);
const row = (category_id: number, net_revenue: number) => ({ category_id, net_revenue });
const paths = { id: 'category_id', name: 'extended_info.name' };
const shown = (ids: readonly (readonly [id: number, net: number])[], open: readonly number[] = [1, 2, 5]) =>
  shownRows(
    nestedRows(
      ids.map(([id, net]) => row(id, net)),
      records,
      paths,
    ),
    new Set(open),
  ).map(({ row: { id, row: own }, level, hasChildren }) => [id, level, hasChildren, own.net_revenue]);

describe('rows of a report in the tree of their records', () => {
  it('are under the records above them, siblings in the order of the rows', () => {
    expect(
      shown([
        [6, 90],
        [4, 50],
        [3, 30],
        [1, 20],
        [5, 10],
      ]),
    ).toEqual([
      // The sort of the answer decides among siblings: Home before Pantry.
      [1, 1, true, 20],
      [4, 2, false, 50],
      [2, 2, true, undefined],
      [3, 3, false, 30],
      [5, 1, true, 10],
      [6, 2, false, 90],
    ]);
  });

  it('leave out records with nothing below them, and what is closed', () => {
    expect(shown([[3, 30]], [])).toEqual([[1, 1, true, undefined]]);
    expect(shown([[6, 5]])).toEqual([
      [5, 1, true, undefined],
      [6, 2, false, 5],
    ]);
  });

  it('name a record without a row of its own, and keep a row whose record was deleted', () => {
    const { below } = nestedRows([row(6, 5), row(77, 1)], records, paths);
    const top = below.get(null) ?? [];
    expect(top.map(({ row: own }) => own)).toEqual([{ category_id: 5, extended_info: { name: 'Pantry' } }, row(77, 1)]);
  });
});
