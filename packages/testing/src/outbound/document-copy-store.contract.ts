import type { DocumentCopyStore, DocumentState } from '@backroom/core/outbound';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { type OpenStores, orderOf } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const empty: DocumentState = {
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
const full: DocumentState = {
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

/** The store of one document, among all stores. */
export type DocumentStoreName = 'catalogueStore';

/** Promises of every DocumentCopyStore. */
export const documentCopyStoreContract = (
  implementation: string,
  name: DocumentStoreName,
  open: () => Promise<OpenStores>,
) =>
  contract(`DocumentCopyStore: ${implementation}`, () => {
    let stores: OpenStores;
    let copies: DocumentCopyStore;
    beforeAll(async () => {
      stores = await open();
      copies = stores[name];
    });
    afterAll(() => stores?.close());

    it('is empty at first, and returns what was saved', async () => {
      const { unitOfWork } = stores;
      expect(await copies.read()).toEqual(empty);
      expect(await copies.document()).toBeUndefined();
      await unitOfWork.run(() => copies.save(full, '{"name":"ü 😀"}'));
      expect(await copies.read()).toEqual(full);
      expect(await unitOfWork.run(() => copies.hold())).toEqual(full);
      expect(await copies.document()).toEqual({ revision: 3, text: '{"name":"ü 😀"}' });
    });

    it('keeps the document of a state that is saved without one', async () => {
      await copies.save(full, 'first');
      await copies.save({ ...empty, checkedAt: NOON, revision: 3 });
      expect(await copies.read()).toEqual({ ...empty, checkedAt: NOON, revision: 3 });
      expect(await copies.document()).toEqual({ revision: 3, text: 'first' });
    });

    it('leaves state and document with the unit of work', async () => {
      const { unitOfWork } = stores;
      await copies.save(full, 'first');
      const undone = unitOfWork.run(async () => {
        await copies.save(empty, 'second');
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await copies.read()).toEqual(full);
      expect(await copies.document()).toEqual({ revision: 3, text: 'first' });
    });

    it('allows one unit of work at a time to hold the state', async () => {
      const hold = () => copies.hold();
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
    });
  });
