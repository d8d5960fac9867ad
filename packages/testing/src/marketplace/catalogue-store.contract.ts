import type { CatalogueState } from '@backroom/core/marketplace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { type OpenStores, orderOf } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const empty: CatalogueState = {
  revision: 0,
  address: null,
  etag: null,
  version: null,
  keyId: null,
  acceptedAt: null,
  checkedAt: null,
  fault: null,
  revokedKeys: [],
};
const full: CatalogueState = {
  revision: 3,
  address: 'https://feeds.example/extensions.json',
  etag: '"3"',
  version: 7,
  keyId: 'a'.repeat(32),
  acceptedAt: NOON,
  checkedAt: new Date(NOON.getTime() + 1),
  fault: { code: 'catalogue_unavailable', message: 'x'.repeat(1_000) },
  revokedKeys: ['b'.repeat(32), 'c'.repeat(32)],
};

/** Promises of every CatalogueStore. */
export const catalogueStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`CatalogueStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    it('is empty at first, and returns what was saved', async () => {
      const { catalogueStore, unitOfWork } = stores;
      expect(await catalogueStore.read()).toEqual(empty);
      expect(await catalogueStore.document()).toBeUndefined();
      await unitOfWork.run(() => catalogueStore.save(full, '{"name":"ü 😀"}'));
      expect(await catalogueStore.read()).toEqual(full);
      expect(await unitOfWork.run(() => catalogueStore.hold())).toEqual(full);
      expect(await catalogueStore.document()).toEqual({ revision: 3, text: '{"name":"ü 😀"}' });
    });

    it('keeps the document of a state that is saved without one', async () => {
      const { catalogueStore } = stores;
      await catalogueStore.save(full, 'first');
      await catalogueStore.save({ ...empty, checkedAt: NOON, revision: 3 });
      expect(await catalogueStore.read()).toEqual({ ...empty, checkedAt: NOON, revision: 3 });
      expect(await catalogueStore.document()).toEqual({ revision: 3, text: 'first' });
    });

    it('leaves state and document with the unit of work', async () => {
      const { catalogueStore, unitOfWork } = stores;
      await catalogueStore.save(full, 'first');
      const undone = unitOfWork.run(async () => {
        await catalogueStore.save(empty, 'second');
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await catalogueStore.read()).toEqual(full);
      expect(await catalogueStore.document()).toEqual({ revision: 3, text: 'first' });
    });

    it('lets one unit of work hold the state at a time', async () => {
      const hold = () => stores.catalogueStore.hold();
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
    });
  });
