import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathName, rowsAbove, shownRows, treeLike, treeOf } from '../../packages/desk/src/kit/table/tree.ts';
import { choicesLike, choicesOfTree } from '../../packages/desk/src/shell/records/choices.ts';

const rows = [
  { id: 1, parent: null, name: 'Lamps' },
  { id: 2, parent: 1, name: 'Wall lamps' },
  { id: 3, parent: 1, name: 'Table lamps' },
  { id: 4, parent: 2, name: 'Outdoors' },
  { id: 5, parent: 99, name: 'Änderungen' },
];
const tree = treeOf(rows, 'en');
const idsOf = (open: readonly number[]) => shownRows(tree, new Set(open)).map(({ row }) => row.id);

describe('a tree of categories', () => {
  it('shows the children of what is open, sorted by name, each after its parent', () => {
    expect(idsOf([])).toEqual([5, 1]);
    expect(idsOf([1])).toEqual([5, 1, 3, 2]);
    expect(idsOf([1, 2])).toEqual([5, 1, 3, 2, 4]);
    expect(idsOf([2])).toEqual([5, 1]);
  });

  it('has the level and the place of a row among its siblings', () => {
    expect(shownRows(tree, new Set([1])).at(-1)).toMatchObject({
      ...{ level: 2, place: 2, siblings: 2, hasChildren: true, isOpen: false },
    });
  });

  it('is searched with what is above a match', () => {
    const { tree: found, open } = treeLike(tree, 'LAMPS wall');
    expect(shownRows(found, open).map(({ row }) => row.id)).toEqual([1, 2]);
    expect(shownRows(treeLike(tree, 'nothing').tree, new Set()).length).toBe(0);
  });

  it('names a category by its path, and offers no parent below itself', () => {
    expect(pathName(tree, rows[3] as (typeof rows)[number])).toBe('Lamps › Wall lamps › Outdoors');
    expect(choicesOfTree(tree, 2).map(({ id }) => id)).toEqual([5, 1, 3]);
    expect(choicesLike(choicesOfTree(tree), 'lamps out').map(({ id }) => id)).toEqual([4]);
  });

  it('ends for every set of parents, circles and chains of thousands too', () => {
    const parents = fc.array(fc.option(fc.integer({ min: 0, max: 30 })), { maxLength: 30 });
    fc.assert(
      fc.property(parents, (all) => {
        const random = treeOf(
          all.map((parent, id) => ({ id, parent, name: `c${id}` })),
          'en',
        );
        const shown = shownRows(random, new Set(random.rows.keys()));
        expect(new Set(shown.map(({ row }) => row.id)).size).toBe(shown.length);
        for (const { row, level } of shown) expect(rowsAbove(random, row.id).length).toBe(level - 1);
      }),
    );
    const chain = Array.from({ length: 5_000 }, (_, id) => ({ id, parent: id === 0 ? null : id - 1, name: `c${id}` }));
    expect(shownRows(treeOf(chain, 'en'), new Set(chain.map(({ id }) => id))).length).toBe(5_000);
  });
});
