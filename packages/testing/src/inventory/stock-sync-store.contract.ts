import type { SyncRequest } from '@backroom/core/inventory';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aProduct } from '../builders/shop-records.ts';
import { freshWord, type OpenStores, orderOf } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const LATER = new Date(NOON.getTime() + 1_000);

export const stockSyncStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`StockSyncStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());
    const addProduct = async (sku: string | null = null) => {
      const [id = 0] = await stores.products.nextIds(1);
      await stores.unitOfWork.run(() => stores.products.saveProducts([aProduct(id, { sku })], NOON));
      return id;
    };
    const save = (outcome: Partial<Parameters<OpenStores['stockSync']['save']>[0]>) =>
      stores.unitOfWork.run(() => stores.stockSync.save({ stocks: [], reported: [], requests: [], ...outcome }, LATER));
    const products = (...refs: Parameters<OpenStores['stockSync']['holdProducts']>[0]) =>
      stores.unitOfWork.run(() => stores.stockSync.holdProducts(refs));

    it('returns products on request, by id or by sku, case ignored', async () => {
      const sku = freshWord();
      const id = await addProduct(sku);
      const known = { id, sku, manageStock: true, stockQuantity: 40_0000, stockStatus: 'instock', backorders: 'no' };
      const found = { ...known, lowStockAmount: null, reportedAt: null };
      const refs = [{ sku: sku.toUpperCase() }, { productId: 2_000_000_000 }, { productId: id }, { sku: freshWord() }];
      expect(await products(...refs)).toEqual([found, undefined, found, undefined]);
    });

    it('stores the outcome for products, and the time of the report', async () => {
      const id = await addProduct();
      await save({
        stocks: [{ id, stockQuantity: -5_000, stockStatus: 'onbackorder' }],
        reported: [{ productId: id, at: NOON }],
      });
      await save({ reported: [{ productId: id, at: LATER }] });
      const kept = { stockQuantity: -5_000, stockStatus: 'onbackorder', reportedAt: LATER };
      expect(await products({ productId: id })).toEqual([expect.objectContaining(kept)]);
      expect(await stores.products.find(id)).toMatchObject({ stockQuantity: -5_000, stockStatus: 'onbackorder' });
    });

    it('stores a request under its id', async () => {
      const request: SyncRequest = { requestId: freshWord(), productId: 5, mode: 'delta', quantity: -15_000 };
      await save({ requests: [request] });
      const held = await stores.unitOfWork.run(() => stores.stockSync.holdRequests([request.requestId, freshWord()]));
      expect(held).toEqual([request]);
    });

    it('makes other holders of request ids wait', async () => {
      const { stockSync } = stores;
      const first = () => stockSync.holdRequests([freshWord()]);
      expect(await orderOf(stores, first, () => stockSync.holdRequests([freshWord()]))).toEqual(['first', 'second']);
    });

    it('keeps others from changing the products', async () => {
      const productId = await addProduct();
      const hold = () => stores.stockSync.holdProducts([{ productId }]);
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
    });
  });
