import { afterAll, beforeAll, expect, it } from 'vitest';
import { anExtension } from '../builders/extension.ts';
import { NOON } from '../builders/noon.ts';
import { type OpenStores, orderOf } from '../builders/stores.ts';
import { contract } from '../contract.ts';

/** Promises of every ExtensionStore. */
export const extensionStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ExtensionStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    it('returns an extension as it was added and saved, with the next revision', async () => {
      const { extensions, unitOfWork } = stores;
      const draft = anExtension();
      const added = await extensions.insert(draft);
      expect(added).toEqual({ ...draft, revision: 1 });
      expect(await extensions.find(draft.slug)).toEqual(added);
      const saved = await extensions.save({
        ...added,
        title: 'Low stock, twice',
        version: '2.0.0',
        isActive: true,
        state: 'failed',
        failure: 'It ended.',
        rights: ['read_inventory', 'manage_store'],
        signedBy: 'cd'.repeat(16),
        previousVersion: '1.2.3',
        previousFolder: draft.folder,
        isUnproven: true,
        activatedAt: NOON,
      });
      expect(saved.revision).toBe(2);
      expect(await unitOfWork.run(() => extensions.hold(draft.slug))).toEqual(saved);
      expect(await extensions.find(`${draft.slug}x`)).toBeUndefined();
    });

    it('lists extensions by slug, without removed ones', async () => {
      const { extensions } = stores;
      const first = anExtension();
      const second = anExtension();
      const third = anExtension();
      for (const each of [third, first, second]) await extensions.insert(each);
      await extensions.remove(second.slug);
      await extensions.remove(second.slug);
      const slugs = (await extensions.list()).map(({ slug }) => slug);
      expect(slugs).toEqual(slugs.toSorted());
      expect(slugs).toEqual(expect.arrayContaining([first.slug, third.slug]));
      expect(slugs).not.toContain(second.slug);
    });

    it('adds a slug once', async () => {
      const { extensions, unitOfWork } = stores;
      const draft = anExtension();
      const add = () =>
        unitOfWork.run(async () => (await extensions.hold(draft.slug)) ?? (await extensions.insert(draft)));
      const added = await Promise.all([add(), add(), add(), add()]);
      expect(added.map(({ revision }) => revision)).toEqual([1, 1, 1, 1]);
    });

    it('loses no concurrent change', async () => {
      const { extensions, unitOfWork } = stores;
      const { slug } = await extensions.insert(anExtension());
      const grant = (right: string) =>
        unitOfWork.run(async () => {
          const found = await extensions.find(slug);
          if (!found) throw new Error('The extension is not there.');
          return extensions.save({ ...found, rights: [...found.rights, right] });
        });
      await Promise.all([grant('manage_store'), grant('edit_content'), grant('edit_products')]);
      const found = await extensions.find(slug);
      expect(found?.revision).toBe(4);
      expect(found?.rights.toSorted()).toEqual(['edit_content', 'edit_products', 'manage_store']);
    });

    it('allows one unit of work at a time to hold an extension', async () => {
      const { slug } = await stores.extensions.insert(anExtension());
      const hold = () => stores.extensions.hold(slug);
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
    });
  });
