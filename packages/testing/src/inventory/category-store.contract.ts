import type { CategorySortField } from '@backroom/core/inventory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { addItem, aNewCategory, freshWord, type OpenStores, orderOf, outcomes } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const later = new Date('2026-11-20T13:00:00.000Z');

export const categoryStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`CategoryStore: ${implementation}`, () => {
    let stores: OpenStores;
    let categories: OpenStores['categories'];
    beforeAll(async () => {
      stores = await open();
      categories = stores.categories;
    });
    afterAll(() => stores?.close());

    const add = (changes: Parameters<typeof aNewCategory>[0] = {}) => categories.insert(aNewCategory(changes), NOON);
    const chain = async (length: number) => {
      const made = [await add()];
      while (made.length < length) made.push(await add({ parentId: made.at(-1)?.id ?? null }));
      return made;
    };
    const pathOf = async (id: number) => (await categories.find(id))?.path.map((step) => step.id);

    it('keeps a new category under its parent', async () => {
      const parent = await add();
      const wanted = aNewCategory({ parentId: parent.id, description: 'Hängend', position: 3 });
      const category = await categories.insert(wanted, NOON);
      const path = [parent, category].map(({ id, name }) => ({ id, name }));
      expect(category).toEqual({
        ...wanted,
        id: category.id,
        path,
        itemCount: 0,
        totalItemCount: 0,
        createdAt: NOON,
        updatedAt: NOON,
        version: 1,
      });
      expect(await categories.find(category.id)).toEqual(category);
      expect(await categories.has(category.id)).toBe(true);
    });

    it('returns nothing for an id that no category has', async () => {
      expect(await categories.find(2_000_000_000)).toBeUndefined();
      expect(await categories.has(2_000_000_000)).toBe(false);
    });

    it('refuses a name that a sibling has, case ignored, at the top and below, and not elsewhere', async () => {
      const top = await add({ name: `Größe ${freshWord()}` });
      await expect(add({ name: top.name.toUpperCase().replace('SS', 'ß') })).rejects.toMatchObject({
        code: 'category_name_taken',
      });
      const child = await add({ name: top.name, parentId: top.id });
      await expect(add({ name: top.name, parentId: top.id })).rejects.toMatchObject({ code: 'category_name_taken' });
      await expect(categories.update(child.id, { parentId: null }, later)).rejects.toMatchObject({
        code: 'category_name_taken',
      });
      const other = await add({ parentId: top.id });
      await expect(categories.update(other.id, { name: top.name }, later)).rejects.toMatchObject({
        code: 'category_name_taken',
      });
    });

    it('gives a name to one of many concurrent callers', async () => {
      const name = freshWord();
      const attempts = Array.from({ length: 6 }, () => stores.unitOfWork.run(() => add({ name })));
      expect(await outcomes(attempts)).toEqual({
        done: 1,
        refused: Array.from({ length: 5 }, () => 'category_name_taken'),
      });
    });

    it('changes a category, raising its version by one, and only the given members', async () => {
      const category = await add({ description: 'old' });
      const changed = await categories.update(category.id, { position: 9, description: null }, later);
      expect(changed).toEqual({ ...category, position: 9, description: null, updatedAt: later, version: 2 });
    });

    it('moves everything below along to a new parent', async () => {
      const [top, middle, leaf] = await chain(3);
      const other = await add();
      if (!top || !middle || !leaf) throw new Error('A chain has three links.');
      await categories.update(middle.id, { parentId: other.id }, later);
      expect(await pathOf(leaf.id)).toEqual([other.id, middle.id, leaf.id]);
      await categories.update(middle.id, { parentId: null }, later);
      expect(await pathOf(leaf.id)).toEqual([middle.id, leaf.id]);
      expect(await pathOf(top.id)).toEqual([top.id]);
    });

    it('allows one unit of work at a time to change the tree', async () => {
      const hold = () => categories.holdTree();
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
    });

    it('returns the number of levels below', async () => {
      const [top, middle, leaf] = await chain(3);
      expect(await Promise.all([top, middle, leaf].map((each) => categories.heightOf(each?.id ?? 0)))).toEqual([
        2, 1, 0,
      ]);
    });

    it('counts items that are not archived, directly and with everything below', async () => {
      const [top, leaf] = await chain(2);
      if (!top || !leaf) throw new Error('A chain has two links.');
      const gone = await addItem(stores, { categoryId: leaf.id });
      for (const categoryId of [top.id, leaf.id, leaf.id]) await addItem(stores, { categoryId });
      await stores.items.update(gone.id, { archived: true }, later);
      expect(await categories.find(top.id)).toMatchObject({ itemCount: 1, totalItemCount: 3 });
      const { entries } = await categories.list({ q: leaf.name }, [], { page: 1, perPage: 5 });
      expect(entries).toMatchObject([{ itemCount: 2, totalItemCount: 2 }]);
    });

    it('counts what is in a category, archived items too', async () => {
      const [top, child] = await chain(2);
      if (!top || !child) throw new Error('A chain has two links.');
      const item = await addItem(stores, { categoryId: top.id });
      await stores.items.update(item.id, { archived: true }, later);
      await addItem(stores, { categoryId: child.id });
      expect(await categories.contentsOf(top.id)).toEqual({ children: 1, items: 1 });
      expect(await categories.contentsOf(child.id)).toEqual({ children: 0, items: 1 });
    });

    it('moves children and items directly in it into another, or to the top and into none', async () => {
      const [top, child, leaf] = await chain(3);
      const other = await add();
      if (!top || !child || !leaf) throw new Error('A chain has three links.');
      const item = await addItem(stores, { categoryId: top.id });
      await categories.moveContents(top.id, other.id, later);
      expect(await pathOf(leaf.id)).toEqual([other.id, child.id, leaf.id]);
      expect(await stores.items.find(item.id)).toMatchObject({ categoryId: other.id, version: 2 });
      expect(await categories.contentsOf(top.id)).toEqual({ children: 0, items: 0 });
      await categories.moveContents(other.id, null, later);
      expect(await pathOf(leaf.id)).toEqual([child.id, leaf.id]);
      expect(await categories.find(child.id)).toMatchObject({ parentId: null, version: 3 });
      expect(await stores.items.find(item.id)).toMatchObject({ categoryId: null });
    });

    it('refuses to move a child where a sibling has its name', async () => {
      const from = await add();
      const to = await add();
      const name = freshWord();
      await add({ name, parentId: from.id });
      await add({ name, parentId: to.id });
      await expect(categories.moveContents(from.id, to.id, later)).rejects.toMatchObject({
        code: 'category_name_taken',
      });
    });

    it('removes a category with nothing in it', async () => {
      const category = await add();
      await categories.remove(category.id);
      expect(await categories.has(category.id)).toBe(false);
    });

    describe('a list', () => {
      const word = freshWord();
      const shown = async (
        filter: { parentId?: number | null; q?: string },
        sort: readonly { field: CategorySortField; descending: boolean }[] = [],
      ) => {
        const { entries, total } = await categories.list(filter, sort, { page: 1, perPage: 50 });
        if (filter.parentId !== null) expect(total).toBe(entries.length);
        return entries.map(({ name }) => name.replace(` ${word}`, ''));
      };
      let parentId: number;
      beforeAll(async () => {
        const b = await add({ name: `b ${word}`, position: 1 });
        const A = await add({ name: `Ä ${word}`, position: 2 });
        parentId = b.id;
        await add({ name: `z ${word}`, parentId: A.id });
        await add({ name: `a ${word}`, parentId: b.id, position: 5 });
        await add({ name: `C ${word}`, parentId: b.id, position: 5 });
      });

      it('follows the tree unless another order is requested', async () => {
        expect(await shown({ q: word.toUpperCase() })).toEqual(['Ä', 'z', 'b', 'a', 'C']);
        expect(await shown({ q: word }, [{ field: 'name', descending: true }])).toEqual(['z', 'C', 'b', 'Ä', 'a']);
        expect(await shown({ q: word }, [{ field: 'position', descending: true }])).toEqual(['a', 'C', 'Ä', 'b', 'z']);
        expect(await shown({ q: word }, [{ field: 'id', descending: true }])).toEqual(['C', 'a', 'z', 'Ä', 'b']);
      });

      it('shows the children of one, or the top level', async () => {
        expect(await shown({ parentId })).toEqual(['a', 'C']);
        expect(await shown({ parentId: null, q: word })).toEqual(['Ä', 'b']);
      });

      it('is cut into pages and has its total', async () => {
        const page = await categories.list({ q: word }, [], { page: 2, perPage: 2 });
        expect(page).toMatchObject({ entries: [{ name: `b ${word}` }, { name: `a ${word}` }], total: 5 });
      });

      it('returns all up to a limit, siblings by position and then name', async () => {
        const all = await categories.all(10_000);
        expect(all.filter((each) => each.parentId === parentId).map(({ name }) => name)).toEqual([
          `a ${word}`,
          `C ${word}`,
        ]);
        expect(await categories.all(2)).toHaveLength(2);
      });
    });
  });
