import type { NewExtension } from '@backroom/core/extensions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anExtension } from '../builders/extension.ts';
import { NOON } from '../builders/noon.ts';
import type { OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const SECOND = 1_000;
const later = (milliseconds: number): Date => new Date(NOON.getTime() + milliseconds);

/** Promises of every ExtensionQueue. */
export const extensionQueueContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ExtensionQueue: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    /** Adds an extension that listens to a type of its own. */
    const aListener = async (changes: Partial<NewExtension> = { isActive: true, state: 'running' }) => {
      const { slug } = await stores.extensions.insert(anExtension(changes));
      const type = `thing.${slug}`;
      await stores.extensionQueue.listen(slug, [type]);
      return { slug, type };
    };
    const add = (type: string, ...numbers: readonly number[]) =>
      stores.unitOfWork.run(() =>
        stores.extensionQueue.add(numbers.map((number) => ({ type, at: NOON, data: { number, text: '"\\,{}\n' } }))),
      );
    const idsOf = async (slug: string) => (await stores.extensionQueue.next(slug, 10)).events.map(({ id }) => id);

    it('returns events as they were added, oldest first, with ids that rise by one', async () => {
      const { slug, type } = await aListener();
      await add(type, 1, 2);
      await add(type, 3);
      const { events, isOverrun } = await stores.extensionQueue.next(slug, 2);
      expect(isOverrun).toBe(false);
      expect(events).toEqual([1, 2].map((id) => ({ id, type, at: NOON, data: { number: id, text: '"\\,{}\n' } })));
      expect(await idsOf(slug)).toEqual([1, 2, 3]);
    });

    it('adds nothing for other types, in a unit that is undone, and for extensions that are not active or have failed', async () => {
      const active = await aListener();
      const inactive = await aListener({});
      const failed = await aListener({ isActive: true, state: 'failed', failure: 'It ended.' });
      await add('thing.other', 1);
      await add(inactive.type, 1);
      await add(failed.type, 1);
      const undone = stores.unitOfWork.run(async () => {
        await stores.extensionQueue.add([{ type: active.type, at: NOON, data: {} }]);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      for (const { slug } of [active, inactive, failed]) expect(await idsOf(slug)).toEqual([]);
      const types = await stores.extensionQueue.types();
      expect([active, inactive, failed].map(({ type }) => types.has(type))).toEqual([true, false, false]);
    });

    it('has one holder at a time, until its time is over or it ends its claim', async () => {
      const { extensionQueue } = stores;
      const { slug, type } = await aListener();
      await add(type, 1, 2, 3);
      const claim = (holder: string, now: Date) =>
        extensionQueue.claim({ slug, holder, until: new Date(now.getTime() + 10 * SECOND) }, now);
      expect(await claim('one', NOON)).toBe(true);
      expect(await claim('two', later(SECOND))).toBe(false);
      expect(await claim('one', later(5 * SECOND))).toBe(true);
      expect(await claim('two', later(11 * SECOND))).toBe(false);
      expect(await claim('two', later(15 * SECOND))).toBe(true);
      expect(await extensionQueue.acknowledge(slug, 'one', 3)).toBe(false);
      expect(await extensionQueue.acknowledge(slug, 'two', 2)).toBe(true);
      expect(await idsOf(slug)).toEqual([3]);
      await extensionQueue.release(slug, 'one');
      expect(await claim('one', later(16 * SECOND))).toBe(false);
      await extensionQueue.release(slug, 'two');
      expect(await claim('one', later(16 * SECOND))).toBe(true);
    });

    it('discards what waits, and continues with greater ids', async () => {
      const { slug, type } = await aListener();
      const other = await aListener();
      await add(type, 1, 2);
      await add(other.type, 1);
      await stores.extensionQueue.discard(slug);
      expect(await idsOf(slug)).toEqual([]);
      await add(type, 3);
      expect(await idsOf(slug)).toEqual([3]);
      expect(await idsOf(other.slug)).toEqual([1]);
    });
  });
