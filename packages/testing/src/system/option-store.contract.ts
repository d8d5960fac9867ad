import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { freshWord, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const later = new Date(NOON.getTime() + 1_000);
const values = (...pairs: readonly (readonly [string, unknown])[]) => new Map(pairs);

export const optionStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`OptionStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    it('returns any JSON as it was stored, and nothing for missing options', async () => {
      const { options } = stores;
      const word = freshWord();
      const kinds = ['yes', '', 7, 1.5, true, false, null, [], ['a', [1]], {}, { b: { c: null } }, '"quoted" \\ ü 😀'];
      const stored = values(...kinds.map((each, index) => [`${word}_${index}`, each] as const));
      await options.write(stored, NOON);
      expect(await options.read([...stored.keys(), `${word}_never`])).toEqual(stored);
      expect(await options.read([])).toEqual(new Map());
    });

    it('returns the changed options, with their former values', async () => {
      const { options } = stores;
      const a = `${freshWord()}a`;
      const b = `${freshWord()}b`;
      const c = `${freshWord()}c`;
      expect(await options.write(values([b, null], [a, 1]), NOON)).toEqual([
        { name: a, before: undefined },
        { name: b, before: undefined },
      ]);
      const changed = await options.write(values([a, 1], [b, 'now'], [c, { x: 1, y: [2] }]), later);
      expect(changed.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
        { name: b, before: null },
        { name: c, before: undefined },
      ]);
      expect(await options.write(values([c, { y: [2], x: 1 }], [a, 1]), later)).toEqual([]);
      expect(await options.write(values([c, { y: [2, 3], x: 1 }]), later)).toEqual([
        { name: c, before: { x: 1, y: [2] } },
      ]);
      expect(await options.write(values(), later)).toEqual([]);
    });

    it('puts members into an object and leaves the others', async () => {
      const { options } = stores;
      const name = freshWord();
      expect(await options.merge(name, { a: 1, b: [1] }, NOON)).toEqual({ before: undefined, after: { a: 1, b: [1] } });
      expect(await options.merge(name, { b: null, c: { d: 1 } }, later)).toEqual({
        before: { a: 1, b: [1] },
        after: { a: 1, b: null, c: { d: 1 } },
      });
      expect(await options.merge(name, {}, later)).toMatchObject({ after: { a: 1, b: null, c: { d: 1 } } });
      expect((await options.read([name])).get(name)).toEqual({ a: 1, b: null, c: { d: 1 } });
    });

    it.each(['text', [1, 2], null, 7])('replaces %j by an object', async (value) => {
      const { options } = stores;
      const name = freshWord();
      await options.write(values([name, value]), NOON);
      expect(await options.merge(name, { a: 1 }, later)).toEqual({ before: value, after: { a: 1 } });
    });

    it('loses nothing of concurrent writes of members', async () => {
      const { options } = stores;
      const name = freshWord();
      const members = Array.from({ length: 12 }, (_, index) => `m${index}`);
      await Promise.all(members.map((each) => stores.unitOfWork.run(() => options.merge(name, { [each]: 1 }, NOON))));
      expect((await options.read([name])).get(name)).toEqual(Object.fromEntries(members.map((each) => [each, 1])));
    });

    it('keeps several apart that are written at once in any order', async () => {
      const { options } = stores;
      const names = Array.from({ length: 10 }, () => freshWord());
      const write = (value: number) =>
        stores.unitOfWork.run(() =>
          options.write(
            values(...(value % 2 === 0 ? names : names.toReversed()).map((name) => [name, value] as const)),
            NOON,
          ),
        );
      await Promise.all(Array.from({ length: 10 }, (_, value) => write(value)));
      expect(new Set((await options.read(names)).values()).size).toBe(1);
    });

    it('is undone with the unit of work', async () => {
      const { options } = stores;
      const name = freshWord();
      const undone = stores.unitOfWork.run(async () => {
        await options.write(values([name, 'never']), NOON);
        await options.merge(`${name}m`, { never: true }, NOON);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await options.read([name, `${name}m`])).toEqual(new Map());
    });
  });
