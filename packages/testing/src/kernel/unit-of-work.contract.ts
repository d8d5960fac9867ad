import { afterAll, beforeAll, expect, it } from 'vitest';
import { addItem, addLocation, freshWord, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

export const unitOfWorkContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`UnitOfWork: ${implementation}`, () => {
    let stores: OpenStores;
    let unitOfWork: OpenStores['unitOfWork'];
    beforeAll(async () => {
      stores = await open();
      unitOfWork = stores.unitOfWork;
    });
    afterAll(() => stores?.close());

    const isThere = async (code: string) => (await stores.locations.find({ code })) !== undefined;
    const failing = (work: () => Promise<unknown>) =>
      unitOfWork.run(async () => {
        await work();
        throw new Error('no');
      });

    it('commits what the work did in every store when it resolves, and returns its result', async () => {
      const code = freshWord();
      const item = await unitOfWork.run(async () => {
        await addLocation(stores, code);
        return addItem(stores);
      });
      expect(await isThere(code)).toBe(true);
      expect(await stores.items.find(item.id)).toEqual(item);
    });

    it('undoes all of it in every store when it rejects, and passes the error on', async () => {
      const code = freshWord();
      const sku = freshWord();
      await expect(failing(() => addLocation(stores, code).then(() => addItem(stores, { sku })))).rejects.toThrow('no');
      expect(await isThere(code)).toBe(false);
      expect(await stores.items.findByCode(sku)).toBeUndefined();
    });

    it('shows the work its own changes', async () => {
      const code = freshWord();
      expect(await unitOfWork.run(() => addLocation(stores, code).then(() => isThere(code)))).toBe(true);
    });

    it('keeps units that run at once apart', async () => {
      const codes = Array.from({ length: 10 }, freshWord);
      const units = codes.map((code, index) =>
        index % 2 === 0 ? unitOfWork.run(() => addLocation(stores, code)) : failing(() => addLocation(stores, code)),
      );
      await Promise.allSettled(units);
      expect(await Promise.all(codes.map(isThere))).toEqual(codes.map((_, index) => index % 2 === 0));
    });

    it('calls an effect once after the commit, when others see what was done', async () => {
      const code = freshWord();
      const seen: boolean[] = [];
      const { promise, resolve } = Promise.withResolvers<void>();
      await unitOfWork.run(async () => {
        unitOfWork.afterCommit(async () => {
          seen.push(await isThere(code));
          resolve();
        });
        await addLocation(stores, code);
        expect(seen).toEqual([]);
      });
      await promise;
      expect(seen).toEqual([true]);
    });

    it('stores what was gathered once, at the end of the unit, together with it', async () => {
      const codes = Array.from({ length: 3 }, freshWord);
      const stored: (readonly string[])[] = [];
      const store = async (items: readonly string[]) => {
        stored.push(items);
        for (const item of items) await addLocation(stores, item);
      };
      await unitOfWork.run(async () => {
        for (const code of codes) unitOfWork.gather(code, store);
        expect(stored).toEqual([]);
      });
      expect(stored).toEqual([codes]);
      expect(await Promise.all(codes.map(isThere))).toEqual([true, true, true]);
      const undone = freshWord();
      await expect(failing(async () => unitOfWork.gather(undone, store))).rejects.toThrow('no');
      expect(await isThere(undone)).toBe(false);
      const failingStore = () => Promise.reject(new Error('not stored'));
      const work = async () => {
        unitOfWork.gather(1, failingStore);
        await addLocation(stores, undone);
      };
      await expect(unitOfWork.run(work)).rejects.toThrow('not stored');
      expect(await isThere(undone)).toBe(false);
    });

    it('commits with its closing statement, refuses later ones, and calls effects after it', async () => {
      const code = freshWord();
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const later: unknown[] = [];
      const created = await unitOfWork.run(async () => {
        unitOfWork.afterCommit(async () => resolve(await isThere(code)));
        await addLocation(stores);
        const location = await unitOfWork.closing(() => addLocation(stores, code));
        later.push(await addLocation(stores).catch((error: unknown) => error));
        return location;
      });
      expect(await stores.locations.find({ code })).toEqual(created);
      expect(await promise).toBe(true);
      expect(later).toEqual([expect.any(TypeError)]);
    });

    it('undoes all of a unit whose closing statement fails, and what follows works', async () => {
      const code = freshWord();
      const work = async () => {
        await addLocation(stores, code);
        await unitOfWork.closing(() => addLocation(stores, code));
      };
      await expect(unitOfWork.run(work)).rejects.toMatchObject({ code: 'location_code_taken' });
      expect(await isThere(code)).toBe(false);
      await unitOfWork.run(() => unitOfWork.closing(() => addLocation(stores, code)));
      expect(await isThere(code)).toBe(true);
    });

    it('stores what was gathered before a closing statement', async () => {
      const codes = [freshWord(), freshWord()] as const;
      await unitOfWork.run(async () => {
        unitOfWork.gather(codes[0], async ([code]) => void (await addLocation(stores, code)));
        await unitOfWork.closing(() => addLocation(stores, codes[1]));
      });
      expect(await Promise.all(codes.map(isThere))).toEqual([true, true]);
    });

    it('calls no effect of a unit that was undone', async () => {
      let called = false;
      const effect = () => {
        called = true;
      };
      await expect(failing(async () => unitOfWork.afterCommit(effect))).rejects.toThrow('no');
      await unitOfWork.run(async () => {});
      expect(called).toBe(false);
    });

    it('calls an effect at once outside of a unit', () => {
      let called = false;
      unitOfWork.afterCommit(() => {
        called = true;
      });
      expect(called).toBe(true);
    });

    it('does not pass the failure of an effect to the work', async () => {
      const work = async () => {
        unitOfWork.afterCommit(() => Promise.reject(new Error('no')));
        return 'done';
      };
      expect(await unitOfWork.run(work)).toBe('done');
    });

    it('does work in the name of an account, with units in it or not, and returns its result', async () => {
      const code = freshWord();
      const store = () => unitOfWork.run(() => addLocation(stores, code));
      expect(await unitOfWork.runAs(7, async () => (await store()).code)).toBe(code);
      expect(await isThere(code)).toBe(true);
      await expect(unitOfWork.runAs(undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    });

    it('is busy when the work kept colliding with other work', async () => {
      const collide = () =>
        unitOfWork.run(() => Promise.reject(Object.assign(new Error('collided'), { code: '40P01' })));
      await expect(collide()).rejects.toMatchObject({ kind: 'unavailable', code: 'busy', details: { retryAfter: 1 } });
    });

    it('repeats the work when something that it names was deleted concurrently', async () => {
      const gone = await addLocation(stores);
      let tries = 0;
      const code = await unitOfWork.run(async () => {
        tries += 1;
        const parentId = tries === 1 ? gone.id + 1_000_000 : null;
        return (await stores.locations.insert({ code: freshWord(), name: 'x', parentId, archived: false }, new Date()))
          .code;
      });
      expect([tries, await isThere(code)]).toEqual([2, true]);
    });
  });
