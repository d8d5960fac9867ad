import type { MarketConnection, NewLicence } from '@backroom/core/marketplace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { freshWord, type OpenStores, orderOf } from '../builders/stores.ts';
import { contract } from '../contract.ts';

let products = 5_000;
const aLicence = (changes: Partial<NewLicence> = {}): NewLicence => {
  products += 1;
  return {
    productKey: `${freshWord()}.${'k'.repeat(300)}`,
    productId: products,
    origin: 'key',
    orderId: 0,
    sitesMax: 2,
    sites: [],
    expiresAt: NOON,
    autoUpdates: false,
    createdAt: NOON,
    ...changes,
  };
};

/** Promises of every LicenceLedger. */
export const licenceLedgerContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`LicenceLedger: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    it('returns a licence as it was added and saved', async () => {
      const { licenceLedger } = stores;
      const draft = aLicence({ sites: ['https://a.example', 'http://b.example:8080/x,y'] });
      const added = await licenceLedger.insert(draft);
      expect(added).toEqual({ ...draft, id: added.id });
      expect(await licenceLedger.find(draft.productKey)).toEqual(added);
      const changed = { ...added, sites: [], expiresAt: null, sitesMax: 0, orderId: 9, autoUpdates: true };
      await licenceLedger.save(changed);
      expect(await licenceLedger.find(draft.productKey)).toEqual(changed);
      expect(await stores.unitOfWork.run(() => licenceLedger.hold(draft.productKey))).toEqual(changed);
      expect(await licenceLedger.find(`${draft.productKey}x`)).toBeUndefined();
    });

    it('finds orders by their product, and lists the newest licence first', async () => {
      const { licenceLedger } = stores;
      const entered = await licenceLedger.insert(aLicence());
      expect(await licenceLedger.findOrder(entered.productId)).toBeUndefined();
      const ordered = await licenceLedger.insert(aLicence({ origin: 'order', productId: entered.productId }));
      expect(await licenceLedger.findOrder(entered.productId)).toEqual(ordered);
      expect((await licenceLedger.list()).slice(0, 2)).toEqual([ordered, entered]);
    });

    it('adds a key, and an order of a product, once', async () => {
      const { licenceLedger, unitOfWork } = stores;
      for (const draft of [aLicence(), aLicence({ origin: 'order' })]) {
        const add = () =>
          unitOfWork.run(async () => {
            const known =
              draft.origin === 'order'
                ? await licenceLedger.findOrder(draft.productId)
                : await licenceLedger.hold(draft.productKey);
            return known ?? licenceLedger.insert({ ...draft, productKey: draft.productKey });
          });
        const added = await Promise.all([add(), add(), add(), add()]);
        expect(new Set(added.map(({ id }) => id)).size).toBe(1);
      }
    });

    it('allows one unit of work at a time to hold a licence', async () => {
      const { productKey } = await stores.licenceLedger.insert(aLicence());
      const hold = () => stores.licenceLedger.hold(productKey);
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
    });
  });

const nothing: MarketConnection = {
  requestExpiresAt: null,
  sealedToken: null,
  connectedAt: null,
  connectedBy: null,
};

/** Promises of every MarketConnectionStore. */
export const marketConnectionStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`MarketConnectionStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    it('is empty at first, and returns what was saved', async () => {
      const { marketConnection } = stores;
      expect(await marketConnection.read()).toEqual(nothing);
      const full = { requestExpiresAt: NOON, sealedToken: 's', connectedAt: NOON, connectedBy: 7 };
      await marketConnection.save(full);
      expect(await marketConnection.read()).toEqual(full);
      await marketConnection.save(nothing);
      expect(await stores.unitOfWork.run(() => marketConnection.hold())).toEqual(nothing);
    });
  });
