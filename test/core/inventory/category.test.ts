import { describe, expect, it } from 'vitest';
import { aCategory } from '../../support/builders.ts';
import { depthOf, growTree } from '../internals.ts';

describe('the tree of categories', () => {
  it('has each category under its parent, in the order of the list', () => {
    const lamps = aCategory({ id: 1, name: 'Lamps' });
    const desk = aCategory({ id: 3, name: 'Desk', parentId: 1 });
    const floor = aCategory({ id: 2, name: 'Floor', parentId: 1 });
    const tables = aCategory({ id: 4, name: 'Tables' });
    const names = (branches: ReturnType<typeof growTree>): unknown[] =>
      branches.map(({ name, children }) => [name, names(children)]);
    expect(names(growTree([desk, lamps, floor, tables]))).toEqual([
      [
        'Lamps',
        [
          ['Desk', []],
          ['Floor', []],
        ],
      ],
      ['Tables', []],
    ]);
  });

  it('is empty without categories', () => {
    expect(growTree([])).toEqual([]);
  });

  it('counts its levels from the top, which is 0', () => {
    expect(depthOf(aCategory())).toBe(0);
    expect(
      depthOf(
        aCategory({
          path: [
            { id: 1, name: 'A' },
            { id: 2, name: 'B' },
          ],
        }),
      ),
    ).toBe(1);
  });
});
